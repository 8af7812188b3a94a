// The bitstream ("NatNet") version and what it says about the layout of frames and descriptions.
// It is not the application's version, and nothing here reads bytes.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::natnet {

/// Major, then minor, as integers: 4.10 is above 4.2. Build and revision never matter for the layout.
struct Version {
  std::uint8_t major = 0;
  std::uint8_t minor = 0;
  std::uint8_t build = 0;
  std::uint8_t revision = 0;

  // clang-tidy 14 takes the hidden comparison with 0 for a pointer.
  friend auto operator<=>(const Version&, const Version&) = default;  // NOLINT(modernize-use-nullptr)
};

/// `4.1`, or `3.1.0.2` where build or revision is not 0.
std::string to_string(const Version& version);

/// Reads `M.m` with up to two more parts; nothing where the text is another.
std::optional<Version> parse_version(std::string_view text);

/// The oldest that can be read, and the newest whose layout is known in full. Newer ones are read like it, by their byte counts.
inline constexpr Version kOldestVersion{2, 5, 0, 0};
inline constexpr Version kNewestVersion{4, 2, 0, 0};
/// Unicast servers from here on can be asked for another version.
inline constexpr Version kNegotiableVersion{4, 0, 0, 0};

/// Which fields are on the wire. Each comment names the first (or last) version that has them.
struct Layout {
  bool byte_counts = false;               // 4.1
  bool assets = false;                    // 4.1
  bool precision_stamp = false;           // 4.1
  bool body_markers = false;              // below 3.0: markers inside rigid body frames
  bool params = false;                    // 2.6: of bodies, labeled markers and the frame
  bool residual = false;                  // 3.0
  bool force_plates = false;              // 2.9
  bool devices = false;                   // 2.11
  bool latency = false;                   // below 3.0
  bool timestamp_single = false;          // 2.6 only: 32 bit
  bool timestamp_double = false;          // 2.7
  bool clock_stamps = false;              // 3.0
  bool description_markers = false;       // 3.0
  bool description_marker_names = false;  // 4.0
  bool description_rotations = false;     // 4.2
  bool left_handed_descriptions = false;  // below 3.0: bone offsets have their x negated
  bool is_newer_than_known = false;       // above 4.2: rests are expected, not faults

  static Layout of(const Version& version);
};

}  // namespace doppel::natnet
