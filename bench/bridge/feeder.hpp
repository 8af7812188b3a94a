// A NatNet server for the load bench: answers what a client asks, sends 10 skeletons of 51 bones, remembers when each frame left.
// It is no simulator: poses are a slow turn of every bone, and it knows one client.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "natnet/frame_data.hpp"
#include "natnet/model_def.hpp"
#include "natnet/version.hpp"

namespace doppel::bench {

inline constexpr int kSkeletons = 10;
inline constexpr int kBones = 51;
inline constexpr natnet::Version kVersion{4, 1, 0, 0};

natnet::ModelDef make_model();
natnet::FrameData make_frame();
/// Another pose of every bone.
void turn(natnet::FrameData& frame, double seconds);

class Feeder {
 public:
  /// Binds 127.0.0.1:`command_port` and streams at `rate` frames a second to whoever connects, until it is destroyed.
  Feeder(std::uint16_t command_port, double rate);
  ~Feeder();
  Feeder(const Feeder&) = delete;
  Feeder& operator=(const Feeder&) = delete;

  /// Steady clock, seconds, just before the frame's datagram was sent.
  double sent_at(std::int32_t number) const {
    return sent_at_[static_cast<std::size_t>(number) % kRemembered].load(std::memory_order_relaxed);
  }
  std::int32_t last_number() const { return last_number_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kRemembered = 1U << 16;
  void run();

  int socket_ = -1;
  double rate_;
  std::array<std::atomic<double>, kRemembered> sent_at_{};
  std::atomic<std::int32_t> last_number_{0};
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

double steady_now();

}  // namespace doppel::bench
