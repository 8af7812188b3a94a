// Fuzzer of routes: what is read must run a frame and stay within the limits of a morph weight.
// It is not a corpus test; seeds are in corpus/routes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/engine.hpp"
#include "io/json_document.hpp"
#include "io/routes_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static doppel::engine::Engine engine(1);
  try {
    const doppel::face::FaceRoutes routes = doppel::io::parse_routes({reinterpret_cast<const char*>(data), size});
    const doppel::engine::Handle handle = engine.add_avatar(routes, nullptr);
    for (float& value : engine.face_input()) value = 0.8F;
    engine.step(0.01);
    for (const float weight : engine.morphs()) {
      if (!(weight >= -1.0F && weight <= 1.0F)) std::abort();
    }
    engine.remove_avatar(handle);
  } catch (const doppel::Error&) {
  }
  return 0;
}
