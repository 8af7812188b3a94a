// The remap of one channel: input 0..1 to a weight the avatar can show, by one of three methods (F4).
// It is not the frame path: classes, coupling and routes are `FaceSolver`'s.
#include "face/remap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace doppel::face {

namespace {

// k with k / (1 - exp(-k)) = target, target >= 1. The left side grows from 1 at k = 0 and lies between k and k + 1.
double solve_ease_exponent(double target) {
  constexpr int kBisections = 60;  // halves the interval of 1 below a double's precision
  double low = std::max(0.0, target - 1.0);
  double high = target;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    const double value = middle > 0.0 ? middle / -std::expm1(-middle) : 1.0;
    (value < target ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::string_view to_string(RemapMethod method) { return kRemapMethodNames[static_cast<std::size_t>(method)]; }

std::optional<RemapMethod> remap_method(std::string_view name) {
  for (std::size_t i = 0; i < kRemapMethodNames.size(); ++i) {
    if (kRemapMethodNames[i] == name) return static_cast<RemapMethod>(i);
  }
  return std::nullopt;
}

double gamma_from_ratio(double ratio) { return 1.0 / std::pow(ratio, kGammaExponent); }
double ratio_from_gamma(double gamma) { return std::pow(gamma, -1.0 / kGammaExponent); }

CompiledCurve::CompiledCurve(const CurveSettings& settings)
    : method_(settings.method),
      soft_clamp_(settings.soft_clamp),
      gamma_(settings.gamma),
      slope_(settings.ratio),
      bend_(0.0),
      dead_zone_(settings.dead_zone),
      span_(settings.saturation - settings.dead_zone),
      saturation_(settings.saturation),
      gain_(settings.gain),
      floor_(settings.floor),
      inverse_closed_at_(1.0 / settings.closed_at),
      eases_(false),
      ease_start_(kSoftClampStart * settings.saturation),
      ease_reach_(0.0),
      ease_exponent_(0.0),
      ease_scale_(0.0) {
  if (method_ == RemapMethod::kRangeMatch) {
    const double r = std::clamp(settings.ratio, kMinMatchedRatio, kMaxMatchedRatio);
    const bool below = r < 1.0;
    slope_ = std::pow(r, below ? kSlopeExponentBelowOne : kSlopeExponentAboveOne);
    const double end = below ? std::pow(r, kEndExponentBelowOne) : 1.0 - kEndLossAboveOne * (1.0 - 1.0 / r);
    bend_ = slope_ / end - 1.0;
    if (settings.in_proportion) {
      slope_ = r;
      bend_ = 0.0;
      ease_start_ = kProportionEaseStart * saturation_;
    }
  }
  if (method_ == RemapMethod::kAdaptiveRemap) return;
  const double peak = mapped(1.0) * gain_;
  if (peak > saturation_ && saturation_ > 0.0) {
    eases_ = true;
    const double room = saturation_ - ease_start_;
    ease_reach_ = peak - ease_start_;
    ease_exponent_ = solve_ease_exponent(ease_reach_ / room);
    ease_scale_ = ease_exponent_ > 0.0 ? room / -std::expm1(-ease_exponent_) : 0.0;
  }
}

double CompiledCurve::mapped(double x) const noexcept {
  if (method_ == RemapMethod::kAdaptiveRemap) {
    double y = dead_zone_ + std::pow(x, gamma_) * span_;
    const double start = kSoftClampStart * saturation_;
    const double room = saturation_ - start;
    if (soft_clamp_ && room > 0.0 && y > start) y = start + room * (1.0 - std::exp(-(y - start) / room));
    return clamp01(y);
  }
  const double y = method_ == RemapMethod::kRangeMatch ? slope_ * x / (1.0 + bend_ * x) : std::min(1.0, slope_ * x);
  const double ramp = clamp01((x - kZeroInput) / (kDeadZoneRampEnd - kZeroInput));
  return dead_zone_ * ramp + y * span_;
}

double CompiledCurve::eased(double weight) const noexcept {
  if (!eases_ || weight <= ease_start_) return weight;
  if (ease_scale_ == 0.0) return weight;  // the end lies on saturation itself
  return ease_start_ + ease_scale_ * -std::expm1(-ease_exponent_ * (weight - ease_start_) / ease_reach_);
}

double CompiledCurve::operator()(double input) const noexcept {
  const double x = std::min(1.0, above_floor(clamp01(input), floor_) * inverse_closed_at_);
  if (x < kZeroInput) return 0.0;
  if (method_ == RemapMethod::kAdaptiveRemap) return clamp01(mapped(x) * gain_);
  return std::clamp(eased(mapped(x) * gain_), 0.0, saturation_);
}

}  // namespace doppel::face
