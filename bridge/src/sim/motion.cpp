// The procedural motions. Feet that stand do not slide, knees and elbows bend their own way, palms meet.
// Amplitudes are plausible, not measured.
#include "sim/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <numbers>
#include <utility>

namespace doppel::sim {
namespace {

using math::about;
using math::Quat;
using math::Vec3;

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr Vec3 kX{1.0, 0.0, 0.0};
constexpr Vec3 kY{0.0, 1.0, 0.0};
constexpr Vec3 kZ{0.0, 0.0, 1.0};
constexpr double kFootAside = 0.11;  // of a standing foot from the middle

double smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * t * (t * (6.0 * t - 15.0) + 10.0);
}

// The rotation that takes +X to `x` and +Y to `y`, which stand at right angles. A hand's fingers point along X, outwards, and its
// back looks up along Y in the T-pose.
Quat axes(const Vec3& x, const Vec3& y) { return math::unit(glm::quat_cast(glm::dmat3(x, y, glm::cross(x, y)))); }

class Procedural : public Motion {
 public:
  explicit Procedural(const SkeletonShape& shape) : skeleton_(make_skeleton(shape)), poser_(skeleton_) {}
  const Skeleton& skeleton() const override { return skeleton_; }
  void pose(double seconds, Pose& out) override {
    move(seconds);
    out = poser_.pose();
  }

 protected:
  virtual void move(double seconds) = 0;
  double scale() const { return poser_.scale(); }
  /// Both feet flat on the floor beside the origin.
  void plant_feet() {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const Quat out = about(kY, sign_of(side) * 0.14);
      poser_.leg(side, Vec3(sign_of(side) * kFootAside, kAnkleHeight, 0.0) * scale(), out, out, out * kZ);
    }
  }
  /// A little sway about a standing place; the hips' place and turn.
  void stand(double t, double height = 0.975) {
    const Vec3 sway(0.012 * std::sin(kTurn * 0.23 * t), 0.004 * std::sin(kTurn * 0.26 * t), 0.008 * std::sin(kTurn * 0.17 * t));
    poser_.begin((Vec3(0.0, kHipHeight * height, 0.0) + sway) * scale(), about(kY, 0.03 * std::sin(kTurn * 0.11 * t)));
    poser_.bend_spine(about(kX, 0.02 + 0.012 * std::sin(kTurn * 0.26 * t)));
    poser_.bend_neck(about(kY, 0.25 * std::sin(kTurn * 0.13 * t)) * about(kX, 0.06 * std::sin(kTurn * 0.19 * t)));
  }
  void relax_hands() {
    for (const Side side : {Side::kLeft, Side::kRight}) poser_.fingers(side, {0.2, 0.22, 0.26, 0.3, 0.34}, 0.03);
  }

  Skeleton skeleton_;
  Poser poser_;
};

class Stand final : public Procedural {
  using Procedural::Procedural;
  void move(double t) override {
    stand(t);
    plant_feet();
    for (const Side side : {Side::kLeft, Side::kRight}) poser_.hanging_arm(side, 1.28, 0.03 * std::sin(kTurn * 0.2 * t), 0.2);
    relax_hands();
  }
};

/// On a circle, to the left. A foot stands on one place for kStanceShare of a cycle, its heel rising about the ball at the end.
class Walk final : public Procedural {
  using Procedural::Procedural;

  static double heading(double t) { return kWalkSpeed * t / kWalkRadius; }
  /// The path's point at `t`, `aside` to its left. The path begins at the origin and goes forward (+Z).
  Vec3 path(double t, double aside, double height) const {
    const double turn = heading(t);
    const double radius = kWalkRadius - aside;
    return Vec3(kWalkRadius - radius * std::cos(turn), height, radius * std::sin(turn)) * scale();
  }

  struct Step {
    Vec3 ankle;
    double yaw = 0.0;
    double pitch = 0.0;      // heel up
    double toe_pitch = 0.0;  // of the toes; 0 flat on the floor
  };
  Vec3 plant(Side side, double cycle, double offset) const {
    const double middle = (cycle + offset + 0.5 * kStanceShare) / kWalkCycles;
    return path(middle, sign_of(side) * 0.085, kAnkleHeight);
  }

