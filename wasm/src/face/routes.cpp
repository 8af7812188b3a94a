// What routes must keep to, whoever made them: the probe and the frame path refuse the same.
// It is not the reading of their JSON form, which finds most faults first and says where.
#include "face/routes.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace doppel::face {
namespace {

constexpr double kUnitTolerance = 2e-3;  // of an axis' length: JSON may hold rounded numbers

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(ErrorCode::kInvalidArgument, where + ": " + what);
}

void check_weight(double weight, const std::string& where) {
  if (!std::isfinite(weight)) refuse(where + ".weight", "must be a finite number");
}

void check_index(std::size_t index, std::size_t count, const std::string& where) {
  if (index >= count) refuse(where, "must be below " + std::to_string(count) + ", found " + std::to_string(index));
}

void check_binds(const FaceRoutes& routes, const std::vector<MorphBind>& binds, const std::string& where) {
  for (const MorphBind& bind : binds) {
    check_index(bind.slot, routes.slot_count, where + ".slot");
    check_weight(bind.weight, where);
  }
}

void check_turn(const BoneTurn& turn, const std::string& where) {
  check_index(static_cast<std::size_t>(turn.bone), kFaceBoneCount, where + ".bone");
  if (!std::isfinite(turn.degrees)) refuse(where + ".degrees", "must be a finite number");
  const double length = std::hypot(turn.axis[0], turn.axis[1], turn.axis[2]);
  if (!(std::abs(length - 1.0) < kUnitTolerance)) refuse(where + ".axis", "must have length 1");
}

}  // namespace

void check_routes(const FaceRoutes& routes) {
  for (std::size_t i = 0; i < routes.expressions.size(); ++i) {
    check_binds(routes, routes.expressions[i].binds, "expressions[" + std::to_string(i) + "].binds");
  }
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const ChannelRoute& route = routes.channels[i];
    const std::string where = "channels." + std::string(kFaceChannels[i].name);
    check_binds(routes, route.binds, where + ".binds");
    for (const ExpressionBind& bind : route.expressions) {
      check_index(bind.expression, routes.expressions.size(), where + ".expressions.expression");
      check_weight(bind.weight, where + ".expressions");
    }
    for (const BoneTurn& turn : route.turns) check_turn(turn, where + ".turns");
  }
}

}  // namespace doppel::face
