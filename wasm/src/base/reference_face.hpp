// Figures of the built-in reference face: what each channel at weight 1 does to the avatar that all others are matched to.
// It is not a measurement record; `face::reference_measurement` makes one of it.
#pragma once

#include <array>

#include "base/face_channel.hpp"

namespace doppel {

/// One channel of the reference face at weight 1, lengths in metres.
struct ReferenceChannel {
  double travel;        // sqrt(I4 / I2), I_k the integral of |displacement|^k over the surface
  double low;           // extent along `up` of the surface that moves at least 20 % of the channel's largest displacement
  double high;          // from the same origin as `low`
  double rms;           // root mean square over the vertices that move more than 1e-6 m
  double gaze_degrees;  // turn of the eyeball; 0 for channels that are not eyeLook*
};

struct ReferenceFace {
  std::array<double, 3> up;  // unit, from the mouth to the eyes
  double face_height;        // metres, over all channels but tongueOut
  std::array<ReferenceChannel, kFaceChannelCount> channels;
};

/// The reference face, in the order of `kFaceChannels`.
const ReferenceFace& reference_face();

}  // namespace doppel