  Step step(Side side, double t) const {
    const double offset = side == Side::kLeft ? 0.0 : 0.5;
    const double phase = t * kWalkCycles - offset;
    const double cycle = std::floor(phase);
    const double at = phase - cycle;
    const auto yaw_of = [&](double number) { return heading((number + offset + 0.5 * kStanceShare) / kWalkCycles); };
    constexpr double kHeelUp = 0.5;
    const Vec3 ball_offset = Vec3(0.0, -0.060, 0.139) * scale();
    if (at < kStanceShare) {
      const double lift = kHeelUp * smooth((at / kStanceShare - 0.62) / 0.38);
      const Quat yaw = about(kY, yaw_of(cycle));
      const Vec3 ball = plant(side, cycle, offset) + yaw * ball_offset;
      return {ball - yaw * about(kX, lift) * ball_offset, yaw_of(cycle), lift, 0.0};
    }
    const double swing = (at - kStanceShare) / (1.0 - kStanceShare);
    const double eased = smooth(swing);
    const Step from = step_end(side, cycle, offset, kHeelUp);
    const double yaw = std::lerp(yaw_of(cycle), yaw_of(cycle + 1.0), eased);
    Vec3 ankle = glm::mix(from.ankle, plant(side, cycle + 1.0, offset), eased);
    ankle.y += 0.075 * scale() * std::pow(std::sin(std::numbers::pi * swing), 2.0);
    const double pitch = kHeelUp * (1.0 - smooth(1.3 * swing)) - 0.2 * std::sin(std::numbers::pi * swing) * eased;
    return {ankle, yaw, pitch, pitch * smooth(4.0 * swing)};
  }
  // Where the ankle is when the foot leaves the floor.
  Step step_end(Side side, double cycle, double offset, double lift) const {
    const double turn = heading((cycle + offset + 0.5 * kStanceShare) / kWalkCycles);
    const Vec3 ball_offset = Vec3(0.0, -0.060, 0.139) * scale();
    const Quat yaw = about(kY, turn);
    return {plant(side, cycle, offset) + yaw * ball_offset - yaw * about(kX, lift) * ball_offset, turn, lift, 0.0};
  }

  void move(double t) override {
    const double stride = kTurn * t * kWalkCycles;
    // Lowest while both feet stand, that is at the start of each stance; over the left foot in the middle of its stance.
    const double bob = -0.014 * std::cos(2.0 * (stride - kTurn * 0.04));
    const double sway = 0.018 * std::cos(stride - kTurn * 0.5 * kStanceShare);
    const double twist = 0.09 * std::cos(stride);
    const Quat turn = about(kY, heading(t));
    poser_.begin(path(t, sway, kHipHeight * 0.945 + bob), turn * about(kY, -twist) * about(kZ, 0.03 * std::sin(stride)));
    poser_.bend_spine(about(kY, 1.8 * twist) * about(kX, 0.05));
    poser_.bend_neck(about(kY, -0.8 * twist) * about(kX, -0.03));
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const Step foot = step(side, t);
      const Quat yaw = about(kY, foot.yaw);
      poser_.leg(side, foot.ankle, yaw * about(kX, foot.pitch), yaw * about(kX, foot.toe_pitch), turn * kZ);
      // Arms swing against the legs: the left foot is in front at the start of its stance.
      const double swing = -0.42 * sign_of(side) * std::cos(stride);
      poser_.hanging_arm(side, 1.30, swing, 0.28 + 0.25 * std::max(0.0, swing));
    }
    relax_hands();
  }
};

/// Stands before a chair, sits down, sits, stands up; the feet stay.
class Sit final : public Procedural {
  using Procedural::Procedural;
  void move(double t) override {
    const double at = std::fmod(t, kSitCycle);
    const double down = smooth((at - 1.5) / 1.6) - smooth((at - 9.4) / 1.6);
    const double moving = std::sin(std::numbers::pi * down);
    // The hip joints are a hand above the seat.
    const Vec3 standing(0.0, kHipHeight * 0.975, 0.0);
    const Vec3 seated(0.0, kSeatHeight + 0.09, -kSeatBehind);
    Vec3 hips = glm::mix(standing, seated, down);
    hips.z -= 0.06 * moving;
    const double lean = 0.12 * down + 0.55 * moving;
    poser_.begin(hips * scale(), about(kX, 0.45 * lean));
    poser_.bend_spine(about(kX, 0.55 * lean + 0.01 * std::sin(kTurn * 0.25 * t)));
    poser_.bend_neck(about(kY, 0.3 * down * std::sin(kTurn * 0.15 * t)) * about(kX, -0.5 * lean));
    plant_feet();
    for (const Side side : {Side::kLeft, Side::kRight}) {
      // Hands come to rest on the thighs.
      const double sign = sign_of(side);
      poser_.hanging_arm(side, 1.25, 0.1 * moving, 0.25);
      const std::string prefix = side == Side::kLeft ? "left" : "right";
      const Vec3 knee = poser_.global(prefix + "LowerLeg").position;
      const Vec3 hip = poser_.global(prefix + "UpperLeg").position;
      const Vec3 rest = glm::mix(hip, knee, 0.72) + Vec3(0.0, 0.075, 0.0) * scale();
      const std::array<Quat, 3> hanging = poser_.arm_rotations(side);
      poser_.arm(side, rest, about(kY, -sign * 1.35), Vec3(sign * 0.7, -0.5, -0.5));
      poser_.blend_arm(side, hanging, down);
    }
    relax_hands();
  }
};

