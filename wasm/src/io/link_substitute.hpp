// Accepted substitutes in a share link: each as a short code of its id, which the receiver's offers for that channel are compared
// with. It knows no avatar: which id a code stands for is found where the offers are (web/src/tables/substitute-code.ts).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/face_channel.hpp"

namespace doppel::io {

/// A channel has a handful of offers: 14 bits tell them apart, and a foreign avatar's match by chance once in some thousand.
inline constexpr int kSubstituteBits = 14;
/// A substitute as a link gives it back: this and the code as four lower-case hex digits.
inline constexpr std::string_view kLinkSubstitutePrefix = "link:";

/// Of an id: FNV-1a over its bytes, folded. An id that a link gave back has the code that it names.
std::uint32_t substitute_code(std::string_view id);
std::string link_substitute(std::uint32_t code);

using SubstituteCodes = std::array<std::optional<std::uint32_t>, kFaceChannelCount>;

/// Nothing for names that are no channel, and for `slot:` ids, which are no offers and could not be found again.
SubstituteCodes substitute_codes(const std::map<std::string, std::string>& substitutes);

/// Leaves the last one out, and its partner of the other side: half a pair would pull the face to one side.
void drop_last(SubstituteCodes& codes);

}  // namespace doppel::io
