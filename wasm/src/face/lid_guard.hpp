// Keeps blink, squint, look-down and wide together from taking the lid gap below closed (F5).
// It is not a model of the lids: every channel closes its measured share of the gap, in proportion to its weight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "face/calibration.hpp"
#include "face/measurement.hpp"

namespace doppel::face {

class LidGuard {
 public:
  /// Guards nothing: for an avatar that was not measured.
  LidGuard() = default;
  LidGuard(const FaceMeasurement& measurement, const Calibration& calibration);

  /// Lowers `outputs` where they would pass closed lids: blink first, then squint, for as much as each can give. A look-down that
  /// passes it alone is left, as no lid channel could mend it. Returns true where anything was lowered.
  bool hold(std::span<double, kFaceChannelCount> outputs) const noexcept;

 private:
  enum Part : std::size_t { kBlink, kSquint, kLookDown, kWide, kPartCount };
  struct Side {
    std::array<std::size_t, kPartCount> channel{};
    std::array<double, kPartCount> closure{};  // share of the open gap closed at weight 1; 0: does not act
    std::array<bool, kPartCount> reducible{};
    double limit = 1.0;  // closed: the whole gap, or what the blink alone closes at its end where that is more
  };
  static bool hold_side(const Side& side, std::span<double, kFaceChannelCount> outputs) noexcept;

  bool active_ = false;
  std::array<Side, 2> sides_{};
};

}  // namespace doppel::face
