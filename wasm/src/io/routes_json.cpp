// Face routes as JSON: what the reader found out about an avatar's targets, expressions and bones.
// It is not a file reader: see web/src/reader.
#include "io/routes_json.hpp"

#include "io/json_document.hpp"

namespace doppel::io {

namespace {

constexpr std::uint32_t kMaxSlots = 1U << 20;  // sanity only; what a row of the engine holds is the engine's to say
constexpr double kMaxBindWeight = 16.0;
constexpr double kMaxTurnDegrees = 360.0;
constexpr double kMaxAxis = 1.001;  // unit, with rounding

std::vector<face::MorphBind> read_binds(const Cursor& binds, std::uint32_t slot_count) {
  std::vector<face::MorphBind> result;
  for (std::size_t i = 0; i < binds.array_size(); ++i) {
    const Cursor bind = binds.at(i);
    if (slot_count == 0) bind.fail("must not be there, as slotCount is 0");
    result.push_back({bind.at("slot").index(slot_count - 1), bind.at("weight").number(-kMaxBindWeight, kMaxBindWeight)});
  }
  return result;
}

face::Override read_override(const Cursor& expression, std::string_view key) {
  if (!expression.has(key)) return face::Override::kNone;
  return static_cast<face::Override>(expression.at(key).one_of({"none", "block", "blend"}));
}

face::Expression read_expression(const Cursor& cursor, std::uint32_t slot_count) {
  face::Expression result;
  result.name = cursor.text_or("name", kMaxNameBytes);
  result.is_binary = cursor.boolean_or("isBinary", false);
  if (cursor.has("family")) {
    result.family = static_cast<face::ExpressionFamily>(cursor.at("family").one_of({"other", "blink", "lookAt", "mouth"}));
  }
  result.override_blink = read_override(cursor, "overrideBlink");
  result.override_look_at = read_override(cursor, "overrideLookAt");
  result.override_mouth = read_override(cursor, "overrideMouth");
  if (cursor.has("binds")) result.binds = read_binds(cursor.at("binds"), slot_count);
  return result;
}

face::BoneTurn read_turn(const Cursor& cursor) {
  face::BoneTurn result;
  result.bone = static_cast<face::FaceBone>(cursor.at("bone").one_of({"leftEye", "rightEye", "jaw"}));
  const Cursor axis = cursor.at("axis");
  if (axis.array_size() != result.axis.size()) axis.fail("must have 3 numbers");
  for (std::size_t i = 0; i < result.axis.size(); ++i) result.axis[i] = axis.at(i).number(-kMaxAxis, kMaxAxis);
  result.degrees = cursor.at("degrees").number(-kMaxTurnDegrees, kMaxTurnDegrees);
  return result;
}

face::ChannelRoute read_route(const Cursor& cursor, const face::FaceRoutes& routes) {
  face::ChannelRoute result;
  if (cursor.has("binds")) result.binds = read_binds(cursor.at("binds"), routes.slot_count);
  if (cursor.has("expressions")) {
    const Cursor links = cursor.at("expressions");
    for (std::size_t i = 0; i < links.array_size(); ++i) {
      const Cursor link = links.at(i);
      if (routes.expressions.empty()) link.fail("must not be there, as there are no expressions");
      const auto last = static_cast<std::uint32_t>(routes.expressions.size() - 1);
      result.expressions.push_back(
          {link.at("expression").index(last), link.at("weight").number(-kMaxBindWeight, kMaxBindWeight)});
    }
  }
  if (cursor.has("turns")) {
    const Cursor turns = cursor.at("turns");
    for (std::size_t i = 0; i < turns.array_size(); ++i) result.turns.push_back(read_turn(turns.at(i)));
  }
  return result;
}

}  // namespace

face::FaceRoutes parse_routes(std::string_view text) {
  const Json document = parse_json(text);
  const Cursor root(document, ErrorCode::kInvalidArgument);
  face::FaceRoutes result;
  result.slot_count = root.at("slotCount").index(kMaxSlots);
  if (root.has("expressions")) {
    const Cursor expressions = root.at("expressions");
    for (std::size_t i = 0; i < expressions.array_size(); ++i) {
      result.expressions.push_back(read_expression(expressions.at(i), result.slot_count));
    }
  }
  const Cursor channels = root.at("channels");
  channels.require_object();
  for (const auto& [name, route] : channels.json().items()) {
    const auto index = face_channel_index(name);
    if (!index) throw Error(ErrorCode::kInvalidArgument, json_path(channels.path(), name) + ": is not a face channel");
    result.channels[*index] = read_route(channels.at(name), result);
  }
  return result;
}

}  // namespace doppel::io
