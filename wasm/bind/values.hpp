// Arguments from JavaScript, checked, and rows given to it as views. Shared by the files of registrations.
// It registers nothing.
#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "engine/engine.hpp"
#include "io/json_document.hpp"

namespace doppel::bind {

inline constexpr double kMaxIndex = 4294967295.0;

template <typename Element>
std::vector<Element> copied(const emscripten::val& array) {
  return emscripten::convertJSArrayToNumberVector<Element>(array);
}

template <typename Element>
emscripten::val view(std::span<Element> row) {
  return emscripten::val(emscripten::typed_memory_view(row.size(), row.data()));
}

/// Texts come in as `val`: embind frees a std::string argument only when the call returns, and refusals throw.
inline std::string text(const emscripten::val& value, const char* name) {
  if (!value.isString()) throw Error(ErrorCode::kInvalidArgument, std::string(name) + ": must be a text");
  return value.as<std::string>();
}

/// JavaScript numbers come in as doubles: a conversion by the binding would wrap them silently.
inline std::uint32_t whole(double value, const char* name, double high) {
  if (value >= 0.0 && value <= high && value == std::floor(value)) return static_cast<std::uint32_t>(value);
  throw Error(ErrorCode::kInvalidArgument, std::string(name) + ": must be a whole number from 0 to " + io::number_text(high));
}

inline engine::Handle handle_of(double value) {
  if (value >= 0.0 && value <= kMaxIndex && value == std::floor(value)) return static_cast<engine::Handle>(value);
  throw Error(ErrorCode::kInvalidHandle, "handle: is not one that was given out");
}

}  // namespace doppel::bind
