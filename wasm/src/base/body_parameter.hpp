// The table of every body parameter: its name in files and on the remote wire, type, unit, range and default, and the struct they
// live in. It is not the settings file: JSON is read and written in io.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace doppel {

/// How fingers follow the performer's.
enum class FingerCopyMode : std::uint8_t {
  kNone,        // they keep their T-pose shape and ride with the hand
  kMuscleData,  // the performer's curls and spreads are measured and put on, joint by joint
  kRotation,    // their rotations are copied like those of any bone
};

/// What happens to horizontal travel and lift heights on an avatar of another size.
enum class RootMotion : std::uint8_t {
  kWorld,   // unscaled: performers meet in space
  kScaled,  // hips and foot targets scaled alike by the leg ratio about the calibration origin: no stride is stretched
};

enum class PropType : std::uint8_t { kNone, kObject, kChair, kHand };

/// Every parameter of one avatar's body. Signs are Unity's (left-handed): `solve` converts where it uses them. The table below
/// holds unit and range of each.
struct BodySettings {
  double foot_front_back_offset = 0.0;
  double foot_in_out_offset = 0.0;
  double floor_height = 0.0;
  double head_rotation_offset_x = 0.0;
  double head_rotation_offset_y = 0.0;
  double head_rotation_offset_z = 0.0;
  double avatar_scale = 1.0;
  double head_scale = 1.0;
  double chair_seat_height_offset = 0.0;
  bool enable_left_arm_ik = true;
  bool enable_right_arm_ik = true;
  double weight_smooth_speed = 10.0;
  FingerCopyMode finger_copy_mode = FingerCopyMode::kRotation;
  bool finger_shaped_enabled = false;
  bool finger_shaped_left_hand_enabled = true;
  bool finger_shaped_right_hand_enabled = true;
  double left_thumb_curl = 0.0;
  double left_index_curl = 0.0;
  double left_middle_curl = 0.0;
  double left_ring_curl = 0.0;
  double left_pinky_curl = 0.0;
  double left_spread_fingers = 0.0;
  double right_thumb_curl = 0.0;
  double right_index_curl = 0.0;
  double right_middle_curl = 0.0;
  double right_ring_curl = 0.0;
  double right_pinky_curl = 0.0;
  double right_spread_fingers = 0.0;
  double hand_hand_near = 0.15;
  double hand_hand_far = 0.35;
  double hand_prop_near = 0.12;
  double hand_prop_far = 0.40;
  double sit_foot_hip_near = 0.20;
  double sit_foot_hip_far = 0.35;
  double foot_height_min_threshold = 0.12;
  double foot_height_max_threshold = 0.45;
  double chair_distance_near = 0.25;
  double chair_distance_far = 0.60;
  double hip_height_low = 0.35;
  double hip_height_high = 0.70;
  RootMotion root_motion = RootMotion::kWorld;
  bool pelvis_drop = true;
  bool contact_ik = true;
  double leg_soft_reach = 0.97;
  double arm_soft_reach = 0.97;
  double pelvis_drop_limit = 0.25;
  double contact_distance = 0.12;
  double rotation_weight = 1.0;
  double bend_goal_weight = 1.0;
  bool filter_enabled = true;
  double filter_position_min_cutoff = 2.0;
  double filter_position_beta = 15.0;
  double filter_rotation_min_cutoff = 2.0;
  double filter_rotation_beta = 4.0;
  double filter_d_cutoff = 5.0;

  bool operator==(const BodySettings&) const = default;
};

using BodyField =
    std::variant<double BodySettings::*, bool BodySettings::*, FingerCopyMode BodySettings::*, RootMotion BodySettings::*>;

/// One row of the table. Booleans range over 0 and 1, choices over the index into `choices`.
struct BodyParameter {
  std::string_view name;
  BodyField field;
  std::string_view unit;  // "" for a plain number
  double minimum;
  double maximum;
  double initial;
  bool is_seed;  // named by the owner's document, or one of its layers
  std::span<const std::string_view> choices{};

  constexpr bool is_number() const { return field.index() == 0; }
  constexpr bool is_boolean() const { return field.index() == 1; }
  constexpr bool is_choice() const { return field.index() >= 2; }
};

/// In the order in which panels and the remote control list them.
std::span<const BodyParameter> body_parameters();

/// Index into `body_parameters` of an exact name, or nothing.
std::optional<std::size_t> body_parameter_index(std::string_view name);

/// Index of a choice's exact name, or nothing; nothing as well where the parameter is no choice.
std::optional<std::size_t> choice_index(const BodyParameter& parameter, std::string_view name);

/// A parameter as a number: booleans as 0 or 1, choices as their index.
double get_parameter(const BodySettings& settings, const BodyParameter& parameter);

enum class SetOutcome : std::uint8_t {
  kTaken,
  kClamped,  // a number outside its range was taken as the nearer end
  kRefused,  // not finite, or no boolean or choice: nothing changed
};

/// Failure: see `SetOutcome`; it never throws.
SetOutcome set_parameter(BodySettings& settings, const BodyParameter& parameter, double value);

void reset_parameter(BodySettings& settings, const BodyParameter& parameter);

/// Makes numbers of any origin safe: those that are not finite become their default, others are clamped. Returns how many
/// changed.
std::size_t sanitize(BodySettings& settings);

/// One avatar that follows another, `transfer[i]` of the file.
struct TransferSettings {
  std::array<double, 3> hip_offset{};  // metres, world space, each -10..10, default 0; sign of x is Unity's
  bool sync_root_scale = false;
  bool transfer_head_scale = false;

  bool operator==(const TransferSettings&) const = default;
};

inline constexpr double kMaxHipOffset = 10.0;  // metres

}  // namespace doppel
