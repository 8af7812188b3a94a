// A message to `/retargeting` as its hub sees it: a few members read, all of them at hand as they stand.
// Nobody gets bytes that are no JSON, and no message is made a tree, however large.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/json_object.hpp"

namespace doppel::server {

struct RemoteMessage {
  /// The members that the hub reads. Objects and lists are empty: only their kind matters.
  nlohmann::ordered_json head;
  /// All members, in their order; their values are parts of the text.
  std::vector<protocol::JsonMember> members;
};

/// Nothing where the text is no JSON object. `text` outlives the result.
std::optional<RemoteMessage> read_remote_message(std::string_view text);

}  // namespace doppel::server
