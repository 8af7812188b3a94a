// One canonical way of writing JSON: the text that checksums are taken of and that files hold.
// Reading is in json_document.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "io/json_document.hpp"

namespace doppel::io {

namespace {

// The order in which people read our documents; any other key follows by name.
constexpr std::array<std::string_view, 16> kFirstKeys{"version", "avatarName", "platform",   "created", "avatar",
                                                      "method",  "symmetry",   "overall",    "name",    "ratio",
                                                      "gamma",   "deadZone",   "saturation", "userGain"};
constexpr std::array<std::string_view, 5> kLastKeys{"channels", "calibration", "retargeting", "substitutes", "checksum"};
constexpr double kExactWhole = 9007199254740992.0;  // 2^53: whole numbers up to this are exact in a double

std::size_t rank(const std::string& key) {
  const auto first = std::find(kFirstKeys.begin(), kFirstKeys.end(), key);
  if (first != kFirstKeys.end()) return static_cast<std::size_t>(first - kFirstKeys.begin());
  const auto last = std::find(kLastKeys.begin(), kLastKeys.end(), key);
  if (last != kLastKeys.end()) return kFirstKeys.size() + 1 + static_cast<std::size_t>(last - kLastKeys.begin());
  return kFirstKeys.size();
}

class Writer {
 public:
  explicit Writer(bool pretty) : pretty_(pretty) {}
  std::string take() { return std::move(text_); }

  void write(const Json& value, std::size_t depth) {
    if (value.is_object()) {
      write_object(value, depth);
    } else if (value.is_array()) {
      write_array(value, depth);
    } else if (value.is_number()) {
      write_number(value);
    } else {
      text_ += value.dump();
    }
  }

 private:
  static bool flat(const Json& value) {
    return std::none_of(value.begin(), value.end(), [](const Json& element) { return element.is_structured(); });
  }

  // 1.0 and 1 are one number, and -0 is 0, as in JavaScript: a document that passes through a page keeps its checksum.
  void write_number(const Json& value) {
    const double number = value.get<double>();
    if (std::abs(number) <= kExactWhole && number == std::floor(number)) {
      text_ += std::to_string(static_cast<std::int64_t>(number));
    } else {
      text_ += Json(number).dump();
    }
  }

  void separate(bool lines, std::size_t depth, bool first) {
    if (!first) text_ += ',';
    if (lines) {
      text_ += '\n';
      text_.append(2 * depth, ' ');
    } else if (pretty_) {
      text_ += ' ';
    }
  }

  void finish(bool lines, std::size_t depth, char bracket, bool empty) {
    if (lines && !empty) {
      text_ += '\n';
      text_.append(2 * depth, ' ');
    } else if (pretty_ && !empty && bracket == '}') {
      text_ += ' ';
    }
    text_ += bracket;
  }

  void write_object(const Json& value, std::size_t depth) {
    std::vector<Json::const_iterator> members;
    for (auto member = value.begin(); member != value.end(); ++member) members.push_back(member);
    std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return rank(a.key()) < rank(b.key()); });
    const bool lines = pretty_ && (depth == 0 || !flat(value));
    text_ += '{';
    for (const auto& member : members) {
      separate(lines, depth + 1, member == members.front());
      text_ += Json(member.key()).dump();
      text_ += pretty_ ? ": " : ":";
      write(*member, depth + 1);
    }
    finish(lines, depth, '}', members.empty());
  }

  void write_array(const Json& value, std::size_t depth) {
    const bool lines = pretty_ && !flat(value);
    text_ += '[';
    bool first = true;
    for (const Json& element : value) {
      if (lines || !first) separate(lines, depth + 1, first);
      first = false;
      write(element, depth + 1);
    }
    finish(lines, depth, ']', value.empty());
  }

  bool pretty_;
  std::string text_;
};

}  // namespace

std::string write_json(const Json& document, bool pretty) {
  Writer writer(pretty);
  writer.write(document, 0);
  return writer.take() + (pretty ? "\n" : "");
}

}  // namespace doppel::io
