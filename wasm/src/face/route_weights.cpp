// What one channel alone puts on the avatar, through expressions, binds and bones.
// It is not the frame path.
#include "face/route_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "face/remap.hpp"

namespace doppel::face {
namespace {

struct ExpressionValue {
  std::uint32_t expression = 0;
  double sum = 0.0;    // as driven, before its limit
  double value = 0.0;  // 0..1
};

void add_to(std::vector<SlotWeight>& slots, std::uint32_t slot, double weight) {
  for (SlotWeight& entry : slots) {
    if (entry.slot == slot) {
      entry.weight += weight;
      return;
    }
  }
  slots.push_back({slot, weight});
}

std::vector<ExpressionValue> expression_values(const FaceRoutes& routes, const ChannelRoute& route, double weight) {
  std::vector<ExpressionValue> values;
  for (const ExpressionBind& bind : route.expressions) {
    const auto same = [&](const ExpressionValue& entry) { return entry.expression == bind.expression; };
    const auto found = std::find_if(values.begin(), values.end(), same);
    if (found == values.end()) {
      values.push_back({bind.expression, weight * bind.weight, 0.0});
    } else {
      found->sum += weight * bind.weight;
    }
  }
  for (ExpressionValue& entry : values) {
    entry.value = std::clamp(entry.sum, 0.0, 1.0);
    if (routes.expressions[entry.expression].is_binary) entry.value = entry.value >= kBinaryOn ? 1.0 : 0.0;
  }
  return values;
}

Override override_on(const Expression& expression, ExpressionFamily family) {
  switch (family) {
    case ExpressionFamily::kBlink: return expression.override_blink;
    case ExpressionFamily::kLookAt: return expression.override_look_at;
    case ExpressionFamily::kMouth: return expression.override_mouth;
    case ExpressionFamily::kOther: break;
  }
  return Override::kNone;
}

// What the expressions of other families leave of one of `family`.
double left_by_overrides(const FaceRoutes& routes, const std::vector<ExpressionValue>& values, ExpressionFamily family) {
  double left = 1.0;
  for (const ExpressionValue& entry : values) {
    const Expression& other = routes.expressions[entry.expression];
    if (other.family != family) left -= taken_by(override_on(other, family), entry.value);
  }
  return std::max(left, 0.0);
}

// Slot weights before their limit.
std::vector<SlotWeight> unlimited_slots(const FaceRoutes& routes, const ChannelRoute& route, double weight) {
  std::vector<SlotWeight> slots;
  const std::vector<ExpressionValue> values = expression_values(routes, route, weight);
  for (const ExpressionValue& entry : values) {
    const Expression& expression = routes.expressions[entry.expression];
    const double left = left_by_overrides(routes, values, expression.family);
    // VRM 1.0: a binary expression that is overridden in part is off.
    const double value = expression.is_binary && left < 1.0 ? 0.0 : entry.value * left;
    for (const MorphBind& bind : expression.binds) add_to(slots, bind.slot, value * bind.weight);
  }
  for (const MorphBind& bind : route.binds) add_to(slots, bind.slot, weight * bind.weight);
  return slots;
}

}  // namespace

RouteWeights route_weights(const FaceRoutes& routes, const ChannelRoute& route, double weight) {
  RouteWeights result;
  result.slots = unlimited_slots(routes, route, weight);
  for (SlotWeight& entry : result.slots) entry.weight = std::clamp(entry.weight, -1.0, 1.0);
  for (const BoneTurn& turn : route.turns) {
    result.turns.push_back({turn.bone, turn.axis, weight * turn.degrees * std::numbers::pi / 180.0});
  }
  return result;
}

bool is_proportional(const FaceRoutes& routes, const ChannelRoute& route) {
  if (!route.turns.empty()) return false;
  const std::vector<ExpressionValue> values = expression_values(routes, route, 1.0);
  for (const ExpressionValue& entry : values) {
    const Expression& expression = routes.expressions[entry.expression];
    if (expression.is_binary || entry.sum > 1.0 || entry.sum < 0.0) return false;
    if (left_by_overrides(routes, values, expression.family) < 1.0) return false;
  }
  const std::vector<SlotWeight> slots = unlimited_slots(routes, route, 1.0);
  return std::all_of(slots.begin(), slots.end(), [](const SlotWeight& entry) { return std::abs(entry.weight) <= 1.0; });
}

bool is_binary(const FaceRoutes& routes, const ChannelRoute& route) {
  return route.binds.empty() && route.turns.empty() && !route.expressions.empty() &&
         std::all_of(route.expressions.begin(), route.expressions.end(),
                     [&](const ExpressionBind& bind) { return routes.expressions[bind.expression].is_binary; });
}

}  // namespace doppel::face
