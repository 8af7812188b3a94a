// Face routes as JSON: what the reader found out about an avatar's targets, expressions and bones.
// It is not a file reader: see web/src/reader.
#pragma once

#include <string_view>

#include "face/routes.hpp"

namespace doppel::io {

/// Throws kInvalidJson, kInvalidArgument with the JSON path. Slots and expressions that a bind names exist afterwards.
face::FaceRoutes parse_routes(std::string_view text);

}  // namespace doppel::io
