// The built-in reference face as a measurement, so that it and a user's own reference are used alike.
// It is not the figures: those are `base/reference_face.hpp`.
#pragma once

#include "face/measurement.hpp"

namespace doppel::face {

/// Linear response, dead zone 0, saturation 1, coupling 1: what is known of the reference avatar.
FaceMeasurement reference_measurement();

/// Fills what follows from the figures at weight 1 for a channel that responds linearly: presence, curve, travel at saturation.
void fill_linear_response(ChannelMeasurement& channel);

}  // namespace doppel::face
