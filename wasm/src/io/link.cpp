// The share link: a profile's calibration as `#p=` and base64url of a compact binary form (docs/calibration.md has the layout).
// It is not lossless: gains, ratios and weights are stepped. Defaults come back exact, and a second trip changes nothing.
// How a channel is written is io/link_channel's, how a substitute is io/link_substitute's.
#include "io/link.hpp"

#include <algorithm>
#include <utility>

#include "io/base64url.hpp"
#include "io/bit_stream.hpp"
#include "io/link_channel.hpp"
#include "io/link_substitute.hpp"

namespace doppel::io {

namespace {

using face::Calibration;

constexpr std::uint64_t kFirstVersion = 1;  // without substitutes, every field of a channel always there
constexpr std::uint64_t kLinkVersion = 2;
constexpr std::size_t kCrcBytes = 4;
/// Longest body: base64url makes four characters of three bytes.
constexpr std::size_t kMaxBodyBytes = (kLinkLimit - 1 - kLinkPrefix.size()) * 3 / 4 - kCrcBytes;
constexpr int kVersionBits = 8;
constexpr int kMethodBits = 2;
constexpr int kMethodCount = 3;
constexpr int kGainBits = 8;
constexpr int kCouplingBits = 10;
constexpr int kNameLengthBits = 5;
static_assert(kLinkNameBytes < (1U << kNameLengthBits));

std::string cut_name(const std::string& name) {
  std::size_t end = std::min(name.size(), kLinkNameBytes);
  while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return name.substr(0, end);
}

void put_fingerprint(BitWriter& out, const std::string& fingerprint) {
  const bool known = fingerprint.size() >= 2 * kLinkFingerprintBytes;
  out.put(known ? 1 : 0, 1);
  if (!known) return;
  for (std::size_t i = 0; i < 2 * kLinkFingerprintBytes; ++i) {
    const char c = fingerprint[i];
    out.put(static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10), 4);
  }
}

std::string take_fingerprint(BitReader& in) {
  std::string text;
  if (in.take(1) == 0) return text;
  for (std::size_t i = 0; i < 2 * kLinkFingerprintBytes; ++i) text += "0123456789abcdef"[in.take(4)];
  return text;
}

void put_groups(BitWriter& out, const Calibration& calibration) {
  const bool changed = calibration.group_gain != Calibration{}.group_gain;
  out.put(changed ? 1 : 0, 1);
  for (const double gain : calibration.group_gain) out.put(to_steps(gain, kGainSteps), changed ? kGainBits : 0);
}

void take_groups(BitReader& in, Calibration& calibration) {
  if (in.take(1) == 0) return;
  for (double& gain : calibration.group_gain) gain = std::min(from_steps(in.take(kGainBits), kGainSteps), face::kMaxGain);
}

void put_header(BitWriter& out, const Profile& profile, std::uint64_t version) {
  const Calibration& calibration = profile.calibration;
  out.put(version, kVersionBits);
  out.put(static_cast<std::uint64_t>(calibration.method), kMethodBits);
  out.put(to_steps(calibration.symmetry, kShareSteps), kShareBits);
  out.put(to_steps(calibration.overall, kGainSteps), kGainBits);
  out.put(to_octaves(calibration.coupling, coupling_scale()), kCouplingBits);
  put_groups(out, calibration);
  put_fingerprint(out, profile.fingerprint);
  const std::string name = cut_name(profile.avatar_name);
  out.put(name.size(), kNameLengthBits);
  for (const char c : name) out.put(static_cast<unsigned char>(c), 8);
}

// What follows the header's scale in version 2.
void put_form(BitWriter& out, const ChannelForm& form, bool has_substitutes) {
  out.put(static_cast<std::uint64_t>(form.coarseness), kCoarsenessBits);
  for (const bool bit : {form.floors, form.locks, form.mutes, has_substitutes}) out.put(bit ? 1 : 0, 1);
}

// Channels that differ from the default. One that does not is written like the others where it is the only one: that takes less
// room than 52 bits that say which.
std::array<bool, kFaceChannelCount> written_channels(const Calibration& calibration, std::uint64_t version) {
  std::array<bool, kFaceChannelCount> written{};
  std::size_t defaults = 0;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    written[i] = !is_default(calibration, i);
    if (!written[i]) ++defaults;
  }
  if (version > kFirstVersion && defaults == 1) written.fill(true);
  return written;
}

