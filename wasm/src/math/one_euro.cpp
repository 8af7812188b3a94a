// The 1-euro filter (Casiez, Roussel, Vogel 2012) for positions and rotations.
// It keeps no raw values and reads no clock.
#include "math/one_euro.hpp"

#include <cmath>
#include <numbers>

namespace doppel::math {
namespace {

// Rotation vector (axis times angle, the shorter way round).
Vec3 rotation_vector(const Quat& q) {
  const Quat near = q.w < 0.0 ? -q : q;
  const Vec3 v(near.x, near.y, near.z);
  const double length = glm::length(v);
  return length < 1e-12 ? 2.0 * v : v * (2.0 * std::atan2(length, near.w) / length);
}

}  // namespace

double low_pass_alpha(double cutoff, double dt) {
  if (!(dt > 0.0)) return 0.0;
  const double rate = 2.0 * std::numbers::pi * cutoff * dt;
  return std::isfinite(rate) ? rate / (rate + 1.0) : 1.0;
}

Vec3 PositionFilter::step(const Vec3& raw, double dt, const OneEuroSettings& settings) {
  if (!is_finite(raw)) return value_;
  if (!is_started_) {
    value_ = raw;
    speed_ = Vec3(0.0);
    is_started_ = true;
    return value_;
  }
  if (!(dt > 0.0)) return value_;
  // Speed against the last filtered value, as in the authors' reference implementation: noise counts less than against the raw
  // one.
  speed_ += low_pass_alpha(settings.d_cutoff, dt) * ((raw - value_) / dt - speed_);
  const double cutoff = settings.min_cutoff + settings.beta * glm::length(speed_);
  value_ += low_pass_alpha(cutoff, dt) * (raw - value_);
  return value_;
}

Quat RotationFilter::step(const Quat& raw_value, double dt, const OneEuroSettings& settings) {
  if (!is_finite(raw_value)) return value_;
  const Quat raw = unit(raw_value);
  if (!is_started_) {
    value_ = raw;
    speed_ = Vec3(0.0);
    is_started_ = true;
    return value_;
  }
  if (!(dt > 0.0)) return value_;
  speed_ += low_pass_alpha(settings.d_cutoff, dt) * (rotation_vector(glm::conjugate(value_) * raw) / dt - speed_);
  const double cutoff = settings.min_cutoff + settings.beta * glm::length(speed_);
  value_ = slerp(value_, raw, low_pass_alpha(cutoff, dt));
  return value_;
}

}  // namespace doppel::math
