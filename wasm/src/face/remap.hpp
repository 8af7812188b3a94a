// The remap of one channel: input 0..1 to a weight the avatar can show, by one of three methods (F4).
// It is not the frame path: classes, coupling and routes are `FaceSolver`'s.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace doppel::face {

/// How a channel's input becomes a weight. The profile names the method it was made for.
enum class RemapMethod : std::uint8_t {
  kRangeMatch,     // "range_match", the default: keeps small movements, matches the peak, never clips
  kAdaptiveRemap,  // "adaptive_remap": the formula of spec 3.4 to the letter
  kLinear,         // "linear": plain gain, for comparison
};

/// In the order of `RemapMethod`.
inline constexpr std::array<std::string_view, 3> kRemapMethodNames{"range_match", "adaptive_remap", "linear"};
std::string_view to_string(RemapMethod method);
std::optional<RemapMethod> remap_method(std::string_view name);

/// Inputs below this are 0, whatever the method (spec 3.4, step "zero is zero").
inline constexpr double kZeroInput = 0.001;
/// The step from 0 to the dead zone is ramped from kZeroInput up to this input.
inline constexpr double kDeadZoneRampEnd = 0.01;
/// range_match takes ratios within these; a channel outside is weak or strong.
inline constexpr double kMinMatchedRatio = 0.2;
inline constexpr double kMaxMatchedRatio = 5.0;
/// Exponents of range_match: slope at 0 and end value, for an avatar that moves more (r < 1) and for one that moves less.
inline constexpr double kSlopeExponentBelowOne = 0.58;
inline constexpr double kEndExponentBelowOne = 1.13;
inline constexpr double kSlopeExponentAboveOne = 0.88;
inline constexpr double kEndLossAboveOne = 0.068;
/// gamma = 1 / ratio^0.4 (spec 3.4).
inline constexpr double kGammaExponent = 0.4;
/// Share of saturation at which the soft clamp starts (spec 3.4, step 5).
inline constexpr double kSoftClampStart = 0.9;
/// The same for what goes in proportion: half the way, for half the error.
inline constexpr double kProportionEaseStart = 0.95;
/// Largest `floor`, the input below which a channel is held at 0.
inline constexpr double kMaxFloor = 0.1;

/// A binary channel or expression goes on at this value, and off below the lower one (F3).
inline constexpr double kBinaryOn = 0.55;
inline constexpr double kBinaryOff = 0.45;

/// Clamps to 0..1; NaN becomes 0.
constexpr double clamp01(double value) { return value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0; }

/// An input with what lies below `floor` held at 0, ramped: nothing up to the floor, everything from twice the floor.
constexpr double above_floor(double input, double floor) {
  return floor > 0.0 ? input * clamp01((input - floor) / floor) : input;
}

double gamma_from_ratio(double ratio);
double ratio_from_gamma(double gamma);

/// What one channel's curve is made from. Every field finite and within its range; `CompiledCurve` does not check.
struct CurveSettings {
  RemapMethod method = RemapMethod::kRangeMatch;
  double ratio = 1.0;          // > 0: reference movement / avatar movement
  double gamma = 1.0;          // > 0: exponent, used by adaptive_remap only
  double dead_zone = 0.0;      // weight, 0..saturation
  double saturation = 1.0;     // weight, 0..1
  double gain = 1.0;           // >= 0: overall x group x user; the automatic part is never in it
  double floor = 0.0;          // input, 0..kMaxFloor
  double closed_at = 1.0;      // input that counts as 1, > 0..1
  bool in_proportion = false;  // range_match only: y = r x up to the eased end, for what is matched by its angle
  bool soft_clamp = true;      // adaptive_remap only: off for closure at gamma 1, whose end must be reached
};

/// One channel's curve with everything that does not depend on the input worked out. Copyable, 100 bytes; evaluating it neither
/// throws nor allocates, and takes one division (range_match, linear) or a power (adaptive_remap).
class CompiledCurve {
 public:
  CompiledCurve() : CompiledCurve(CurveSettings{}) {}
  explicit CompiledCurve(const CurveSettings& settings);

  /// Weight for an input; input outside 0..1 counts as its nearest end, NaN as 0. Result within [0, saturation]
  /// (adaptive_remap: [0, 1], as its gain comes after its clamp). Monotone, never NaN.
  double operator()(double input) const noexcept;

 private:
  double mapped(double x) const noexcept;
  double eased(double weight) const noexcept;

  RemapMethod method_;
  bool soft_clamp_;
  double gamma_;
  double slope_;  // a of range_match, r of linear
  double bend_;   // a / F - 1
  double dead_zone_;
  double span_;
  double saturation_;
  double gain_;
  double floor_;
  double inverse_closed_at_;
  // Ease of the last tenth before saturation, where the gain takes the curve's end past it.
  bool eases_;
  double ease_start_;
  double ease_reach_;     // how far past the start the curve's end lies
  double ease_exponent_;  // k with k / (1 - exp(-k)) = reach / room, so that the slope is continuous
  double ease_scale_;
};

}  // namespace doppel::face
