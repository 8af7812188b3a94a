// The built-in reference face as a measurement, so that it and a user's own reference are used alike.
// It is not the figures: those are `base/reference_face.hpp`.
#include "face/reference_measurement.hpp"

#include "base/reference_face.hpp"

namespace doppel::face {

void fill_linear_response(ChannelMeasurement& channel) {
  channel.presence = channel.travel > 0.0 ? Presence::kMoves : Presence::kEmpty;
  for (std::size_t i = 0; i < kProbeWeights.size(); ++i) {
    channel.curve[i] = {kProbeWeights[i], kProbeWeights[i] * channel.travel, kProbeWeights[i] * channel.rms};
  }
  channel.dead_zone = 0.0;
  channel.saturation = 1.0;
  channel.travel_at_saturation = channel.travel;
}

FaceMeasurement reference_measurement() {
  const ReferenceFace& face = reference_face();
  FaceMeasurement result;
  result.up = face.up;
  result.face_height = face.face_height;
  result.coupling = 1.0;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const ReferenceChannel& figures = face.channels[i];
    ChannelMeasurement& channel = result.channels[i];
    channel.travel = figures.travel;
    channel.rms = figures.rms;
    channel.low = figures.low;
    channel.high = figures.high;
    channel.gaze_degrees = figures.gaze_degrees;
    fill_linear_response(channel);
  }
  return result;
}

}  // namespace doppel::face
