// The one conversion from a sender's up axis to the bridge's: Y up.
// Nothing else in the bridge turns axes.
#pragma once

#include "natnet/frame_data.hpp"

namespace doppel::natnet {

/// A streaming setting of Motive that the stream does not tell; Y is its default.
enum class UpAxis { kY, kZ };

inline Vector3 to_y_up(const Vector3& v, UpAxis up) { return up == UpAxis::kY ? v : Vector3{v[0], v[2], -v[1]}; }
inline Quaternion to_y_up(const Quaternion& q, UpAxis up) { return up == UpAxis::kY ? q : Quaternion{q[0], q[2], -q[1], q[3]}; }
/// The way back, for the simulator.
inline Vector3 from_y_up(const Vector3& v, UpAxis up) { return up == UpAxis::kY ? v : Vector3{v[0], -v[2], v[1]}; }
inline Quaternion from_y_up(const Quaternion& q, UpAxis up) { return up == UpAxis::kY ? q : Quaternion{q[0], -q[2], q[1], q[3]}; }

}  // namespace doppel::natnet
