// Names of enumerations in documents, in the order of their values.
// It is not the tables of channels and bones: those are base's.
#pragma once

#include <array>
#include <string_view>

#include "base/face_channel.hpp"
#include "face/remap.hpp"
#include "io/json_document.hpp"

namespace doppel::io {

inline constexpr std::array<std::string_view, 4> kClassNames{"amplitude", "closure", "gaze", "coupled"};
inline constexpr std::array<std::string_view, 5> kSaturationNames{"none", "response", "fold", "lids", "lips"};

inline std::string_view class_name(FaceClass face_class) { return kClassNames[static_cast<std::size_t>(face_class)]; }

/// Fails at the cursor's path, naming the methods.
inline face::RemapMethod read_method(const Cursor& cursor) {
  const auto& names = face::kRemapMethodNames;
  return static_cast<face::RemapMethod>(cursor.one_of({names[0], names[1], names[2]}));
}

}  // namespace doppel::io
