// One channel's settings as a number of mixed radix, and the steps in which a share link holds values (docs/calibration.md).
// It is not the link: what stands around the channels is io/link.cpp's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "face/calibration.hpp"
#include "io/bit_stream.hpp"

namespace doppel::io {

inline constexpr std::uint64_t kGainSteps = 125;   // per 1.0
inline constexpr std::uint64_t kShareSteps = 100;  // per 1.0: dead zone, saturation, symmetry, closedAt, floor
inline constexpr int kShareBits = 7;

/// `value` in steps of 1 / `steps`, to the nearest; value 0..2.
std::uint64_t to_steps(double value, std::uint64_t steps);
double from_steps(std::uint64_t code, std::uint64_t steps);

/// Logarithmic codes about a middle that is exactly 1. A step is `factor` fine steps: the product of whole numbers comes first,
/// so that one value has one code and one double on all scales that hold it.
struct OctaveScale {
  double fine_step;     // octaves
  int factor;           // 1..
  double low;           // values below become it
  double high;          // values above become it
  std::int64_t middle;  // code of 1; the highest code is twice that
};

std::uint64_t to_octaves(double value, const OctaveScale& scale);
double from_octaves(std::uint64_t code, const OctaveScale& scale);

OctaveScale coupling_scale();

/// Bits of `ChannelForm::coarseness`.
inline constexpr int kCoarsenessBits = 2;

/// How a link writes its channels. Fields that no channel uses take no room.
struct ChannelForm {
  bool wide = false;   // a ratio is outside range_match's clamp
  int coarseness = 0;  // 0..3: a ratio's step is 2^coarseness of the finest
  bool floors = true;
  bool locks = true;
  bool mutes = true;
};

/// 0.3 % a step within range_match's clamp at coarseness 0; five times that where `wide`.
OctaveScale ratio_scale(const ChannelForm& form);

/// The ratio that acts: with adaptive_remap the exponent does, and says it.
double acting_ratio(const face::Calibration& calibration, std::size_t channel);

/// Only what acts counts: closedAt of channels that are no blinks is passed over.
bool is_default(const face::Calibration& calibration, std::size_t channel);

/// The fields that one of the channels uses, as far as the steps can tell, and the scale that holds all ratios.
ChannelForm form_of(const face::Calibration& calibration);

void put_channel(BitWriter& out, const face::Calibration& calibration, std::size_t channel, const ChannelForm& form);

/// Whatever the bits are, the values are within their ranges.
face::ChannelCalibration take_channel(BitReader& in, std::size_t channel, const ChannelForm& form);

}  // namespace doppel::io
