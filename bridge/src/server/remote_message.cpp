// Splitting without parsing: a scene of two megabytes is never a tree.
// Which members are read stands in one list.
#include "server/remote_message.hpp"

#include <algorithm>
#include <array>

namespace doppel::server {

namespace {

using Json = nlohmann::ordered_json;

/// What the hub itself reads of a message.
constexpr std::array<std::string_view, 14> kReadNames{"type",   "action",       "id",       "request",     "ok",
                                                      "output", "baseRevision", "document", "characterId", "property",
                                                      "value",  "preset",       "hand",     "force"};

Json head_of(const std::vector<protocol::JsonMember>& members) {
  Json head = Json::object();
  for (const protocol::JsonMember& member : members) {
    if (std::find(kReadNames.begin(), kReadNames.end(), member.name) == kReadNames.end()) continue;
    const char first = member.value.front();
    head[member.name] = first == '{' ? Json::object() : first == '[' ? Json::array() : Json::parse(member.value);
  }
  return head;
}

}  // namespace

std::optional<RemoteMessage> read_remote_message(std::string_view text) {
  auto members = protocol::split_object(text);
  if (!members) return std::nullopt;
  Json head = head_of(*members);
  return RemoteMessage{std::move(head), std::move(*members)};
}

}  // namespace doppel::server