std::vector<std::uint8_t> pack_in(std::uint64_t version, const Profile& profile, const ChannelForm& form,
                                  const SubstituteCodes& codes) {
  const Calibration& calibration = profile.calibration;
  BitWriter out;
  put_header(out, profile, version);
  const std::array<bool, kFaceChannelCount> written = written_channels(calibration, version);
  const bool all_written = std::all_of(written.begin(), written.end(), [](bool channel) { return channel; });
  out.put(form.wide ? 1 : 0, 1);
  out.put(all_written ? 1 : 0, 1);
  const bool has_substitutes = std::any_of(codes.begin(), codes.end(), [](const auto& code) { return code.has_value(); });
  if (version > kFirstVersion) put_form(out, form, has_substitutes);
  for (const bool channel : written) out.put(channel ? 1 : 0, all_written ? 0 : 1);
  for (const auto& code : codes) out.put(code ? 1 : 0, has_substitutes ? 1 : 0);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (written[i]) put_channel(out, calibration, i, form);
  }
  for (const auto& code : codes) {
    if (code) out.put(*code, kSubstituteBits);
  }
  return out.bytes();
}

// The body of a link. The finest scale at which everything fits; a coarser ratio is less of a loss than a channel that does not
// move. Where not even that is enough, substitutes are left out from the end.
std::vector<std::uint8_t> pack(const Profile& profile, std::uint64_t version) {
  ChannelForm form = form_of(profile.calibration);
  if (version == kFirstVersion) {
    form.floors = form.locks = form.mutes = true;
    return pack_in(version, profile, form, {});
  }
  for (SubstituteCodes codes = substitute_codes(profile.substitutes);; drop_last(codes)) {
    for (form.coarseness = 0; form.coarseness < 1 << kCoarsenessBits; ++form.coarseness) {
      std::vector<std::uint8_t> bytes = pack_in(version, profile, form, codes);
      // Without substitutes and at the finest scale everything fits (a test).
      if (bytes.size() <= kMaxBodyBytes) return bytes;
    }
  }
}

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::kInvalidLink, "link: " + reason); }

std::uint64_t version_of(std::span<const std::uint8_t> bytes) {
  const std::uint64_t version = BitReader(bytes).take(kVersionBits);
  if (version > kLinkVersion) {
    throw Error(ErrorCode::kUnsupportedVersion, "link: written by a newer version (" + std::to_string(version) + ")");
  }
  if (version < kFirstVersion) refuse("it has no valid version");
  return version;
}

void take_header(BitReader& in, Profile& profile) {
  Calibration& calibration = profile.calibration;
  const std::uint64_t method = in.take(kMethodBits);
  if (method >= kMethodCount) refuse("it names no known method");
  calibration.method = static_cast<face::RemapMethod>(method);
  calibration.symmetry = std::min(1.0, from_steps(in.take(kShareBits), kShareSteps));
  calibration.overall = std::min(face::kMaxGain, from_steps(in.take(kGainBits), kGainSteps));
  calibration.coupling = from_octaves(in.take(kCouplingBits), coupling_scale());
  take_groups(in, calibration);
  profile.fingerprint = take_fingerprint(in);
  const std::uint64_t name_bytes = in.take(kNameLengthBits);
  for (std::uint64_t i = 0; i < name_bytes; ++i) profile.avatar_name += static_cast<char>(in.take(8));
}

