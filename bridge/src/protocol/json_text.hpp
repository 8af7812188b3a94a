// Text of foreign JSON: a check of its nesting before it is parsed, so that no message can exhaust the stack.
// It does not parse; nlohmann/json does, in the .cpp files that need it.
#pragma once

#include <cstddef>
#include <string_view>

namespace doppel::protocol {

/// Deeper nesting is taken for an attack: the deepest message of the protocol has 6 levels, a scene document perhaps 12.
inline constexpr std::size_t kDeepestJson = 64;

/// Whether brackets outside strings nest at most `kDeepestJson` deep. Text that is no JSON at all may pass; the parser judges it.
constexpr bool is_shallow(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepestJson) return false;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return true;
}

}  // namespace doppel::protocol
