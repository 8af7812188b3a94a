// How each face channel reaches the avatar: morph slots, VRM expressions, bones. Data only, made by the reader.
// It is not a calibration: values on a route are weights that the avatar's file understands.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/face_channel.hpp"

namespace doppel::face {

/// A morph slot is one morph target of one mesh of the file (all its primitives share the weight). Slots are numbered from 0
/// in the order of the reader's slot table; `Engine::morphs()` has one float a slot.
struct MorphBind {
  std::uint32_t slot = 0;
  double weight = 1.0;  // weight of the target when the channel or expression is at 1; -1..1 in practice
};

/// VRM override of one expression on a family of others.
enum class Override : std::uint8_t { kNone, kBlock, kBlend };

/// What an expression that shows by `value` takes of a family that it overrides (VRM 1.0): block takes all as soon as it shows,
/// blend as much as it shows.
constexpr double taken_by(Override how, double value) {
  if (how == Override::kNone || !(value > 0.0)) return 0.0;
  return how == Override::kBlock ? 1.0 : value;
}

/// Families that VRM overrides act on.
enum class ExpressionFamily : std::uint8_t { kOther, kBlink, kLookAt, kMouth };

struct Expression {
  std::string name;        // preset or custom name, VRM 1.0 spelling
  bool is_binary = false;  // 0 or 1 only: on from 0.55, off below 0.45
  ExpressionFamily family = ExpressionFamily::kOther;
  Override override_blink = Override::kNone;
  Override override_look_at = Override::kNone;
  Override override_mouth = Override::kNone;
  std::vector<MorphBind> binds;
};

/// The bones that a face channel can turn.
enum class FaceBone : std::uint8_t { kLeftEye, kRightEye, kJaw };
inline constexpr std::size_t kFaceBoneCount = 3;

/// Rotation of a bone about an axis through its rest position, both in avatar space (Y up, facing +Z), by `degrees` at weight 1.
struct BoneTurn {
  FaceBone bone = FaceBone::kJaw;
  std::array<double, 3> axis{1.0, 0.0, 0.0};  // unit, avatar space; positive angle by the right-hand rule
  double degrees = 0.0;
};

/// Contribution of a channel to an expression (or the reverse of one channel split on several expressions).
struct ExpressionBind {
  std::uint32_t expression = 0;
  double weight = 1.0;
};

/// One channel's way to the avatar. A channel has one route: its expressions where the file has them, else raw targets, else a
/// bone. All lists empty: the channel is missing.
struct ChannelRoute {
  std::vector<MorphBind> binds;
  std::vector<ExpressionBind> expressions;
  std::vector<BoneTurn> turns;
  bool empty() const { return binds.empty() && expressions.empty() && turns.empty(); }
};

struct FaceRoutes {
  std::uint32_t slot_count = 0;
  std::vector<Expression> expressions;
  std::array<ChannelRoute, kFaceChannelCount> channels;
};

/// Throws kInvalidArgument, naming the place, where a bind names a slot, expression or bone that does not exist, a number is not
/// finite, or the axis of a turn is not of length 1.
void check_routes(const FaceRoutes& routes);

}  // namespace doppel::face
