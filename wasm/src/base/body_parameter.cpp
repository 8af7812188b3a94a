// The rows of the table of body parameters, and reading and writing a parameter by its row.
// It is not the settings file: JSON is read and written in io.
#include "base/body_parameter.hpp"

#include <algorithm>
#include <cmath>

namespace doppel {
namespace {

using S = BodySettings;
constexpr std::array<std::string_view, 3> kFingerCopyModes{"None", "MuscleData", "Rotation"};
constexpr std::array<std::string_view, 2> kRootMotions{"world", "scaled"};

constexpr BodyParameter number(std::string_view name, double S::*field, std::string_view unit, double low, double high,
                               double initial, bool is_seed = true) {
  return {name, field, unit, low, high, initial, is_seed};
}
constexpr BodyParameter flag(std::string_view name, bool S::*field, bool initial, bool is_seed = true) {
  return {name, field, "", 0.0, 1.0, initial ? 1.0 : 0.0, is_seed};
}
constexpr BodyParameter shape(std::string_view name, double S::*field) { return number(name, field, "", -1.0, 1.0, 0.0); }
constexpr BodyParameter distance(std::string_view name, double S::*field, double initial) {
  return number(name, field, "m", 0.0, 2.0, initial);
}
constexpr BodyParameter turn(std::string_view name, double S::*field) { return number(name, field, "deg", -180.0, 180.0, 0.0); }

constexpr auto kParameters = std::to_array<BodyParameter>({
    number("footFrontBackOffset", &S::foot_front_back_offset, "m", -0.5, 0.5, 0.0),
    number("footInOutOffset", &S::foot_in_out_offset, "m", -0.5, 0.5, 0.0),
    number("floorHeight", &S::floor_height, "m", -1.0, 1.0, 0.0),
    turn("headRotationOffsetX", &S::head_rotation_offset_x),
    turn("headRotationOffsetY", &S::head_rotation_offset_y),
    turn("headRotationOffsetZ", &S::head_rotation_offset_z),
    number("avatarScale", &S::avatar_scale, "", 0.1, 3.0, 1.0),
    number("headScale", &S::head_scale, "", 0.1, 3.0, 1.0),
    number("chairSeatHeightOffset", &S::chair_seat_height_offset, "m", -0.5, 0.5, 0.0),
    flag("enableLeftArmIK", &S::enable_left_arm_ik, true),
    flag("enableRightArmIK", &S::enable_right_arm_ik, true),
    number("weightSmoothSpeed", &S::weight_smooth_speed, "1/s", 0.0, 60.0, 10.0),
    {"fingerCopyMode", &S::finger_copy_mode, "", 0.0, 2.0, 2.0, true, kFingerCopyModes},
    flag("fingerShaped.enabled", &S::finger_shaped_enabled, false),
    flag("fingerShaped.leftHandEnabled", &S::finger_shaped_left_hand_enabled, true),
    flag("fingerShaped.rightHandEnabled", &S::finger_shaped_right_hand_enabled, true),
    shape("leftThumbCurl", &S::left_thumb_curl),
    shape("leftIndexCurl", &S::left_index_curl),
    shape("leftMiddleCurl", &S::left_middle_curl),
    shape("leftRingCurl", &S::left_ring_curl),
    shape("leftPinkyCurl", &S::left_pinky_curl),
    shape("leftSpreadFingers", &S::left_spread_fingers),
    shape("rightThumbCurl", &S::right_thumb_curl),
    shape("rightIndexCurl", &S::right_index_curl),
    shape("rightMiddleCurl", &S::right_middle_curl),
    shape("rightRingCurl", &S::right_ring_curl),
    shape("rightPinkyCurl", &S::right_pinky_curl),
    shape("rightSpreadFingers", &S::right_spread_fingers),
    distance("handHandNear", &S::hand_hand_near, 0.15),
    distance("handHandFar", &S::hand_hand_far, 0.35),
    distance("handPropNear", &S::hand_prop_near, 0.12),
    distance("handPropFar", &S::hand_prop_far, 0.40),
    distance("sitFootHipNear", &S::sit_foot_hip_near, 0.20),
    distance("sitFootHipFar", &S::sit_foot_hip_far, 0.35),
    distance("footHeightMinThreshold", &S::foot_height_min_threshold, 0.12),
    distance("footHeightMaxThreshold", &S::foot_height_max_threshold, 0.45),
    distance("chairDistanceNear", &S::chair_distance_near, 0.25),
    distance("chairDistanceFar", &S::chair_distance_far, 0.60),
    number("hipHeightLow", &S::hip_height_low, "of standing height", 0.0, 1.0, 0.35),
    number("hipHeightHigh", &S::hip_height_high, "of standing height", 0.0, 1.0, 0.70),
    {"rootMotion", &S::root_motion, "", 0.0, 1.0, 0.0, false, kRootMotions},
    flag("pelvisDrop", &S::pelvis_drop, true, false),
    flag("contactIK", &S::contact_ik, true, false),
    number("legSoftReach", &S::leg_soft_reach, "of limb length", 0.9, 1.0, 0.97, false),
    number("armSoftReach", &S::arm_soft_reach, "of limb length", 0.9, 1.0, 0.97, false),
    number("pelvisDropLimit", &S::pelvis_drop_limit, "of limb length", 0.0, 0.5, 0.25, false),
    number("contactDistance", &S::contact_distance, "m", 0.0, 0.5, 0.12, false),
    number("rotationWeight", &S::rotation_weight, "", 0.0, 1.0, 1.0, false),
    number("bendGoalWeight", &S::bend_goal_weight, "", 0.0, 1.0, 1.0, false),
    flag("filter.enabled", &S::filter_enabled, true, false),
    number("filter.positionMinCutoff", &S::filter_position_min_cutoff, "Hz", 0.1, 30.0, 2.0, false),
    number("filter.positionBeta", &S::filter_position_beta, "1 per m/s", 0.0, 100.0, 15.0, false),
    number("filter.rotationMinCutoff", &S::filter_rotation_min_cutoff, "Hz", 0.1, 30.0, 2.0, false),
    number("filter.rotationBeta", &S::filter_rotation_beta, "1 per rad/s", 0.0, 100.0, 4.0, false),
    number("filter.dCutoff", &S::filter_d_cutoff, "Hz", 0.1, 30.0, 5.0, false),
});

void assign(S& settings, const BodyField& field, double value) {
  std::visit(
      [&](auto member) {
        using Value = std::remove_reference_t<decltype(settings.*member)>;
        if constexpr (std::is_same_v<Value, double>) {
          settings.*member = value;
        } else if constexpr (std::is_same_v<Value, bool>) {
          settings.*member = value != 0.0;
        } else {
          settings.*member = static_cast<Value>(static_cast<std::uint8_t>(value));
        }
      },
      field);
}

}  // namespace

std::span<const BodyParameter> body_parameters() { return kParameters; }

std::optional<std::size_t> body_parameter_index(std::string_view name) {
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    if (kParameters[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> choice_index(const BodyParameter& parameter, std::string_view name) {
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (parameter.choices[i] == name) return i;
  }
  return std::nullopt;
}

double get_parameter(const BodySettings& settings, const BodyParameter& parameter) {
  return std::visit([&](auto member) { return static_cast<double>(settings.*member); }, parameter.field);
}

SetOutcome set_parameter(BodySettings& settings, const BodyParameter& parameter, double value) {
  if (!std::isfinite(value)) return SetOutcome::kRefused;
  if (parameter.is_number()) {
    const double taken = std::clamp(value, parameter.minimum, parameter.maximum);
    assign(settings, parameter.field, taken);
    return taken == value ? SetOutcome::kTaken : SetOutcome::kClamped;
  }
  if (value < parameter.minimum || value > parameter.maximum || value != std::floor(value)) return SetOutcome::kRefused;
  assign(settings, parameter.field, value);
  return SetOutcome::kTaken;
}

void reset_parameter(BodySettings& settings, const BodyParameter& parameter) {
  assign(settings, parameter.field, parameter.initial);
}

std::size_t sanitize(BodySettings& settings) {
  std::size_t changed = 0;
  for (const BodyParameter& parameter : kParameters) {
    const SetOutcome outcome = set_parameter(settings, parameter, get_parameter(settings, parameter));
    if (outcome == SetOutcome::kRefused) reset_parameter(settings, parameter);
    if (outcome != SetOutcome::kTaken) ++changed;
  }
  return changed;
}

}  // namespace doppel
