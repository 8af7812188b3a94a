// Registrations of the module, and nothing else.
#include <emscripten/bind.h>

#include <string>

#include "base/error.hpp"
#include "base/version.hpp"

EMSCRIPTEN_BINDINGS(doppel_core) {
  emscripten::function(
      "version", +[]() -> std::string {
        try {
          if (doppel::version().empty()) throw doppel::Error(doppel::ErrorCode::kInternal, "x");
        } catch (const doppel::Error& e) {
          return e.what();
        }
        return std::string(doppel::version());
      });
}
