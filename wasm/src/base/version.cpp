// The version of the core.
// It is not kept here: CMake's project version is the one place, and a test compares it with package.json.
#include "base/version.hpp"

namespace doppel {

std::string_view version() { return DOPPEL_VERSION; }

}  // namespace doppel
