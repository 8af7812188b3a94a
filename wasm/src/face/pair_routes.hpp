// Routes as they are measured: what both sides of a pair drive counts with the weight of both.
// It is not the frame path: there each channel drives its own route, and what two sides share adds up by itself.
#pragma once

#include <cstddef>

#include "face/routes.hpp"

namespace doppel::face {

/// The channel that plays the same movement of the face on its other side: the mirror partner; for a look inwards the other eye's
/// look outwards (both eyes look the same way). The channel itself where it has no side, and where left and right are directions
/// of one movement, which exclude each other (jawLeft, jawRight, mouthLeft, mouthRight).
std::size_t other_side(std::size_t channel);

/// The routes in which each channel also plays what its other side's route shares with it: the same expression, or the same morph
/// slot, by whichever way the other side reaches it. A smile that each side plays at half weight through one expression is so
/// the whole smile, as a face shows it that smiles on both sides. What only one side drives stays that side's; bone turns are
/// never shared. Expressions may be added at the end of the list; existing numbers stay. The routes must be valid.
FaceRoutes with_other_sides(const FaceRoutes& routes);

}  // namespace doppel::face
