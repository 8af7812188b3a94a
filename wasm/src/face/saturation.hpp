// The weight from which a channel spoils the geometry: lids or lips pass through each other, or the skin folds over.
// The response curve's own saturation is in response.hpp; the probe takes the lower of the two.
#pragma once

#include <array>

#include "face/channel_fields.hpp"
#include "face/lids.hpp"
#include "face/lips.hpp"
#include "face/measurement.hpp"

namespace doppel::face {

/// Weights are tried in steps of this (F3).
inline constexpr double kWeightStep = 0.05;
/// Lids and lips may be deeper in each other than at rest by this share of the face height (F3).
inline constexpr double kCrossingShare = 0.01;
/// This share of the moved surface may fold over: single triangles flip on every real face (F3).
inline constexpr double kFoldedShare = 0.02;
/// Lids count as met when at most this share of the open area and of the open height is left.
inline constexpr double kClosedArea = 0.005;
inline constexpr double kClosedHeight = 0.01;
/// The weight at which lids meet is found to this.
inline constexpr double kClosingTolerance = 0.001;

struct GeometricLimit {
  double weight = 1.0;
  SaturationSource from = SaturationSource::kNone;
};

/// The lowest weight, from `first` (0..1) up in steps of kWeightStep, at which the channel crosses lids or lips or folds the
/// surface; 1 and kNone where it never does. `field` is scratch.
GeometricLimit find_geometric_limit(const ChannelFields& fields, std::size_t channel, double first, double face_height,
                                    const std::array<const Lids*, 2>& lids, const Lips* lips, DisplacementField& field);

/// The lowest weight at which a blink channel closes its lids; 1 and kNone where it never does. `field` is scratch.
GeometricLimit find_closing(const ChannelFields& fields, std::size_t channel, const Lids& lids, DisplacementField& field);

}  // namespace doppel::face
