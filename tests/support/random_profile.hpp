// Seeded random profiles within all ranges, and text damaged at random, for the tests of profile and link.
// It is not a fuzzer: a seed gives the same text everywhere.
#pragma once

#include <random>
#include <string>

#include "io/profile.hpp"

namespace doppel::test {

/// std:: distributions differ between libraries; this does not.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return engine_() % count; }
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(engine_()) / 4294967295.0); }

 private:
  std::mt19937 engine_;
};

inline io::Profile random_profile(std::uint32_t seed) {
  Random random(seed);
  io::Profile profile;
  profile.avatar_name = "avatar " + std::to_string(seed);
  profile.fingerprint = "0123456789abcdef0123456789abcdef";
  face::Calibration& calibration = profile.calibration;
  calibration.method = static_cast<face::RemapMethod>(random.below(3));
  calibration.symmetry = random.between(0, 1);
  calibration.overall = random.between(0, face::kMaxGain);
  calibration.coupling = random.between(0.1, 4);
  for (double& gain : calibration.group_gain) gain = random.between(0, face::kMaxGain);
  for (face::ChannelCalibration& channel : calibration.channels) {
    channel.ratio = random.between(0.2, 5);
    channel.gamma = face::gamma_from_ratio(channel.ratio);
    channel.saturation = random.between(0.2, 1);
    channel.dead_zone = random.between(0, channel.saturation);
    channel.user_gain = random.between(0, face::kMaxGain);
    channel.floor = random.between(0, face::kMaxFloor);
    channel.closed_at = random.between(face::kMinClosedAt, 1);
    channel.locked = random.below(2) == 1;
    channel.muted = random.below(2) == 1;
  }
  return profile;
}

/// One to four bytes replaced, removed or put in.
inline std::string damaged(const std::string& text, std::uint32_t seed) {
  Random random(seed);
  std::string result = text;
  for (std::size_t left = 1 + random.below(4); left > 0 && !result.empty(); --left) {
    const std::size_t at = random.below(result.size());
    const auto byte = static_cast<char>(random.below(3) == 0 ? random.below(256) : 32 + random.below(95));
    switch (random.below(4)) {
      case 0: result.erase(at, 1); break;
      case 1: result.insert(at, 1, byte); break;
      case 2: result.resize(at); break;
      default: result[at] = byte; break;
    }
  }
  return result;
}

}  // namespace doppel::test
