// Checks the form of remote requests.
// The table of properties is the core's; a second one here would drift.
#include "protocol/remote_messages.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace doppel::protocol {

namespace {

using Json = nlohmann::ordered_json;

RequestFault invalid(std::string message) { return {"invalid-request", std::move(message)}; }

bool has_text(const Json& request, const char* name) {
  const auto found = request.find(name);
  return found != request.end() && found->is_string() && !found->get_ref<const std::string&>().empty();
}

bool is_one_of(const Json& value, std::initializer_list<const char*> known) {
  return std::any_of(known.begin(), known.end(), [&](const char* name) { return value == name; });
}

RequestFault check_fields(const Json& request, const std::string& action) {
  // "all" is autoCalibrateAll's own, and what it means without a character.
  const bool needs_character = action != "refresh" && action != "autoCalibrateAll";
  if (needs_character && !has_text(request, "characterId"))
    return invalid("characterId: expected the id of a character, as text");
  if (request.contains("characterId") && !request["characterId"].is_string()) return invalid("characterId: expected text");
  if (action == "updateValueRealtime") {
    if (!has_text(request, "property")) return invalid("property: expected the name of a property; refresh lists them");
    if (!request.contains("value")) return invalid("value: expected the property's new value");
  }
  if (action == "setHandPosePreset") {
    if (!has_text(request, "preset")) return invalid("preset: expected the name of a hand preset; refresh lists them");
    const auto hand = request.find("hand");
    if (hand != request.end() && !is_one_of(*hand, {"left", "right", "both"}))
      return invalid("hand: expected left, right or both");
  }
  const auto force = request.find("force");
  if (force != request.end() && !force->is_boolean()) return invalid("force: expected true or false");
  return {};
}

}  // namespace

RequestFault check_remote_request(const Json& request) {
  const auto id = request.find("id");
  if (id != request.end() && !id->is_string() && !id->is_number()) return invalid("id: expected text or a number");
  const auto action = request.find("action");
  if (action == request.end() || !action->is_string()) return invalid("action: expected text");
  const auto& name = action->get_ref<const std::string&>();
  if (std::find(kRemoteActions.begin(), kRemoteActions.end(), name) == kRemoteActions.end()) {
    std::string known;
    for (const std::string_view each : kRemoteActions) known += (known.empty() ? "" : ", ") + std::string(each);
    return {"unknown-action", "action: expected one of " + known};
  }
  return check_fields(request, name);
}

}  // namespace doppel::protocol
