// Makes 52 clean values of what a source sent: finite, 0..1, percent streams divided (F4).
// It is not a smoothing filter: every good value passes unchanged.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/face_channel.hpp"

namespace doppel::face {

/// How the numbers of a source are read.
enum class InputRange : std::uint8_t {
  kAuto,     // "auto": 0..1, latched to percent when the values say so
  kUnit,     // "unit": 0..1
  kPercent,  // "percent": 0..100
};

std::string_view to_string(InputRange range);
std::optional<InputRange> input_range(std::string_view name);

/// A frame counts towards percent when one of its finite values is above this.
inline constexpr double kPercentEvidence = 2.0;
/// Frames of evidence that latch a stream to percent.
inline constexpr int kPercentLatchFrames = 10;
/// Each time this many frames pass without evidence, one earlier frame of it is taken back: single wild values in a 0..1 stream
/// never add up, and a percent stream that pauses goes on where it was. A latched stream stays so, however quiet.
inline constexpr int kPercentForgetFrames = 120;
inline constexpr double kPercentScale = 100.0;

class FaceInput {
 public:
  /// Sets how values are read and forgets what was latched.
  void set_range(InputRange range);
  InputRange range() const { return range_; }

  /// Cleans one frame. Returns the `FaceStatusBit`s of it.
  std::uint32_t read(std::span<const float, kFaceChannelCount> raw, std::span<double, kFaceChannelCount> clean) noexcept;

  /// Values that were not finite, and values that were clamped, since construction. They stop at the largest value.
  std::uint32_t non_finite_count() const { return non_finite_count_; }
  std::uint32_t clamped_count() const { return clamped_count_; }

 private:
  void watch_for_percent(std::span<const float, kFaceChannelCount> raw) noexcept;

  InputRange range_ = InputRange::kAuto;
  bool percent_ = false;
  int evidence_ = 0;
  int quiet_ = 0;
  std::uint32_t non_finite_count_ = 0;
  std::uint32_t clamped_count_ = 0;
};

}  // namespace doppel::face
