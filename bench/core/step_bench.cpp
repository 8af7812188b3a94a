// Times one frame of the engine: 52 values in, 52 calibrated values and all morph weights out, for 1, 10 and 64 avatars.
// It asserts nothing, and does not time the crossing into JavaScript.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

#include "engine/engine.hpp"
#include "face/calibrate.hpp"
#include "face_fixtures.hpp"

namespace {

namespace face = doppel::face;
using doppel::kFaceChannelCount;

constexpr double kFrame = 1.0 / 60.0;
constexpr std::size_t kRecordedFrames = 256;

// Faces of different strength: no two calibrations are alike, and none is the identity.
double scale_of(std::int64_t avatar) { return 0.5 + 0.03 * static_cast<double>(avatar); }

void step(benchmark::State& state, face::RemapMethod method) {
  const std::int64_t count = state.range(0);
  doppel::engine::Engine engine(static_cast<std::size_t>(count));
  const face::FaceRoutes routes = doppel::test::plain_routes();
  for (std::int64_t i = 0; i < count; ++i) {
    const face::FaceMeasurement measured = doppel::test::scaled_face(scale_of(i));
    const doppel::engine::Handle handle = engine.add_avatar(routes, &measured);
    engine.set_calibration(handle, face::calibrate(measured, face::reference_measurement(), method, 1.0, nullptr));
  }
  const auto input = engine.face_input();
  std::size_t frame = 0;
  for (auto _ : state) {
    // Every channel moves, each in a rhythm of its own; one changed value a row keeps the writing out of the time.
    for (std::size_t row = 0; row < input.size(); row += kFaceChannelCount) {
      const std::size_t channel = frame % kFaceChannelCount;
      input[row + channel] = static_cast<float>(frame % kRecordedFrames) / static_cast<float>(kRecordedFrames);
    }
    ++frame;
    benchmark::DoNotOptimize(engine.step(kFrame));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * count);  // faces a second
}

BENCHMARK_CAPTURE(step, range_match, face::RemapMethod::kRangeMatch)->Arg(1)->Arg(10)->Arg(64);
BENCHMARK_CAPTURE(step, adaptive_remap, face::RemapMethod::kAdaptiveRemap)->Arg(1)->Arg(10)->Arg(64);

}  // namespace
