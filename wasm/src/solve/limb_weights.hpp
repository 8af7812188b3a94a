// How much inverse kinematics each limb gets: six layers from the performer's pose, merged and smoothed, with the layer that
// decided (B6). It moves nothing, and reads only the performer, the props and the other performers' hands.
#pragma once

#include <span>

#include "base/body_parameter.hpp"
#include "rig/human_pose.hpp"

namespace doppel::solve {

using math::Vec3;

/// A prop as the weights see it; `position` of a chair is its seat's centre, world, metres.
struct PropPoint {
  Vec3 position{0.0};
  PropType type = PropType::kNone;
  std::uint32_t holder = 0;  // who holds it, 0: nobody; in any numbering that `self` shares
  std::size_t hand = 2;      // which hand holds it: 0 left, 1 right, else none
};

/// What decided a weight.
enum class WeightLayer : std::uint8_t {
  kNone,        // no layer acts: arms without anything near, limbs without bones
  kHandHand,    // arm [0]: distance between the hands
  kHandProp,    // arm [1]: distance to the nearest prop or other performer's hand
  kContact,     // arm: the hand at the own body
  kDisabled,    // arm: switched off
  kSitFootHip,  // leg [0]: while seated, horizontal distance from foot to hips
  kFootHeight,  // leg [1]: height of the sole
  kChair,       // hips [0]: distance to a chair's seat
  kHipHeight,   // hips [1]: height of the hips over the floor
};

struct LayeredWeight {
  double value = 0.0;   // 0..1, smoothed
  double target = 0.0;  // 0..1, what it is on the way to
  WeightLayer layer = WeightLayer::kNone;
};

/// A limb's three weights, 0..1, as the seed's `LimbIK` has them: all from the layers' result.
struct IkWeights {
  double position = 0.0;   // upper and lower bone: between copy and target
  double rotation = 0.0;   // end bone: between riding with the lower bone and its copied rotation
  double bend_goal = 0.0;  // middle joint: between its own side in T and the performer's
};

/// position: the layers' result; rotation: that times `rotationWeight`. The bend goal has `bendGoalWeight` wherever the limb is
/// on at all: the copied pose bends to the performer's side already, so a goal that faded with the rest would turn the joint away
/// from it and back. Legs bend as the performer's do, whatever the goal's weight.
IkWeights ik_weights(const LayeredWeight& weight, const BodySettings& settings, bool is_leg);

/// The state: read it after `run`, keep it for the next frame.
struct LimbWeights {
  LayeredWeight arms[2]{};  // left, right
  LayeredWeight legs[2]{};
  LayeredWeight hips{};
  double contact[2]{};          // of each arm, the contact's share of its target, 0..1, smoothed
  double reach[2]{};            // of each arm, that of the layers hand-hand and hand-prop
  double layered[2]{};          // of each arm, before the switch
  double enabled[2]{};          // of each arm, the switch, faded
  double chair_nearness = 0.0;  // 0..1, smoothed: chairSeatHeightOffset is scaled by it
  bool is_started = false;      // false: the next frame takes its targets at once
};

/// 1 at `near` and nearer, 0 at `far` and farther, linear between; where near >= far a step at near. Not finite: 0.
double near_weight(double distance, double near, double far);

struct LimbWeightsJob {
  const rig::HumanRig* source_rig = nullptr;
  const rig::HumanPose* source = nullptr;  // raw
  const BodySettings* settings = nullptr;
  std::span<const PropPoint> props{};
  std::span<const Vec3> other_hands{};  // of the other performers, world
  double contact[2]{};                  // 0..1: how near each hand is to the own body, from `hand_target`
  std::uint32_t self = 0;               // a prop pulls no hand that holds it
  double floor = 0.0;                   // metres: the performer's floor
  double dt = 0.0;                      // seconds since the last frame
  LimbWeights* state = nullptr;

  /// A performer of this height gives the distances of the parameters as they are; others scale them.
  static constexpr double kReferenceHeight = 1.7;  // metres
  /// How fast `enableLeftArmIK` and `enableRightArmIK` act, 1/s: on their own, whatever `weightSmoothSpeed` is.
  static constexpr double kSwitchSpeed = 10.0;

  bool validate() const;
  bool run() const noexcept;
};

}  // namespace doppel::solve
