// Which fields each version has.
// Every version test of the decoder and the encoder is here and nowhere else.
#include "natnet/version.hpp"

#include <array>
#include <charconv>

namespace doppel::natnet {

std::string to_string(const Version& version) {
  std::string text = std::to_string(version.major) + "." + std::to_string(version.minor);
  if (version.build != 0 || version.revision != 0) {
    text += "." + std::to_string(version.build) + "." + std::to_string(version.revision);
  }
  return text;
}

std::optional<Version> parse_version(std::string_view text) {
  std::array<std::uint8_t, 4> parts{};
  std::size_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    const auto [next, error] = std::from_chars(at, end, parts[count]);
    if (error != std::errc() || next == at) return std::nullopt;
    ++count;
    at = next;
    if (at == end) break;
    if (*at != '.' || count == parts.size()) return std::nullopt;
    ++at;
  }
  if (count < 2) return std::nullopt;
  return Version{parts[0], parts[1], parts[2], parts[3]};
}

Layout Layout::of(const Version& version) {
  const auto since = [&](std::uint8_t major, std::uint8_t minor) {
    return version.major > major || (version.major == major && version.minor >= minor);
  };
  Layout layout;
  layout.byte_counts = layout.assets = layout.precision_stamp = since(4, 1);
  layout.body_markers = layout.latency = layout.left_handed_descriptions = !since(3, 0);
  layout.params = since(2, 6);
  layout.residual = layout.clock_stamps = layout.description_markers = since(3, 0);
  layout.force_plates = since(2, 9);
  layout.devices = since(2, 11);
  layout.timestamp_double = since(2, 7);
  layout.timestamp_single = layout.params && !layout.timestamp_double;
  layout.description_marker_names = since(4, 0);
  layout.description_rotations = since(4, 2);
  layout.is_newer_than_known = since(4, 3);
  return layout;
}

}  // namespace doppel::natnet
