// The cold calls that take and give whole documents: tables, reference face, calibration, report, profile, link.
// It is not a binding: strings in, strings out, errors as `doppel::Error`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::io {

/// JSON: channels, groups, classes, methods, verdicts, human bones, hand presets, error codes, in order.
std::string tables_document();
/// The built-in reference face in measurement form.
std::string reference_document();
/// Profile JSON. `options`: JSON `{ method?, symmetry?, avatarName?, platform?, created?, fingerprint?, keep? }`; "" for none.
std::string calibrate_document(std::string_view measurement, std::string_view reference, std::string_view options);
/// Report JSON (docs/calibration.md).
std::string report_document(std::string_view measurement, std::string_view reference, std::string_view profile);
/// JSON `{ "profile", "warnings" }`.
std::string check_profile_document(std::string_view profile);
/// Canonical profile with its checksum, indented, ready for a file.
std::string seal_profile_document(std::string_view profile);
/// Fragment from a profile, and back.
std::string encode_link_document(std::string_view profile);
std::string decode_link_document(std::string_view link);
/// Outputs of one channel's curve, gains at 1. Throws kInvalidArgument.
std::vector<double> remap_values(std::string_view method, double ratio, double dead_zone, double saturation,
                                 std::span<const double> inputs);

}  // namespace doppel::io