/// Palms meet before the chest kClapsPerSecond times a second.
class Clap final : public Procedural {
  using Procedural::Procedural;
  void move(double t) override {
    stand(t);
    plant_feet();
    // Closed at whole claps, open between them, quicker together than apart.
    const double phase = t * kClapsPerSecond - std::floor(t * kClapsPerSecond);
    const double opening = std::pow(std::sin(std::numbers::pi * std::pow(phase, 0.8)), 2.0);
    const double gap = std::lerp(kClapGap, kClapOpening, opening);
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const double sign = sign_of(side);
      // Fingers forward and up, palms to each other, thumbs up.
      const Quat hand = about(kX, -0.5) * about(kY, sign * 0.18 * opening) * axes(sign * kZ, sign * kX);
      const Vec3 wrist = Vec3(sign * 0.5 * gap, 1.22, 0.30);
      poser_.arm(side, wrist * scale(), hand, Vec3(sign * 0.75, -0.6, -0.3));
      poser_.fingers(side, {0.1, 0.05, 0.05, 0.06, 0.08}, 0.02);
    }
  }
};

/// The right hand waves beside the head, its fingers rippling; the left counts by closing and opening.
class Wave final : public Procedural {
  using Procedural::Procedural;
  void move(double t) override {
    stand(t);
    plant_feet();
    const double side_to_side = std::sin(kTurn * 1.1 * t);
    const Vec3 wrist(-0.36 - 0.11 * side_to_side, 1.56 - 0.03 * std::abs(side_to_side), 0.16);
    // Fingers up, palm forward, tilted with the movement.
    const Quat hand = about(kZ, 0.35 * side_to_side) * axes(-kY, -kZ);
    poser_.arm(Side::kRight, wrist * scale(), hand, Vec3(-0.6, -0.8, -0.1));
    std::array<double, 5> ripple{};
    std::array<double, 5> count{};
    for (std::size_t finger = 0; finger < 5; ++finger) {
      const double late = 0.12 * static_cast<double>(finger);
      ripple[finger] = 0.5 - 0.5 * std::cos(kTurn * (0.8 * t - late));
      count[finger] = smooth(3.0 * std::sin(kTurn * (0.25 * t - 0.08 * static_cast<double>(finger))) + 0.5);
    }
    poser_.fingers(Side::kRight, ripple, 0.10);
    const Quat palm_up = about(kY, 0.3) * axes(kZ, -kY);
    poser_.arm(Side::kLeft, Vec3(0.24, 1.12, 0.27) * scale(), palm_up, Vec3(0.5, -0.8, -0.3));
    poser_.fingers(Side::kLeft, count, 0.08);
  }
};

constexpr std::array kNames = std::to_array<std::pair<MotionKind, std::string_view>>({{MotionKind::kWalk, "walk"},
                                                                                      {MotionKind::kSit, "sit"},
                                                                                      {MotionKind::kClap, "clap"},
                                                                                      {MotionKind::kWave, "wave"},
                                                                                      {MotionKind::kStand, "stand"}});

}  // namespace

std::optional<MotionKind> parse_motion(std::string_view text) {
  for (const auto& [kind, name] : kNames) {
    if (name == text) return kind;
  }
  return std::nullopt;
}

std::string_view to_string(MotionKind kind) { return kNames[static_cast<std::size_t>(kind)].second; }

std::unique_ptr<Motion> make_motion(MotionKind kind, const SkeletonShape& shape) {
  switch (kind) {
    case MotionKind::kWalk: return std::make_unique<Walk>(shape);
    case MotionKind::kSit: return std::make_unique<Sit>(shape);
    case MotionKind::kClap: return std::make_unique<Clap>(shape);
    case MotionKind::kWave: return std::make_unique<Wave>(shape);
    case MotionKind::kStand: break;
  }
  return std::make_unique<Stand>(shape);
}

math::Vec3 chair_position(double scale) { return Vec3(0.0, kSeatHeight, -kSeatBehind) * scale; }

}  // namespace doppel::sim
