// A performer and an avatar that follows it, driven by poses of the human bones: for tests of whole frames of a body.
// It is not the engine: there are no rows of others, and time is the test's.
#pragma once

#include <string>
#include <vector>

#include "body_fixtures.hpp"
#include "engine/body_solver.hpp"
#include "solve/two_bone_ik.hpp"

namespace doppel::test {

inline constexpr double kFrame = 1.0 / 60.0;

/// The filter is off unless a test turns it on.
class Stage {
 public:
  Stage(const BodyShape& source, const BodyShape& target) : Stage(source, target, BodyBuilder(target).joints()) {}
  /// The avatar's joints are the caller's; of `target` the ankle's height counts.
  Stage(const BodyShape& source, const BodyShape& target, const std::vector<rig::JointDescription>& joints)
      : Stage(source, joints, {target.ankle, {}}) {}
  Stage(const BodyShape& source, const std::vector<rig::JointDescription>& joints, const rig::RigOptions& options)
      : source_(make_body(source)),
        performer_({BodyBuilder(source).joints(), rig::kNoBones, {source.ankle, {}}}),
        solver_({joints, {}, rig::kNoBones, options}) {
    solver_.follow(&performer_);
    solver_.settings.filter_enabled = false;
  }

  const rig::HumanPose& perform(const rig::HumanPose& pose, const engine::BodyFrame& frame = {{}, {}, kFrame}) {
    const rig::Pose local = pose_of(source_, pose);
    std::vector<float> row(local.rotations.size() * engine::kJointFloats);
    for (std::size_t i = 0; i < local.rotations.size(); ++i) {
      const std::size_t joint = performer_.skeleton().joint_of(i);
      const Vec3 t = local.translations[joint];
      const Quat q = local.rotations[joint];
      const double values[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w};
      for (std::size_t k = 0; k < engine::kJointFloats; ++k) row[i * engine::kJointFloats + k] = static_cast<float>(values[k]);
    }
    time_ += frame.dt;
    performer_.read(row, time_);
    status_ = solver_.solve(frame);
    return solver_.pose();
  }
  const rig::HumanPose& perform(const JointAngles& angles, const engine::BodyFrame& frame = {{}, {}, kFrame}) {
    return perform(human_pose(source_, angles), frame);
  }

  /// A hand's knuckles brought to a place, elbow aside and down; wrist and fingers keep their turns in the world.
  static void touch(const Body& body, std::size_t side, const Vec3& knuckles, rig::HumanPose& pose) {
    const solve::BodyParts parts = solve::make_body_parts(body.rig);
    const std::size_t upper = 13 + side;
    const Vec3 wrist = knuckles - pose.rotations[upper + 4] * parts.knuckles[side];
    solve::TwoBoneIk ik{
        pose.positions[upper], pose.positions[upper + 2], pose.positions[upper + 4], wrist, Vec3(side == 0 ? 1 : -1, -1, 0), 1.0};
    ik.run();
    pose.rotations[upper] = math::unit(ik.upper_turn * pose.rotations[upper]);
    pose.rotations[upper + 2] = math::unit(ik.lower_turn * ik.upper_turn * pose.rotations[upper + 2]);
    rig::place(body.rig, 1.0, pose);
  }

  Body source_;
  engine::Performer performer_;
  engine::BodySolver solver_;
  double time_ = 0.0;
  std::uint32_t status_ = 0;
};

/// Standing with bent knees and feet flat; `depth` of the squat 0..1.
inline JointAngles squat(double depth) {
  JointAngles angles;
  for (const char* side : {"left", "right"}) {
    angles.turns[std::string(side) + "UpperLeg"] = math::about(math::kLeft, -depth);
    angles.turns[std::string(side) + "LowerLeg"] = math::about(math::kLeft, 2.0 * depth);
    angles.turns[std::string(side) + "Foot"] = math::about(math::kLeft, -depth);
  }
  angles.hips_moved = Vec3(0.0, -0.8 * (1.0 - std::cos(depth)), 0.0);
  return angles;
}

}  // namespace doppel::test
