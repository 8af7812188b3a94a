// Synthetic faces for the calibration's tests: measurements and routes without any geometry.
// It is not an avatar; the probe is not involved.
#pragma once

#include <string_view>

#include "base/face_channel.hpp"
#include "face/measurement.hpp"
#include "face/reference_measurement.hpp"
#include "face/routes.hpp"

namespace doppel::test {

/// Channel of a name that is known to exist.
inline std::size_t channel(std::string_view name) { return face_channel_index(name).value(); }

/// The reference face with every target moving `scale` times as far.
inline face::FaceMeasurement scaled_face(double scale) {
  face::FaceMeasurement result = face::reference_measurement();
  for (face::ChannelMeasurement& measured : result.channels) {
    measured.travel *= scale;
    measured.rms *= scale;
    measured.gaze_degrees *= scale;
    face::fill_linear_response(measured);
  }
  return result;
}

/// Makes a channel what the probe would write for a target that moves nothing, or for none.
inline void set_presence(face::FaceMeasurement& of, std::string_view name, face::Presence presence) {
  face::ChannelMeasurement& measured = of.channels[channel(name)];
  measured = {};
  face::fill_linear_response(measured);
  measured.presence = presence;
}

/// Channel i drives slot i alone, at weight 1.
inline face::FaceRoutes plain_routes() {
  face::FaceRoutes routes;
  routes.slot_count = kFaceChannelCount;
  for (std::uint32_t i = 0; i < kFaceChannelCount; ++i) routes.channels[i].binds.push_back({i, 1.0});
  return routes;
}

}  // namespace doppel::test
