// Adds to each channel's route what the other side's route shares with it.
// It is not the frame path, and it measures nothing.
#include "face/pair_routes.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace doppel::face {
namespace {

constexpr std::array<std::string_view, 4> kDirections{"jawLeft", "jawRight", "mouthLeft", "mouthRight"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kSameLook{
    {{"eyeLookInLeft", "eyeLookOutRight"}, {"eyeLookInRight", "eyeLookOutLeft"}}};

using Slots = std::set<std::uint32_t>;

Slots reached_slots(const FaceRoutes& routes, const ChannelRoute& route) {
  Slots slots;
  const auto add = [&](const std::vector<MorphBind>& binds) {
    for (const MorphBind& bind : binds) {
      if (bind.weight != 0.0) slots.insert(bind.slot);
    }
  };
  add(route.binds);
  for (const ExpressionBind& bind : route.expressions) {
    if (bind.weight != 0.0) add(routes.expressions[bind.expression].binds);
  }
  return slots;
}

std::vector<MorphBind> binds_within(const std::vector<MorphBind>& binds, const Slots& slots) {
  std::vector<MorphBind> kept;
  std::copy_if(binds.begin(), binds.end(), std::back_inserter(kept),
               [&](const MorphBind& bind) { return slots.contains(bind.slot); });
  return kept;
}

// Adds what `other` shares with `own`. `all` takes expressions of which only a part is shared.
void add_shared(ChannelRoute& own, const ChannelRoute& other, const Slots& slots, FaceRoutes& all) {
  std::set<std::uint32_t> mine;
  for (const ExpressionBind& bind : own.expressions) mine.insert(bind.expression);
  std::map<std::uint32_t, double> theirs;  // summed, so that each is looked at once
  for (const ExpressionBind& bind : other.expressions) theirs[bind.expression] += bind.weight;
  for (const auto& [expression, weight] : theirs) {
    if (mine.contains(expression)) {
      own.expressions.push_back({expression, weight});
      continue;
    }
    Expression part = all.expressions[expression];
    part.binds = binds_within(part.binds, slots);
    if (part.binds.empty()) continue;
    own.expressions.push_back({static_cast<std::uint32_t>(all.expressions.size()), weight});
    all.expressions.push_back(std::move(part));
  }
  const std::vector<MorphBind> binds = binds_within(other.binds, slots);
  own.binds.insert(own.binds.end(), binds.begin(), binds.end());
}

}  // namespace

std::size_t other_side(std::size_t channel) {
  const std::string_view name = kFaceChannels[channel].name;
  if (std::find(kDirections.begin(), kDirections.end(), name) != kDirections.end()) return channel;
  for (const auto& [in, out] : kSameLook) {
    if (name == in) return face_channel_index(out).value_or(channel);
    if (name == out) return face_channel_index(in).value_or(channel);
  }
  return kFaceChannels[channel].mirror;
}

FaceRoutes with_other_sides(const FaceRoutes& routes) {
  FaceRoutes all = routes;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const std::size_t other = other_side(i);
    if (other == i) continue;
    add_shared(all.channels[i], routes.channels[other], reached_slots(routes, routes.channels[i]), all);
  }
  return all;
}

}  // namespace doppel::face
