// Rotations as unit quaternions in double precision: shortest arc, swing and twist, headings, Unity's Euler angles, mirroring.
// It is not a matrix library; GLM has the products and the vectors.
#pragma once

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace doppel::math {

using Vec3 = glm::dvec3;
using Quat = glm::dquat;

inline constexpr Quat kIdentity{1.0, 0.0, 0.0, 0.0};  // GLM's constructor takes w first; memory is x, y, z, w
inline constexpr Vec3 kUp{0.0, 1.0, 0.0};
inline constexpr Vec3 kForward{0.0, 0.0, 1.0};
inline constexpr Vec3 kLeft{1.0, 0.0, 0.0};
inline constexpr double kRadian = 0.017453292519943295;  // one degree

bool is_finite(const Vec3& v);
bool is_finite(const Quat& q);

/// `v` as a direction, or `fallback` where it is shorter than 1e-9 or not finite.
Vec3 direction_or(const Vec3& v, const Vec3& fallback);

/// Normalized; the identity where the length is not finite or under 1e-9. A quaternion that is unit to 1e-15 stays as it is, to
/// the bit.
Quat unit(const Quat& q);

/// Rotation about a unit axis by radians.
Quat about(const Vec3& axis, double radians);

/// The smallest rotation that takes `from` to `to`; directions need not be unit. Zero-length or non-finite input: the identity.
/// Opposite directions: half a turn about an axis that depends only on `from`.
Quat shortest_arc(const Vec3& from, const Vec3& to);

struct SwingTwist {
  Quat swing{kIdentity};
  Quat twist{kIdentity};
};

/// q = swing * twist, the twist about `axis` (unit). Half a turn across the axis leaves the twist the identity.
SwingTwist swing_twist(const Quat& q, const Vec3& axis);

/// Signed angle of the twist about `axis`, radians, -pi..pi.
double twist_angle(const Quat& q, const Vec3& axis);

/// Signed angle about `axis` (unit) that takes the part of `from` across it to that of `to`, -pi..pi; 0 where one has no such
/// part.
double angle_about(const Vec3& axis, const Vec3& from, const Vec3& to);

/// Angle between two rotations, radians, 0..pi.
double angle_between(const Quat& a, const Quat& b);
/// Angle between two directions, radians, 0..pi; 0 where one has no length.
double angle_between(const Vec3& a, const Vec3& b);

/// Constant speed, along the shorter way; 0 gives `a` and 1 gives `b` to the bit.
Quat slerp(const Quat& a, const Quat& b, double t);

/// The rotation that is `t` of the way from none to `q`, along the shorter way; `t` may be negative or above 1.
Quat power(const Quat& q, double t);

/// Turn about Y.
Quat yaw(double radians);

/// Euler angles in degrees as Unity means them (left-handed, q = Y X Z), as a right-handed rotation: turns about Y and Z are
/// negated.
Quat from_unity_euler(const Vec3& degrees);
/// The reverse, each angle -180..180, x within -90..90.
Vec3 to_unity_euler(const Quat& q);

/// A position or offset of Unity's left-handed space in ours, and back: x is negated.
inline Vec3 from_unity(const Vec3& v) { return {-v.x, v.y, v.z}; }

/// The rotation seen in a mirror at the plane x = 0.
inline Quat mirrored(const Quat& q) { return {q.w, q.x, -q.y, -q.z}; }
inline Vec3 mirrored(const Vec3& v) { return {-v.x, v.y, v.z}; }

/// 0 at `low` and below, 1 at `high` and above, smooth between; a step at `low` where they coincide.
double smooth_step(double low, double high, double x);

}  // namespace doppel::math
