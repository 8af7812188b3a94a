// The simulated stage: performers and props at a moment, as the messages that a Motive of one version and setting would send.
// It knows no sockets and no time of day; the same frame number gives the same content.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include "natnet/frame_data.hpp"
#include "natnet/model_def.hpp"
#include "sim/options.hpp"

namespace doppel::sim {

/// Ids: skeletons from 1, props from 101, chairs from 201.
inline constexpr std::int32_t kFirstSkeletonId = 1;
inline constexpr std::int32_t kFirstPropId = 101;
inline constexpr std::int32_t kFirstChairId = 201;

class Scene {
 public:
  /// Throws doppel::Error where an option is out of range or a file cannot be read.
  explicit Scene(const SimOptions& options);

  /// Everything that is described now; bone offsets are left-handed where `version` has them so.
  natnet::ModelDef model_def(const natnet::Version& version) const;
  /// Poses of frame `number` and its timestamp. Ticks and params are the server's to fill.
  void frame(std::int32_t number, natnet::FrameData& out);
  /// The last performer goes, or comes back.
  void change_list() { is_last_hidden_ = !is_last_hidden_; }
  /// Settings that a client may change.
  void set_local(bool is_local) { options_.is_local = is_local; }
  bool is_local() const { return options_.is_local; }
  void set_naming(natnet::Naming naming);
  void set_sends_skeletons(bool sends) { options_.sends_skeletons = sends; }
  std::size_t skeleton_count() const;

 private:
  struct Performer {
    std::unique_ptr<Motion> motion;
    MotionKind kind = MotionKind::kStand;
    math::Vec3 place{0.0};
    double time_shift = 0.0;
    std::string name;
  };
  void make_performers();
  natnet::SkeletonModel describe(const Performer& performer, std::int32_t id, bool is_left_handed) const;
  void add_performer(std::size_t index, double seconds, natnet::FrameData& out);
  void add_bodies(double seconds, natnet::FrameData& out) const;
  math::Quat rough_sign(const math::Quat& q);

  SimOptions options_;
  std::vector<Performer> performers_;
  bool is_last_hidden_ = false;
  std::mt19937 random_;
  Pose pose_;
  std::vector<GlobalBone> globals_;
};

}  // namespace doppel::sim
