// Rotations as unit quaternions in double precision: shortest arc, swing and twist, headings, Unity's Euler angles.
// It is not a matrix library; GLM has the products and the vectors.
#include "math/quat.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::math {
namespace {

constexpr double kTiny = 1e-9;
constexpr double kUnitSlack = 1e-15;

// Any unit vector across `direction`, always the same one for the same direction.
Vec3 across(const Vec3& direction) {
  const Vec3 helper = std::abs(direction.y) < 0.9 ? kUp : kForward;
  return glm::normalize(glm::cross(helper, direction));
}

}  // namespace

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool is_finite(const Quat& q) { return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w); }

Vec3 direction_or(const Vec3& v, const Vec3& fallback) {
  const double length = glm::length(v);
  return length > kTiny && std::isfinite(length) ? v / length : fallback;
}

Quat unit(const Quat& q) {
  const double squares = glm::dot(q, q);
  if (!std::isfinite(squares) || squares < kTiny * kTiny) return kIdentity;
  if (std::abs(squares - 1.0) <= kUnitSlack) return q;
  return q * (1.0 / std::sqrt(squares));
}

Quat about(const Vec3& axis, double radians) {
  const Vec3 v = axis * std::sin(0.5 * radians);
  return {std::cos(0.5 * radians), v.x, v.y, v.z};
}

Quat shortest_arc(const Vec3& from, const Vec3& to) {
  const double scale = glm::length(from) * glm::length(to);
  if (!(scale > kTiny * kTiny) || !std::isfinite(scale)) return kIdentity;
  const Vec3 a = glm::normalize(from);
  const Vec3 b = glm::normalize(to);
  // The half-way vector keeps full precision near opposite directions, where 1 + dot loses it.
  const Vec3 sum = a + b;
  const double length = glm::length(sum);
  if (length < 1e-7) {
    const Vec3 axis = across(a);
    return {0.0, axis.x, axis.y, axis.z};
  }
  const Vec3 half = sum / length;
  const Vec3 v = glm::cross(a, half);
  return unit({glm::dot(a, half), v.x, v.y, v.z});
}

SwingTwist swing_twist(const Quat& q, const Vec3& axis) {
  const Vec3 along = glm::dot(Vec3(q.x, q.y, q.z), axis) * axis;
  const Quat projected(q.w, along.x, along.y, along.z);
  if (glm::dot(projected, projected) < kTiny * kTiny) return {q, kIdentity};
  const Quat twist = unit(projected);
  return {q * glm::conjugate(twist), twist};
}

double twist_angle(const Quat& q, const Vec3& axis) {
  const double s = glm::dot(Vec3(q.x, q.y, q.z), axis);
  if (s == 0.0 && q.w == 0.0) return 0.0;
  return q.w < 0.0 ? 2.0 * std::atan2(-s, -q.w) : 2.0 * std::atan2(s, q.w);
}

double angle_about(const Vec3& axis, const Vec3& from, const Vec3& to) {
  const Vec3 a = from - glm::dot(from, axis) * axis;
  const Vec3 b = to - glm::dot(to, axis) * axis;
  const double sine = glm::dot(axis, glm::cross(a, b));
  const double cosine = glm::dot(a, b);
  return sine == 0.0 && cosine == 0.0 ? 0.0 : std::atan2(sine, cosine);
}

double angle_between(const Quat& a, const Quat& b) {
  const Quat d = glm::conjugate(a) * b;
  return 2.0 * std::atan2(glm::length(Vec3(d.x, d.y, d.z)), std::abs(d.w));
}

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)); }

Quat slerp(const Quat& a, const Quat& b, double t) {
  if (t == 0.0) return a;
  if (t == 1.0) return b;
  return unit(a * power(glm::conjugate(a) * b, t));
}

Quat power(const Quat& q, double t) {
  const Quat near = q.w < 0.0 ? -q : q;
  const Vec3 v(near.x, near.y, near.z);
  const double length = glm::length(v);
  if (length < 1e-12) return kIdentity;
  return about(v / length, 2.0 * std::atan2(length, near.w) * t);
}

Quat yaw(double radians) { return about(kUp, radians); }

Quat from_unity_euler(const Vec3& degrees) {
  return yaw(-degrees.y * kRadian) * about(kLeft, degrees.x * kRadian) * about(kForward, -degrees.z * kRadian);
}

Vec3 to_unity_euler(const Quat& q) {
  // Of the matrix Y X Z, the image of forward holds y and x, the second row x and z.
  const Vec3 forward = q * kForward;
  const double level = std::hypot(forward.x, forward.z);
  const double x = std::atan2(-forward.y, level);
  double y = 0.0;
  double z = 0.0;
  if (level > 1e-9) {
    y = std::atan2(forward.x, forward.z);
    z = std::atan2(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z));
  } else {
    // Looking straight up or down, turns about Y and Z are one: all of it goes to Y.
    y = std::atan2(-2.0 * (q.x * q.z - q.w * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z));
  }
  return Vec3(x, -y, -z) / kRadian;
}

double smooth_step(double low, double high, double x) {
  if (x <= low) return 0.0;
  if (x >= high) return 1.0;
  const double t = (x - low) / (high - low);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace doppel::math
