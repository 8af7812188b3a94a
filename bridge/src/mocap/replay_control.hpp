// How a recording is steered, and how it stands. Plain data.
// Sources other than a recording have neither.
#pragma once

#include <optional>

namespace doppel::mocap {

inline constexpr double kSlowestReplay = 0.1;
inline constexpr double kFastestReplay = 10.0;

struct ReplayState {
  /// Seconds from the beginning.
  double position = 0.0;
  /// Seconds.
  double duration = 0.0;
  /// Times the recorded speed, kSlowestReplay..kFastestReplay.
  double speed = 1.0;
  bool loop = true;
  bool paused = false;

  bool operator==(const ReplayState&) const = default;
};

/// What is absent stays as it is.
struct ReplayControl {
  std::optional<double> position;  // seconds, finite; limited to the recording
  std::optional<double> speed;     // kSlowestReplay..kFastestReplay
  std::optional<bool> loop;
  std::optional<bool> paused;
};

/// What a recording offers beside being a source.
class Replayable {
 public:
  virtual ~Replayable() = default;
  virtual void steer(const ReplayControl& control) = 0;
  virtual ReplayState replay_state() const = 0;
};

}  // namespace doppel::mocap
