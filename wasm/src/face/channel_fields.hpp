// Displacement field of any channel at any weight: surface, routes and pivots of one avatar bound together.
// It keeps no results; callers own the field they fill.
#pragma once

#include <cstddef>

#include "base/face_channel.hpp"
#include "face/displacement.hpp"
#include "face/route_weights.hpp"
#include "face/surface.hpp"

namespace doppel::face {

struct ChannelFields {
  Surface surface;
  FaceRoutes routes;  // with_other_sides
  BonePivots pivots{};

  void evaluate(std::size_t channel, double weight, DisplacementField& field) const {
    evaluate_displacement(surface, pivots, route_weights(routes, routes.channels[channel], weight), field);
  }
  bool has_route(std::size_t channel) const { return !routes.channels[channel].empty(); }
  bool is_proportional_route(std::size_t channel) const { return is_proportional(routes, routes.channels[channel]); }
};

}  // namespace doppel::face
