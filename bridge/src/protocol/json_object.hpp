// A foreign JSON object as text: whether it is one, and its members as they stand, in their order.
// What a member holds is not looked at: a message of megabytes costs one pass and no tree. Written again the same way.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::protocol {

struct JsonMember {
  /// Without quotes and escapes, UTF-8.
  std::string name;
  /// With quotes and escapes, as they stand in the text.
  std::string_view quoted_name;
  std::string_view value;
};

/// The members of `text`, which outlives them; the later one of two with one name holds, as for JSON.parse. Nothing where the
/// text is no JSON, is no object, or nests too deeply (json_text).
std::optional<std::vector<JsonMember>> split_object(std::string_view text);

/// The value of the last member of this name; empty where there is none.
std::string_view find_member(const std::vector<JsonMember>& members, std::string_view name);

/// Writes an object member by member, in time that grows with its length alone.
class ObjectText {
 public:
  /// `name` needs no escapes.
  ObjectText& add(std::string_view name, const nlohmann::ordered_json& value);
  /// `value` is JSON.
  ObjectText& add_text(std::string_view name, std::string_view value);
  /// All members but those of these names, as they stand.
  ObjectText& add_members(const std::vector<JsonMember>& members, std::span<const std::string_view> without);
  std::string take();

 private:
  void begin_member();

  std::string text_ = "{";
};

}  // namespace doppel::protocol
