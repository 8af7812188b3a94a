// Takes 52 channel values along their routes into one buffer of morph weights and bone turns: one writer per morph (F5).
// It is not a calibration: values come in calibrated, or raw for comparison.
#include "face/route_mixer.hpp"

#include <algorithm>
#include <numbers>

#include "face/remap.hpp"

namespace doppel::face {

namespace {

constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;
constexpr double kLowestWeight = -1.0;

}  // namespace

RouteMixer::RouteMixer(const FaceRoutes& routes)
    : slot_count_(routes.slot_count), slot_low_(routes.slot_count, 0.0), slot_sums_(routes.slot_count, 0.0) {
  check_routes(routes);
  for (std::uint32_t e = 0; e < routes.expressions.size(); ++e) {
    const Expression& expression = routes.expressions[e];
    expressions_.push_back({expression.is_binary, false, expression.family, expression.override_blink,
                            expression.override_look_at, expression.override_mouth, 0.0});
    for (const MorphBind& bind : expression.binds) {
      expression_slots_.push_back({e, bind.slot, bind.weight});
      slot_low_[bind.slot] = std::max(kLowestWeight, std::min(slot_low_[bind.slot], bind.weight));
    }
  }
  for (std::uint32_t c = 0; c < kFaceChannelCount; ++c) add_channel(routes, c);
}

void RouteMixer::add_channel(const FaceRoutes& routes, std::uint32_t channel) {
  const ChannelRoute& route = routes.channels[channel];
  for (const MorphBind& bind : route.binds) {
    to_slots_.push_back({channel, bind.slot, bind.weight});
    slot_low_[bind.slot] = std::max(kLowestWeight, std::min(slot_low_[bind.slot], bind.weight));
  }
  for (const ExpressionBind& bind : route.expressions) {
    to_expressions_.push_back({channel, bind.expression, bind.weight});
  }
  for (const BoneTurn& turn : route.turns) {
    std::array<double, 3> radians{};
    for (std::size_t i = 0; i < 3; ++i) radians[i] = turn.axis[i] * turn.degrees * kRadiansPerDegree;
    to_bones_.push_back({channel, static_cast<std::uint32_t>(turn.bone), radians});
  }
  has_route_[channel] = !route.empty();
}

void RouteMixer::drive_expressions(std::span<const double, kFaceChannelCount> values) noexcept {
  for (ExpressionState& expression : expressions_) expression.value = 0.0;
  for (const ChannelToExpression& link : to_expressions_) {
    expressions_[link.expression].value += link.weight * values[link.channel];
  }
  for (ExpressionState& expression : expressions_) {
    expression.value = clamp01(expression.value);
    if (!expression.is_binary) continue;
    expression.on = expression.on ? expression.value >= kBinaryOff : expression.value >= kBinaryOn;
    expression.value = expression.on ? 1.0 : 0.0;
  }
}

RouteMixer::FamilyShares RouteMixer::apply_overrides() noexcept {
  FamilyShares left;
  for (const ExpressionState& expression : expressions_) {
    // Within a family nothing is taken: one eye's blink would stop the other's.
    const ExpressionFamily own = expression.family;
    if (own != ExpressionFamily::kBlink) left.blink -= taken_by(expression.blink, expression.value);
    if (own != ExpressionFamily::kLookAt) left.look_at -= taken_by(expression.look_at, expression.value);
    if (own != ExpressionFamily::kMouth) left.mouth -= taken_by(expression.mouth, expression.value);
  }
  left = {clamp01(left.blink), clamp01(left.look_at), clamp01(left.mouth)};
  for (ExpressionState& expression : expressions_) {
    double share = 1.0;
    switch (expression.family) {
      case ExpressionFamily::kBlink: share = left.blink; break;
      case ExpressionFamily::kLookAt: share = left.look_at; break;
      case ExpressionFamily::kMouth: share = left.mouth; break;
      case ExpressionFamily::kOther: break;
    }
    // VRM 1.0: a binary expression that is overridden in part is off.
    expression.value = expression.is_binary && share < 1.0 ? 0.0 : expression.value * share;
  }
  return left;
}

void RouteMixer::mix(std::span<const double, kFaceChannelCount> values, std::span<float> morphs,
                     std::span<float, kFaceBoneCount * kFaceBoneFloats> bones) noexcept {
  drive_expressions(values);
  const FamilyShares shares = apply_overrides();

  std::fill(slot_sums_.begin(), slot_sums_.end(), 0.0);
  for (const ChannelToSlot& link : to_slots_) slot_sums_[link.slot] += link.weight * values[link.channel];
  for (const ExpressionToSlot& link : expression_slots_) {
    slot_sums_[link.slot] += link.weight * expressions_[link.expression].value;
  }
  for (std::size_t slot = 0; slot < slot_sums_.size(); ++slot) {
    morphs[slot] = static_cast<float>(std::clamp(slot_sums_[slot], slot_low_[slot], 1.0));
  }

  std::array<double, kFaceBoneCount * kFaceBoneFloats> turns{};
  for (const ChannelToBone& link : to_bones_) {
    const bool gaze = kFaceChannels[link.channel].face_class == FaceClass::kGaze;
    const double value = values[link.channel] * (gaze ? shares.look_at : 1.0);
    for (std::size_t i = 0; i < kFaceBoneFloats; ++i) turns[link.bone * kFaceBoneFloats + i] += link.turn[i] * value;
  }
  for (std::size_t i = 0; i < turns.size(); ++i) bones[i] = static_cast<float>(turns[i]);
}

}  // namespace doppel::face
