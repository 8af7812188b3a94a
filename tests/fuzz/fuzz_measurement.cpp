// Fuzzer of measurements and references: what is read must calibrate and report without a number that is not finite.
// It is not a corpus test; seeds are in corpus/measurement.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "face/calibrate.hpp"
#include "face/reference_measurement.hpp"
#include "face/report.hpp"
#include "io/json_document.hpp"
#include "io/measurement_json.hpp"

namespace {

void check(const doppel::face::FaceMeasurement& avatar, const doppel::face::FaceMeasurement& reference) {
  using namespace doppel::face;
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kAdaptiveRemap, RemapMethod::kLinear}) {
    const Calibration calibration = calibrate(avatar, reference, method, 0.7, nullptr);
    for (const ChannelCalibration& channel : calibration.channels) {
      if (!(channel.ratio >= kMinMatchedRatio && channel.ratio <= kMaxMatchedRatio)) std::abort();
    }
    for (const ChannelReport& channel : make_report(avatar, reference, calibration).channels) {
      for (const ReportPoint& point : channel.points) {
        if (!std::isfinite(point.output) || !std::isfinite(point.calibrated)) std::abort();
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const doppel::face::FaceMeasurement face = doppel::io::parse_measurement({reinterpret_cast<const char*>(data), size});
    if (doppel::io::write_measurement(face).empty()) std::abort();
    check(face, doppel::face::reference_measurement());
    check(doppel::face::reference_measurement(), face);
  } catch (const doppel::Error&) {
  }
  return 0;
}