Profile unpack(std::span<const std::uint8_t> bytes) {
  const std::uint64_t version = version_of(bytes);
  BitReader in(bytes);
  in.take(kVersionBits);
  Profile profile;
  take_header(in, profile);
  const auto flag = [&in] { return in.take(1) == 1; };
  ChannelForm form;
  form.wide = flag();
  const bool all_written = flag();
  bool has_substitutes = false;
  if (version > kFirstVersion) {
    form.coarseness = static_cast<int>(in.take(kCoarsenessBits));
    for (bool* bit : {&form.floors, &form.locks, &form.mutes, &has_substitutes}) *bit = flag();
  }
  std::array<bool, kFaceChannelCount> written{};
  std::array<bool, kFaceChannelCount> substituted{};
  for (bool& channel : written) channel = all_written || flag();
  for (bool& channel : substituted) channel = has_substitutes && flag();
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (written[i]) profile.calibration.channels[i] = take_channel(in, i, form);
  }
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (!substituted[i]) continue;
    const auto code = static_cast<std::uint32_t>(in.take(kSubstituteBits));
    profile.substitutes[std::string(kFaceChannels[i].name)] = link_substitute(code);
  }
  if (in.overrun()) refuse("it is too short");
  return profile;
}

// The coded part of an address, a fragment or "p=...".
std::string_view coded_part(std::string_view link) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!link.empty() && is_space(link.back())) link.remove_suffix(1);
  while (!link.empty() && is_space(link.front())) link.remove_prefix(1);
  std::string_view fragment = link;
  if (const std::size_t hash = link.find('#'); hash != std::string_view::npos) fragment = link.substr(hash + 1);
  while (!fragment.empty()) {
    const std::size_t end = fragment.find('&');
    const std::string_view part = fragment.substr(0, end);
    if (part.substr(0, 2) == "p=") return part.substr(2);
    fragment = end == std::string_view::npos ? std::string_view() : fragment.substr(end + 1);
  }
  refuse("there is no #p= in it");
}

}  // namespace

std::string encode_link(const Profile& profile) {
  // What rounds to a default is written as one, and what that saves may make a finer scale fit: until nothing changes any more.
  std::vector<std::uint8_t> bytes = pack(profile, kLinkVersion);
  for (std::vector<std::uint8_t> before; before != bytes;) {
    before = std::move(bytes);
    bytes = pack(unpack(before), kLinkVersion);
  }
  const std::uint32_t crc = crc32(bytes);
  for (std::size_t i = 0; i < kCrcBytes; ++i) bytes.push_back(static_cast<std::uint8_t>(crc >> (8 * (kCrcBytes - 1 - i))));
  return std::string(kLinkPrefix) + to_base64url(bytes);
}

Profile decode_link(std::string_view link) {
  const std::string_view coded = coded_part(link);
  if (coded.size() + kLinkPrefix.size() >= kLinkLimit) refuse("it is longer than any link is");
  const auto bytes = from_base64url(coded);
  if (!bytes) refuse("it holds characters that no link holds");
  if (bytes->size() < kCrcBytes + 1) refuse("it is too short");
  const std::span<const std::uint8_t> body(bytes->data(), bytes->size() - kCrcBytes);
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kCrcBytes; ++i) crc = crc << 8 | (*bytes)[body.size() + i];
  if (crc != crc32(body)) refuse("it is damaged (its checksum does not match)");
  Profile profile = unpack(body);
  // One profile has one link: whatever the encoder would not have written is no link of ours, name bytes that are no text
  // included.
  const std::vector<std::uint8_t> canonical = pack(profile, version_of(body));
  if (!std::equal(canonical.begin(), canonical.end(), body.begin(), body.end())) refuse("it was not written by Doppel");
  try {
    profile.original = profile_json(profile);
    return parse_profile(write_json(profile.original));
  } catch (const std::exception&) {
    refuse("it holds a value that no profile may hold");
  }
}

}  // namespace doppel::io
