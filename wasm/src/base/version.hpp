// The version of the core.
// It is not kept here: CMake's project version is the one place, and a test compares it with package.json.
#pragma once

#include <string_view>

namespace doppel {

/// Such as "0.1.0".
std::string_view version();

}  // namespace doppel
