// How much inverse kinematics each limb gets: six layers, merged and smoothed.
// It moves nothing.
#include "solve/limb_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace doppel::solve {
namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();

struct Choice {
  double value = 0.0;
  WeightLayer layer = WeightLayer::kNone;
};

/// The seed's GetMaxValue and GetMinValue, with whose it was; of equals the first.
Choice greater(const Choice& a, const Choice& b) { return b.value > a.value ? b : a; }
Choice lesser(const Choice& a, const Choice& b) { return b.value < a.value ? b : a; }

class Layers {
 public:
  explicit Layers(const LimbWeightsJob& job)
      : rig_(*job.source_rig),
        at_(job.source->positions),
        set_(*job.settings),
        job_(job),
        size_(rig_.measures.height > 0.1 ? rig_.measures.height / LimbWeightsJob::kReferenceHeight : 1.0) {}

  double near(double distance, double near, double far) const { return near_weight(distance, near * size_, far * size_); }

  double chair_distance() const {
    double least = kFarAway;
    for (const PropPoint& prop : job_.props) {
      if (prop.type == PropType::kChair) least = std::min(least, glm::distance(prop.position, at_[0]));
    }
    return least;
  }

  Choice hips(double chair_near) const {
    const double standing = rig_.measures.standing_hips;
    const double share = standing > 1e-6 ? (at_[0].y - job_.floor) / standing : 1.0;
    const double high = 1.0 - near_weight(share, set_.hip_height_low, set_.hip_height_high);
    return lesser({1.0 - chair_near, WeightLayer::kChair}, {high, WeightLayer::kHipHeight});
  }

  Choice leg(std::size_t side, double seated) const {
    if (!rig_.has_all({1 + side, 3 + side, 5 + side})) return {};
    const Vec3 line = at_[5 + side] - at_[0];
    const double close = near(std::hypot(line.x, line.z), set_.sit_foot_hip_near, set_.sit_foot_hip_far);
    const double sole = at_[5 + side].y - rig_.measures.ankle_height - job_.floor;
    const double low = near(sole, set_.foot_height_min_threshold, set_.foot_height_max_threshold);
    return lesser({1.0 + (close - 1.0) * seated, WeightLayer::kSitFootHip}, {low, WeightLayer::kFootHeight});
  }

  Choice reach(std::size_t side) const {
    if (!rig_.has_all({13 + side, 15 + side, 17 + side})) return {};
    const Vec3& hand = at_[17 + side];
    const double other = rig_.has(18 - side) ? glm::distance(hand, at_[18 - side]) : kFarAway;
    double least = kFarAway;
    for (const PropPoint& prop : job_.props) {
      const bool is_held = prop.holder != 0 && prop.holder == job_.self && prop.hand == side;
      if (prop.type != PropType::kChair && !is_held) least = std::min(least, glm::distance(hand, prop.position));
    }
    for (const Vec3& far_hand : job_.other_hands) least = std::min(least, glm::distance(hand, far_hand));
    return greater({near(other, set_.hand_hand_near, set_.hand_hand_far), WeightLayer::kHandHand},
                   {near(least, set_.hand_prop_near, set_.hand_prop_far), WeightLayer::kHandProp});
  }

  /// Of hands that meet: 0 at handHandFar, 1 at kMeeting of handHandNear.
  double meeting() const {
    if (!rig_.has_all({17, 18})) return 0.0;
    return near(glm::distance(at_[17], at_[18]), kMeeting * set_.hand_hand_near, set_.hand_hand_far);
  }

 private:
  static constexpr double kMeeting = 0.6;

  const rig::HumanRig& rig_;
  const std::array<Vec3, kHumanBoneCount>& at_;
  const BodySettings& set_;
  const LimbWeightsJob& job_;
  double size_;
};

}  // namespace

double near_weight(double distance, double near, double far) {
  if (!(distance < kFarAway)) return 0.0;
  if (far <= near) return distance <= near ? 1.0 : 0.0;
  return 1.0 - std::clamp((distance - near) / (far - near), 0.0, 1.0);
}

IkWeights ik_weights(const LayeredWeight& weight, const BodySettings& settings, bool is_leg) {
  if (!(weight.value > 0.0)) return {};
  return {weight.value, weight.value * settings.rotation_weight, is_leg ? 1.0 : settings.bend_goal_weight};
}

bool LimbWeightsJob::validate() const {
  return source_rig != nullptr && source != nullptr && settings != nullptr && state != nullptr;
}

bool LimbWeightsJob::run() const noexcept {
  if (!validate()) return false;
  const Layers layers(*this);
  const double take = state->is_started ? -std::expm1(-settings->weight_smooth_speed * std::max(0.0, dt)) : 1.0;
  const double switch_take = state->is_started ? -std::expm1(-kSwitchSpeed * std::max(0.0, dt)) : 1.0;
  const auto approach = [take](double& value, double target) {
    value += (target - value) * take;
    value = std::clamp(value, 0.0, 1.0);
  };
  const auto settle = [&](LayeredWeight& weight, const Choice& choice) {
    weight.target = choice.value;
    weight.layer = choice.value == 0.0 && choice.layer < WeightLayer::kContact ? WeightLayer::kNone : choice.layer;
    approach(weight.value, choice.value);
  };
  const double chair = layers.near(layers.chair_distance(), settings->chair_distance_near, settings->chair_distance_far);
  approach(state->chair_nearness, chair);
  const Choice hips = layers.hips(chair);
  settle(state->hips, hips);
  for (const std::size_t side : {0U, 1U}) {
    settle(state->legs[side], layers.leg(side, 1.0 - hips.value));
    const bool is_enabled = side == 0 ? settings->enable_left_arm_ik : settings->enable_right_arm_ik;
    const Choice reach = layers.reach(side);
    const double touch = settings->contact_ik && source_rig->has_all({13 + side, 15 + side, 17 + side}) ? contact[side] : 0.0;
    const Choice arm = greater(reach, {touch, WeightLayer::kContact});
    approach(state->layered[side], arm.value);
    approach(state->reach[side], reach.value);
    approach(state->contact[side], touch);
    // A clap is over before a smoothed weight is there. Where hands are about to touch the distance itself is smooth enough.
    if (reach.layer == WeightLayer::kHandHand && take > 0.0) {
      state->layered[side] = std::max(state->layered[side], layers.meeting());
      state->reach[side] = std::max(state->reach[side], layers.meeting());
    }
    // The switch fades on its own: it acts even where the weights stand still.
    double& enabled = state->enabled[side];
    enabled += ((is_enabled ? 1.0 : 0.0) - enabled) * switch_take;
    enabled = std::clamp(enabled, 0.0, 1.0);
    state->arms[side].target = is_enabled ? arm.value : 0.0;
    state->arms[side].layer = !is_enabled ? WeightLayer::kDisabled : arm.value > 0.0 ? arm.layer : WeightLayer::kNone;
    state->arms[side].value = state->layered[side] * enabled;
  }
  state->is_started = true;
  return true;
}

}  // namespace doppel::solve
