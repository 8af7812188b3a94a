// Reading with the path of every fault: the cursor, and the parser that builds a document while it keeps the path.
// Writing is in json_writer.cpp.
#include "io/json_document.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::io {

namespace {

constexpr std::size_t kShownBytes = 40;  // of a text or key that a message quotes

bool plain_name(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '-';
  };
  return !key.empty() && key.size() <= kShownBytes && std::all_of(key.begin(), key.end(), plain);
}

std::string shown_text(std::string_view text) {
  std::size_t end = std::min(text.size(), kShownBytes);
  // Not in the middle of a UTF-8 sequence.
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return Json(std::string(text.substr(0, end))).dump() + (end < text.size() ? "..." : "");
}

// Builds the document; keeps the open containers, so that a fault can be placed.
class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  Json take() { return std::move(root_); }

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(Json::number_integer_t value) { return put(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return put(value); }
  bool number_float(Json::number_float_t value, const std::string& token) {
    if (!std::isfinite(value)) fault("number " + token + " is beyond the range of a double");
    return put(value);
  }
  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    Json& object = *open_.back();
    keys_.back() = name;
    if (object.contains(name)) fault("the key stands twice");
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) {
    if (error.id == kNumberOverflow) fault("number " + token + " is beyond the range of a double");
    const std::string_view before = text_.substr(0, std::min(position, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    fault("not JSON at line " + std::to_string(line) + ", column " + std::to_string(before.size() - line_start) + near(position));
  }

 private:
  static constexpr int kNumberOverflow = 406;  // nlohmann's id

  // The last character read, where it can be shown.
  std::string near(std::size_t position) const {
    if (position == 0 || position > text_.size()) return ": the text ends too early";
    const char c = text_[position - 1];
    return c >= ' ' && c <= '~' ? std::string(", at ") + shown_text(std::string_view(&c, 1)) : "";
  }

  [[noreturn]] void fault(const std::string& reason) const {
    std::string path = "$";
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i]->is_array()) {
        path.append("[").append(std::to_string(open_[i]->size())).append("]");
      } else if (!keys_[i].empty()) {
        path = json_path(path, keys_[i]);
      }
    }
    throw Error(ErrorCode::kInvalidJson, path + ": " + reason);
  }

  Json* place(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    Json& member = parent[keys_.back()];
    member = std::move(value);
    return &member;
  }

  template <typename Value>
  bool put(Value&& value) {
    place(Json(std::forward<Value>(value)));
    return true;
  }

  bool open(Json&& container) {
    if (open_.size() >= kMaxDocumentDepth) fault("nested deeper than " + std::to_string(kMaxDocumentDepth));
    open_.push_back(place(std::move(container)));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  Json root_;
  // Pointers stay good: a container is finished before its parent can grow again.
  std::vector<Json*> open_;
  std::vector<std::string> keys_;
};

}  // namespace

Json parse_json(std::string_view text) {
  if (text.size() > kMaxDocumentBytes) {
    throw Error(ErrorCode::kInvalidJson, "$: the text has " + std::to_string(text.size()) + " bytes; at most " +
                                             std::to_string(kMaxDocumentBytes) + " are read");
  }
  Builder builder(text);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) throw Error(ErrorCode::kInvalidJson, "$: not JSON");
  return builder.take();
}

std::string json_path(std::string_view parent, std::string_view key) {
  if (plain_name(key)) return std::string(parent) + "." + std::string(key);
  return std::string(parent) + "[" + shown_text(key) + "]";
}

std::string number_text(double value) { return write_json(Json(value)); }

std::string Cursor::described() const {
  if (value_->is_string()) return shown_text(value_->get_ref<const std::string&>());
  if (value_->is_number()) return write_json(*value_);
  if (value_->is_boolean()) return value_->get<bool>() ? "true" : "false";
  if (value_->is_object()) return "an object";
  if (value_->is_array()) return "an array";
  return "null";
}

void Cursor::fail(const std::string& expectation) const {
  throw Error(code_, path_ + ": " + expectation + ", found " + described());
}

bool Cursor::has(std::string_view key) const {
  require_object();
  return value_->contains(key);
}

Cursor Cursor::at(std::string_view key) const {
  require_object();
  const auto found = value_->find(key);
  if (found == value_->end()) throw Error(code_, json_path(path_, key) + ": is missing");
  return {*found, json_path(path_, key), code_};
}

Cursor Cursor::at(std::size_t index) const {
  if (index >= array_size()) throw Error(code_, path_ + "[" + std::to_string(index) + "]: is missing");
  return {(*value_)[index], path_ + "[" + std::to_string(index) + "]", code_};
}

void Cursor::require_object() const {
  if (!value_->is_object()) fail("must be an object");
}

std::size_t Cursor::array_size() const {
  if (!value_->is_array()) fail("must be an array");
  return value_->size();
}

bool Cursor::boolean() const {
  if (!value_->is_boolean()) fail("must be true or false");
  return value_->get<bool>();
}

std::string Cursor::text(std::size_t max_bytes) const {
  if (!value_->is_string()) fail("must be a text");
  const std::string& text = value_->get_ref<const std::string&>();
  if (text.size() > max_bytes) {
    throw Error(code_, path_ + ": must be at most " + std::to_string(max_bytes) + " bytes, found " + std::to_string(text.size()));
  }
  return text;
}

double Cursor::number() const {
  if (!value_->is_number()) fail("must be a number");
  const double value = value_->get<double>();
  if (!std::isfinite(value)) fail("must be a finite number");
  return value;
}

double Cursor::number(double low, double high) const {
  const std::string expectation = "must be a number from " + number_text(low) + " to " + number_text(high);
  if (!value_->is_number()) fail(expectation);
  const double value = number();
  if (value < low || value > high) fail(expectation);
  return value;
}

std::uint32_t Cursor::index(std::uint32_t high) const {
  const std::string expectation = "must be a whole number from 0 to " + std::to_string(high);
  if (!value_->is_number()) fail(expectation);
  const double value = value_->get<double>();
  if (!(value >= 0.0) || value > static_cast<double>(high) || value != std::floor(value)) fail(expectation);
  return static_cast<std::uint32_t>(value);
}

std::size_t Cursor::one_of(std::initializer_list<std::string_view> names) const {
  if (value_->is_string()) {
    const auto found = std::find(names.begin(), names.end(), std::string_view(value_->get_ref<const std::string&>()));
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  fail("must be one of " + list);
}

}  // namespace doppel::io
