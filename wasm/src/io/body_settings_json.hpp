// The body's part of a profile, `$.retargeting`: every parameter by its own name, the calibration with its rotation cache,
// followers. It is not the profile: see profile.hpp. It checks everything before it changes anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/body_parameter.hpp"
#include "io/json_document.hpp"
#include "solve/body_calibration.hpp"

namespace doppel::io {

/// Newest form that is written and read.
inline constexpr std::uint32_t kBodyVersion = 1;
inline constexpr std::size_t kMaxTransfers = 64;

struct BodyDocument {
  BodySettings settings{};
  std::optional<solve::BodyCalibration> calibration{};
  std::vector<TransferSettings> transfer{};
  Json original = Json::object();  // unknown fields survive a round trip
};

/// Throws kInvalidProfile with the JSON path (a wrong type, a number out of range or not finite, a quaternion of no length),
/// kUnsupportedVersion. What is absent has its default.
BodyDocument read_body(const Cursor& cursor);
/// The object; reading it again gives the same document to the bit.
Json body_json(const BodyDocument& document);

/// The same as texts, for files of their own.
BodyDocument parse_body(std::string_view text);
std::string write_body(const BodyDocument& document, bool pretty = false);

/// The table of parameters, as the remote control lists it: `[{ "name", "type", "unit", "minimum", "maximum", "default",
/// "choices"?, "seed" }]`.
Json body_parameter_table();

}  // namespace doppel::io
