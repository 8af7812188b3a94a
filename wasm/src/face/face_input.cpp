// Makes 52 clean values of what a source sent: finite, 0..1, percent streams divided (F4).
// It is not a smoothing filter: every good value passes unchanged.
#include "face/face_input.hpp"

#include <cmath>
#include <limits>

#include "face/face_status.hpp"
#include "face/remap.hpp"

namespace doppel::face {

namespace {

constexpr std::array<std::string_view, 3> kRangeNames{"auto", "unit", "percent"};

void count_one(std::uint32_t& counter) {
  if (counter < std::numeric_limits<std::uint32_t>::max()) ++counter;
}

}  // namespace

std::string_view to_string(InputRange range) { return kRangeNames[static_cast<std::size_t>(range)]; }

std::optional<InputRange> input_range(std::string_view name) {
  for (std::size_t i = 0; i < kRangeNames.size(); ++i) {
    if (kRangeNames[i] == name) return static_cast<InputRange>(i);
  }
  return std::nullopt;
}

void FaceInput::set_range(InputRange range) {
  range_ = range;
  percent_ = range == InputRange::kPercent;
  evidence_ = 0;
  quiet_ = 0;
}

void FaceInput::watch_for_percent(std::span<const float, kFaceChannelCount> raw) noexcept {
  bool above = false;
  for (const float value : raw) above = above || (std::isfinite(value) && static_cast<double>(value) > kPercentEvidence);
  if (above) {
    quiet_ = 0;
    if (++evidence_ >= kPercentLatchFrames) percent_ = true;
  } else if (++quiet_ >= kPercentForgetFrames) {
    quiet_ = 0;
    if (evidence_ > 0) --evidence_;
  }
}

std::uint32_t FaceInput::read(std::span<const float, kFaceChannelCount> raw,
                              std::span<double, kFaceChannelCount> clean) noexcept {
  if (range_ == InputRange::kAuto && !percent_) watch_for_percent(raw);
  std::uint32_t status = percent_ ? kStatusPercent : 0U;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    double value = static_cast<double>(raw[i]);
    if (!std::isfinite(value)) {
      status |= kStatusNonFinite;
      count_one(non_finite_count_);
      value = 0.0;
    }
    if (percent_) value /= kPercentScale;
    if (value < 0.0 || value > 1.0) {
      status |= kStatusClamped;
      count_one(clamped_count_);
    }
    clean[i] = clamp01(value);
  }
  return status;
}

}  // namespace doppel::face
