// Strict JSON reading with the path of every fault, and one canonical way of writing.
// It is not a schema: what a document must hold is said where it is read.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace doppel::io {

using Json = nlohmann::json;

/// Largest document that is read, bytes: a profile is 10 KB, a measurement 40 KB.
inline constexpr std::size_t kMaxDocumentBytes = 4U << 20;
/// Deepest nesting that is read; ours go to 5.
inline constexpr std::size_t kMaxDocumentDepth = 32;
/// Of a name: an avatar, a joint, a target.
inline constexpr std::size_t kMaxNameBytes = 1024;

/// Parses text. Throws kInvalidJson with path, line and column on a syntax error, invalid UTF-8, a number beyond a double's
/// range, a duplicate key, nesting or size beyond the limits.
Json parse_json(std::string_view text);

/// Canonical text: known keys in the order people read them, then the others by name; numbers in their shortest exact form, whole
/// ones without a point, as JavaScript writes them. `pretty`: indented, objects of plain values on one line.
std::string write_json(const Json& document, bool pretty = false);

/// A value and where it stands, for reading with errors that start with the JSON path ("$.calibration.method: ...").
class Cursor {
 public:
  /// `code`: what faults in this document are.
  Cursor(const Json& value, ErrorCode code) : value_(&value), path_("$"), code_(code) {}
  Cursor(Json&&, ErrorCode) = delete;  // the value must outlive the cursor

  /// The same place, with faults of another code.
  Cursor with_code(ErrorCode code) const { return {*value_, path_, code}; }

  const Json& json() const { return *value_; }
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& expectation) const;

  bool has(std::string_view key) const;
  /// The member; fails where this is no object or lacks it.
  Cursor at(std::string_view key) const;
  Cursor at(std::size_t index) const;

  void require_object() const;
  /// Number of elements; fails where this is no array.
  std::size_t array_size() const;
  bool boolean() const;
  /// A string of at most `max_bytes`.
  std::string text(std::size_t max_bytes) const;
  /// A finite number within [low, high].
  double number(double low, double high) const;
  /// A finite number.
  double number() const;
  /// A whole number from 0 to `high`.
  std::uint32_t index(std::uint32_t high) const;
  /// Position of a string among `names`; fails naming them all.
  std::size_t one_of(std::initializer_list<std::string_view> names) const;

  // The same for a member that may be absent.
  bool boolean_or(std::string_view key, bool absent) const { return has(key) ? at(key).boolean() : absent; }
  double number_or(std::string_view key, double low, double high, double absent) const {
    return has(key) ? at(key).number(low, high) : absent;
  }
  std::string text_or(std::string_view key, std::size_t max_bytes) const {
    return has(key) ? at(key).text(max_bytes) : std::string();
  }

 private:
  Cursor(const Json& value, std::string path, ErrorCode code) : value_(&value), path_(std::move(path)), code_(code) {}
  std::string described() const;

  const Json* value_;
  std::string path_;
  ErrorCode code_;
};

/// "$.a.b" with the key quoted where it is not a plain name: "$.a[\"b c\"]".
std::string json_path(std::string_view parent, std::string_view key);
/// A number for a message: shortest form.
std::string number_text(double value);

}  // namespace doppel::io
