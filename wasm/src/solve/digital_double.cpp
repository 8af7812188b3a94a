// What a performer's skeleton does not tell, taken from an avatar that is built like the performer.
// It changes no avatar.
#include "solve/digital_double.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {

namespace {

using math::Vec3;

/// 0 where either has no such length.
double difference(double source, double target) { return source > 0.0 && target > 0.0 ? std::abs(target / source - 1.0) : 0.0; }

rig::SolePart between(const rig::SolePart& from, const rig::SolePart& to, double scale, double share) {
  return {glm::mix(from.middle, scale * to.middle, share), glm::mix(from.edge, scale * to.edge, share)};
}

}  // namespace

double likeness(const rig::BodyMeasures& source, const rig::BodyMeasures& target, double scale) {
  double most = 0.0;
  for (const std::size_t side : {0U, 1U}) {
    if (!(source.leg[side] > 0.0) || !(target.leg[side] > 0.0)) return 0.0;
    most = std::max(most, difference(source.leg[side], scale * target.leg[side]));
    most = std::max(most, difference(source.arm[side], scale * target.arm[side]));
  }
  most = std::max(most, difference(source.shoulder_width, scale * target.shoulder_width));
  most = std::max(most, difference(source.hip_width, scale * target.hip_width));
  most = std::max(most, difference(source.ball_forward, scale * target.ball_forward));
  return std::clamp((kUnlike - most) / (kUnlike - kAlike), 0.0, 1.0);
}

rig::BodyMeasures complete_measures(const rig::BodyMeasures& source, const rig::BodyMeasures& target, double scale) {
  rig::BodyMeasures completed = source;
  const double share = likeness(source, target, scale);
  if (!(share > 0.0)) return completed;
  if (!source.has_ankle_height) completed.ankle_height += share * (scale * target.ankle_height - source.ankle_height);
  for (const std::size_t side : {0U, 1U}) {
    if (source.soles[side] || !target.soles[side]) continue;
    const rig::FootSole expected = rig::expected_sole(completed);
    const rig::FootSole& own = *target.soles[side];
    completed.soles[side] =
        rig::FootSole{between(expected.heel, own.heel, scale, share), between(expected.ball, own.ball, scale, share),
                      between(expected.toe, own.toe, scale, share), own.is_rigid && share > 0.5};
  }
  return completed;
}

}  // namespace doppel::solve
