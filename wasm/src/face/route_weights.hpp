// What one channel alone puts on the avatar: weights of morph slots and angles of face bones.
// It is not the frame path: that drives all channels at once and remembers the state of binary expressions.
#pragma once

#include <cstdint>
#include <vector>

#include "face/routes.hpp"

namespace doppel::face {

struct SlotWeight {
  std::uint32_t slot = 0;
  double weight = 0.0;  // -1..1
};

struct TurnAngle {
  FaceBone bone = FaceBone::kJaw;
  std::array<double, 3> axis{1.0, 0.0, 0.0};  // unit, avatar space
  double radians = 0.0;
};

struct RouteWeights {
  std::vector<SlotWeight> slots;  // one entry a slot
  std::vector<TurnAngle> turns;
};

/// What the route gives with its channel at `weight` (0..1) and all other channels at 0. Expressions are limited to 0..1, are on
/// or off where binary, and act on each other by VRM overrides; morph slots are limited to -1..1.
RouteWeights route_weights(const FaceRoutes& routes, const ChannelRoute& route, double weight);

/// True where `route_weights` is proportional to the weight over 0..1: no bone, nothing binary, no limit reached, no override.
bool is_proportional(const FaceRoutes& routes, const ChannelRoute& route);

/// True where the route is made of binary expressions only.
bool is_binary(const FaceRoutes& routes, const ChannelRoute& route);

}  // namespace doppel::face
