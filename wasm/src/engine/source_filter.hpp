// The 1-euro filter over a performer's local transforms, for one avatar: each has filter settings of its own (B1).
// It keeps no raw pose: that is the performer's.
#pragma once

#include <vector>

#include "base/body_parameter.hpp"
#include "engine/performer.hpp"
#include "math/one_euro.hpp"

namespace doppel::engine {

class SourceFilter {
 public:
  /// Allocates for a performer; the next `run` takes its pose as it is.
  void start(const Performer& performer);
  /// Filters the performer's newest frame by the time stamps of the source. The same frame again changes nothing. With the filter
  /// off, after a pause, or where the time ran back, the pose is taken as it is.
  void run(const Performer& performer, const BodySettings& settings) noexcept;

  const rig::ModelPose& model() const { return model_; }
  const rig::HumanPose& pose() const { return pose_; }

 private:
  std::vector<math::PositionFilter> positions_;
  std::vector<math::RotationFilter> rotations_;
  rig::Pose local_;
  rig::ModelPose model_;
  rig::HumanPose pose_;
  double time_ = 0.0;
  bool is_running_ = false;
};

}  // namespace doppel::engine
