// Accepted substitutes in a share link: each as a short code of its id, which the receiver's offers for that channel are compared
// with. It knows no avatar: which id a code stands for is found where the offers are (web/src/tables/substitute-code.ts).
#include "io/link_substitute.hpp"

#include <algorithm>

namespace doppel::io {

namespace {

constexpr std::uint32_t kFnvOffset = 2166136261U;
constexpr std::uint32_t kFnvPrime = 16777619U;
constexpr std::uint32_t kCodeMask = (1U << kSubstituteBits) - 1;
constexpr std::size_t kCodeDigits = 4;
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kSlotPrefix = "slot:";

std::optional<std::uint32_t> named_code(std::string_view id) {
  if (id.substr(0, kLinkSubstitutePrefix.size()) != kLinkSubstitutePrefix) return std::nullopt;
  const std::string_view digits = id.substr(kLinkSubstitutePrefix.size());
  if (digits.size() != kCodeDigits) return std::nullopt;
  std::uint32_t code = 0;
  for (const char c : digits) {
    const std::size_t value = kHexDigits.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    code = code << 4 | static_cast<std::uint32_t>(value);
  }
  if (code > kCodeMask) return std::nullopt;
  return code;
}

}  // namespace

std::uint32_t substitute_code(std::string_view id) {
  if (const auto named = named_code(id)) return *named;
  std::uint32_t hash = kFnvOffset;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * kFnvPrime;
  return (hash >> kSubstituteBits ^ hash) & kCodeMask;
}

std::string link_substitute(std::uint32_t code) {
  std::string id(kLinkSubstitutePrefix);
  for (std::size_t i = kCodeDigits; i-- > 0;) id += kHexDigits[code >> (4 * i) & 0xFU];
  return id;
}

SubstituteCodes substitute_codes(const std::map<std::string, std::string>& substitutes) {
  SubstituteCodes codes;
  for (const auto& [name, id] : substitutes) {
    const auto channel = face_channel_index(name);
    if (channel && id.compare(0, kSlotPrefix.size(), kSlotPrefix) != 0) codes[*channel] = substitute_code(id);
  }
  return codes;
}

void drop_last(SubstituteCodes& codes) {
  const auto last = std::find_if(codes.rbegin(), codes.rend(), [](const auto& code) { return code.has_value(); });
  if (last == codes.rend()) return;
  const auto channel = static_cast<std::size_t>(codes.rend() - last) - 1;
  codes[channel].reset();
  codes[kFaceChannels[channel].mirror].reset();
}

}  // namespace doppel::io
