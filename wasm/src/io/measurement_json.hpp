// Measurements and reference faces as JSON (docs/calibration.md).
// It is not a measuring.
#pragma once

#include <string>
#include <string_view>

#include "face/measurement.hpp"

namespace doppel::io {

/// Channels without a route are left out.
std::string write_measurement(const face::FaceMeasurement& measurement);

/// Reads what `write_measurement` wrote, or a reference file that holds only `up`, `faceHeight` and per channel `travel`, `low`,
/// `high`, `rms` and `gazeDegrees`: then the response is linear. Throws kInvalidJson, kInvalidMeasurement with the JSON path.
face::FaceMeasurement parse_measurement(std::string_view text);

}  // namespace doppel::io
