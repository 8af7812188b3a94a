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

// The share of the way from the last filtered value to the raw one that is gone in this step; takes the step into the speed. The
// speed is that against the filtered value, as in the authors' reference implementation: noise counts less than against the raw
// one.
double share_of(const Vec3& way, double dt, const OneEuroSettings& settings, Vec3& speed) {
  speed += low_pass_alpha(settings.d_cutoff, dt) * (way / dt - speed);
  return low_pass_alpha(settings.min_cutoff + settings.beta * glm::length(speed), dt);
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
  const Vec3 way = raw - value_;
  value_ += share_of(way, dt, settings, speed_) * way;
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
  value_ = slerp(value_, raw, share_of(rotation_vector(glm::conjugate(value_) * raw), dt, settings, speed_));
  return value_;
}

}  // namespace doppel::math
