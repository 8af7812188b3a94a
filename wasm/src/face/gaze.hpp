// How far a look channel turns the eye: from its bone, or from a moved eyeball.
// It does not match avatars; flat irises that slide give no angle and are matched by travel.
#pragma once

#include "face/channel_fields.hpp"
#include "face/components.hpp"
#include "face/measurement.hpp"

namespace doppel::face {

/// A fit is taken when what it leaves is at most this share of the movement (F5).
inline constexpr double kGazeResidual = 0.2;
/// ... and the turn about the piece's own centre explains at least this share of the squared movement: "most of the travel" (F5).
inline constexpr double kTurnedShare = 0.5;
/// An eyeball moves as a whole: at least this share of its area is touched by the channel.
inline constexpr double kBallShare = 0.5;
/// A piece that carries less of the channel's movement than this (of the integral of |d|^2) is not the eye but an ornament.
inline constexpr double kBallEnergy = 0.1;

struct Gaze {
  double degrees = 0.0;
  GazeSource from = GazeSource::kNone;
};

/// `field` is the channel's displacement at weight 1, already evaluated.
Gaze measure_gaze(const ChannelFields& fields, const SurfaceComponents& components, std::size_t channel,
                  const DisplacementField& field);

}  // namespace doppel::face
