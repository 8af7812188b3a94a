// nlohmann/json says whether the text is JSON; then brackets and quotes are enough to find the members.
// Its trees are not built from foreign text: the ordered one looks through all keys of an object for each new one.
#include "protocol/json_object.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"

namespace doppel::protocol {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

/// Goes through text that is known to be JSON.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  char next() {
    at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void step() { ++at_; }

  std::string_view take_string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    return since(begin, at_ + 1);
  }

  std::string_view take_value() {
    const char first = next();
    if (first == '"') return take_string();
    const std::size_t begin = at_;
    if (first != '{' && first != '[') return since(begin, text_.find_first_of(" \t\r\n,}", at_));
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        take_string();
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
    return since(begin, at_);
  }

 private:
  std::string_view since(std::size_t begin, std::size_t end) {
    at_ = std::min(end, text_.size());
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<JsonMember>> split_object(std::string_view text) {
  if (!is_shallow(text) || !nlohmann::json::accept(text)) return std::nullopt;
  // The parser steps over a byte order mark.
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Scanner scanner(text);
  if (scanner.next() != '{') return std::nullopt;
  scanner.step();
  std::vector<JsonMember> members;
  while (scanner.next() == '"') {
    JsonMember member;
    member.quoted_name = scanner.take_string();
    member.name = nlohmann::json::parse(member.quoted_name).get<std::string>();
    // The colon.
    scanner.next();
    scanner.step();
    member.value = scanner.take_value();
    members.push_back(std::move(member));
    if (scanner.next() != ',') break;
    scanner.step();
  }
  return members;
}

std::string_view find_member(const std::vector<JsonMember>& members, std::string_view name) {
  const auto found = std::find_if(members.rbegin(), members.rend(), [&](const JsonMember& each) { return each.name == name; });
  return found == members.rend() ? std::string_view() : found->value;
}

void ObjectText::begin_member() {
  if (text_.size() > 1) text_ += ',';
}

ObjectText& ObjectText::add(std::string_view name, const nlohmann::ordered_json& value) {
  return add_text(name, value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

ObjectText& ObjectText::add_text(std::string_view name, std::string_view value) {
  begin_member();
  text_.append(1, '"').append(name).append("\":").append(value);
  return *this;
}

ObjectText& ObjectText::add_members(const std::vector<JsonMember>& members, std::span<const std::string_view> without) {
  for (const JsonMember& member : members) {
    if (std::find(without.begin(), without.end(), member.name) != without.end()) continue;
    begin_member();
    text_.append(member.quoted_name).append(1, ':').append(member.value);
  }
  return *this;
}

std::string ObjectText::take() {
  text_ += '}';
  return std::move(text_);
}

}  // namespace doppel::protocol
