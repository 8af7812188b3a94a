// How much of the moved surface a displacement folds over.
// It does not decide what is too much; see saturation.hpp.
#pragma once

#include <span>
#include <vector>

#include "face/displacement.hpp"
#include "face/surface.hpp"

namespace doppel::face {

/// For each of `scales` (0..1, of the whole field) the share, 0..1, of the moved surface (corners that move at least kMovedShare
/// of the largest displacement) whose triangles face away from where they faced at rest. At rest that share is 0 by definition.
std::vector<double> folded_shares(const Surface& surface, const DisplacementField& field, std::span<const double> scales);

}  // namespace doppel::face
