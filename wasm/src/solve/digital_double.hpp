// What a performer's skeleton does not tell, ankle height and soles, taken from an avatar that is built like the performer.
// It changes no avatar, and nothing that was measured.
#pragma once

#include "rig/human_rig.hpp"

namespace doppel::solve {

inline constexpr double kAlike = 0.01;   // relative difference of a length up to which two bodies are one
inline constexpr double kUnlike = 0.05;  // and from which they are strangers

/// How far the avatar at `scale` is the performer's digital double, 0..1: by the length among legs, arms, widths of shoulders and
/// hips, and ankle to ball that differs most. 0 where one of the bodies has no legs; other lengths count where both have them.
double likeness(const rig::BodyMeasures& source, const rig::BodyMeasures& target, double scale);

/// The performer's measures: as given, but for an ankle height and soles that nobody measured. Those are the expected ones of a
/// stranger, the avatar's own of a double, so that it stands and steps as the performer does to the millimetre.
rig::BodyMeasures complete_measures(const rig::BodyMeasures& source, const rig::BodyMeasures& target, double scale);

}  // namespace doppel::solve
