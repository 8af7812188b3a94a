// Tests of the three remap methods: the table of spec 3.5, the formula of 3.4, and what every curve must keep to.
#include "face/remap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace doppel::face {
namespace {

constexpr std::array<double, 6> kInputs{0.03, 0.1, 0.3, 0.6, 0.8, 1.0};

CurveSettings with(RemapMethod method, double ratio) {
  CurveSettings settings;
  settings.method = method;
  settings.ratio = ratio;
  settings.gamma = gamma_from_ratio(ratio);
  return settings;
}

// Every curve that the tests below sweep: all methods, ratios, ranges and gains.
template <typename Check>
void for_many_curves(Check&& check) {
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kAdaptiveRemap, RemapMethod::kLinear}) {
    for (const double ratio : {0.01, 0.2, 0.5, 0.9, 1.0, 1.1, 2.0, 5.0, 300.0}) {
      for (const auto& [dead_zone, saturation] : {std::pair{0.0, 1.0}, {0.05, 0.7}, {0.25, 0.35}, {0.5, 0.5}, {0.0, 0.0}}) {
        for (const double gain : {0.0, 0.3, 1.0, 1.2, 2.0, 8.0}) {
          for (const double floor : {0.0, 0.05}) {
            CurveSettings settings = with(method, ratio);
            settings.dead_zone = dead_zone;
            settings.saturation = saturation;
            settings.gain = gain;
            settings.floor = floor;
            check(settings);
          }
        }
      }
    }
  }
}

TEST(RangeMatch, GivesTheTableOfTheSpecificationWithin0013) {
  constexpr std::array<double, 6> kHalf{0.021, 0.064, 0.178, 0.312, 0.388, 0.456};
  constexpr std::array<double, 6> kDouble{0.047, 0.160, 0.436, 0.728, 0.860, 0.966};
  const CompiledCurve half(with(RemapMethod::kRangeMatch, 0.5));
  const CompiledCurve twice(with(RemapMethod::kRangeMatch, 2.0));
  for (std::size_t i = 0; i < kInputs.size(); ++i) {
    EXPECT_NEAR(half(kInputs[i]), kHalf[i], 0.013) << kInputs[i];
    EXPECT_NEAR(twice(kInputs[i]), kDouble[i], 0.013) << kInputs[i];
  }
}

TEST(RangeMatch, KeepsMicroMovement) { EXPECT_GE(CompiledCurve(with(RemapMethod::kRangeMatch, 0.5))(0.03) / 0.03, 0.55); }

TEST(RangeMatch, TakesRatiosWithinItsClampOnly) {
  for (const double x : kInputs) {
    EXPECT_EQ(CompiledCurve(with(RemapMethod::kRangeMatch, 0.01))(x), CompiledCurve(with(RemapMethod::kRangeMatch, 0.2))(x));
    EXPECT_EQ(CompiledCurve(with(RemapMethod::kRangeMatch, 300.0))(x), CompiledCurve(with(RemapMethod::kRangeMatch, 5.0))(x));
  }
}

TEST(RangeMatch, IsContinuousInTheRatioAtOne) {
  for (const double x : kInputs) {
    EXPECT_NEAR(CompiledCurve(with(RemapMethod::kRangeMatch, 1.0 - 1e-9))(x), x, 1e-8);
    EXPECT_NEAR(CompiledCurve(with(RemapMethod::kRangeMatch, 1.0 + 1e-9))(x), x, 1e-8);
  }
}

TEST(AdaptiveRemap, GivesTheFormulaOfTheSpecification) {
  constexpr std::array<double, 6> kHalf{0.0098, 0.0479, 0.2042, 0.5096, 0.7449, 0.9632};
  const CompiledCurve curve(with(RemapMethod::kAdaptiveRemap, 0.5));
  for (std::size_t i = 0; i < kInputs.size(); ++i) EXPECT_NEAR(curve(kInputs[i]), kHalf[i], 1e-4) << kInputs[i];
}

// The formula of 3.4 and the frame step of section 5, written out once more as they stand there.
double adaptive_as_written(double x, double ratio, double dead_zone, double saturation, double user_gain) {
  double remapped = 0.0;
  if (x >= 0.001) {
    double y = std::pow(x, 1.0 / std::pow(ratio, 0.4));
    y = dead_zone + y * (saturation - dead_zone);
    if (y > saturation * 0.9) {
      const double excess = (y - saturation * 0.9) / (saturation * 0.1);
      y = saturation * 0.9 + saturation * 0.1 * (1 - std::exp(-excess));
    }
    remapped = std::max(0.0, std::min(1.0, y));
  }
  return std::max(0.0, std::min(1.0, remapped * user_gain));
}

TEST(AdaptiveRemap, IsTheFormulaToTheLetterWithRangeAndGain) {
  for (const double ratio : {0.3, 1.0, 2.5}) {
    for (const double gain : {0.5, 1.0, 1.8}) {
      CurveSettings settings = with(RemapMethod::kAdaptiveRemap, ratio);
      settings.dead_zone = 0.02;
      settings.saturation = 0.85;
      settings.gain = gain;
      const CompiledCurve curve(settings);
      for (int i = 0; i <= 1000; ++i) {
        const double x = i / 1000.0;
        ASSERT_NEAR(curve(x), adaptive_as_written(x, ratio, 0.02, 0.85, gain), 1e-12) << x;
      }
    }
  }
}

TEST(Linear, IsTheRatioTimesTheInputUpToOne) {
  const CompiledCurve curve(with(RemapMethod::kLinear, 2.0));
  EXPECT_DOUBLE_EQ(curve(0.3), 0.6);
  EXPECT_DOUBLE_EQ(curve(0.6), 1.0);
}

TEST(EveryCurve, IsMonotoneAndWithinItsRange) {
  for_many_curves([](const CurveSettings& settings) {
    const CompiledCurve curve(settings);
    const double top = settings.method == RemapMethod::kAdaptiveRemap ? 1.0 : settings.saturation;
    double previous = 0.0;
    for (int i = 0; i <= 400; ++i) {
      const double y = curve(i / 400.0);
      ASSERT_GE(y, previous - 1e-15);
      ASSERT_LE(y, top);
      previous = y;
    }
  });
}

TEST(EveryCurve, IsNeverNaNWhateverComesIn) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for_many_curves([](const CurveSettings& settings) {
    const CompiledCurve curve(settings);
    for (const double x : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity, -1.0, 2.0, 1e300, -0.0, 5e-324}) {
      ASSERT_TRUE(std::isfinite(curve(x))) << x;
    }
    ASSERT_EQ(curve(std::numeric_limits<double>::quiet_NaN()), 0.0);
  });
}

TEST(EveryCurve, IsZeroBelowAThousandth) {
  for_many_curves([](const CurveSettings& settings) {
    ASSERT_EQ(CompiledCurve(settings)(0.0), 0.0);
    ASSERT_EQ(CompiledCurve(settings)(0.000999), 0.0);
  });
}

TEST(EveryCurve, IsTheIdentityAtRatioOne) {
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kLinear}) {
    const CompiledCurve curve(with(method, 1.0));
    for (const double x : {0.001, 0.0031, 0.01, 0.25, 0.5, 0.999, 1.0}) EXPECT_NEAR(curve(x), x, 1e-15);
  }
}

// No step but the one at 0.001, which is at most the steepest slope times 0.001.
TEST(EveryCurve, IsContinuous) {
  constexpr double kStep = 1e-4;
  for (const RemapMethod method : {RemapMethod::kRangeMatch, RemapMethod::kLinear}) {
    for (const double ratio : {0.2, 1.0, 5.0}) {
      for (const double gain : {1.0, 1.3, 2.0}) {
        CurveSettings settings = with(method, ratio);
        settings.dead_zone = 0.25;
        settings.saturation = 0.7;
        settings.gain = gain;
        const CompiledCurve curve(settings);
        // Steepest: the ramp of the dead zone over 0.009, and a slope of at most the ratio.
        const double steepest = gain * (0.25 / 0.009 + 5.0);
        for (int i = 0; i < 10000; ++i) {
          ASSERT_LE(curve((i + 1) * kStep) - curve(i * kStep), steepest * std::max(kStep, i == 9 ? 0.001 : kStep)) << i;
        }
      }
    }
  }
}

TEST(DeadZone, IsReachedWithinTheFirstHundredth) {
  CurveSettings settings = with(RemapMethod::kRangeMatch, 1.0);
  settings.dead_zone = 0.25;
  const CompiledCurve curve(settings);
  EXPECT_LT(curve(0.0011), 0.01);
  EXPECT_NEAR(curve(0.01), 0.25 + 0.01 * 0.75, 1e-12);
  EXPECT_NEAR(curve(1.0), 1.0, 1e-12);
}

TEST(Gain, EndsExactlyAtSaturationWhereItWouldPassIt) {
  for (const double gain : {1.001, 1.1, 1.5, 2.0, 4.0}) {
    CurveSettings settings = with(RemapMethod::kRangeMatch, 1.0);
    settings.saturation = 0.8;
    settings.gain = gain;
    const CompiledCurve curve(settings);
    EXPECT_NEAR(curve(1.0), 0.8, 1e-12) << gain;
    // Not clipped: the last tenth still tells inputs apart.
    EXPECT_LT(curve(0.95), curve(1.0)) << gain;
  }
}

TEST(Gain, MoreGainNeverGivesLess) {
  for (const double x : {0.05, 0.3, 0.7, 0.9, 0.97, 1.0}) {
    double previous = 0.0;
    for (int i = 0; i <= 400; ++i) {
      CurveSettings settings = with(RemapMethod::kRangeMatch, 1.3);
      settings.gain = i / 200.0;
      const double y = CompiledCurve(settings)(x);
      ASSERT_GE(y, previous - 1e-12) << x << " " << settings.gain;
      previous = y;
    }
  }
}

TEST(Gain, BelowSaturationIsAPlainFactor) {
  CurveSettings settings = with(RemapMethod::kRangeMatch, 0.5);
  const double plain = CompiledCurve(settings)(0.6);
  settings.gain = 1.5;
  EXPECT_NEAR(CompiledCurve(settings)(0.6), 1.5 * plain, 1e-15);
}

TEST(Floor, HoldsLeakageAtZeroAndLetsTheRestThrough) {
  CurveSettings settings = with(RemapMethod::kRangeMatch, 3.0);
  const CompiledCurve open(settings);
  settings.floor = 0.05;
  const CompiledCurve curve(settings);
  EXPECT_EQ(curve(0.03), 0.0);
  EXPECT_EQ(curve(0.05), 0.0);
  EXPECT_GT(curve(0.06), 0.0);
  EXPECT_LT(curve(0.06), open(0.06));
  EXPECT_DOUBLE_EQ(curve(0.1), open(0.1));
}

// B14: 3 % leakage at ratio 3 shows no more than on the reference itself: a weight moves the skin 1/3 as far there.
TEST(Floor, LeakageIsNotAmplifiedEvenWithoutIt) {
  for (const double ratio : {1.0, 1.5, 3.0, 5.0}) {
    for (const double leak : {0.005, 0.01, 0.03, 0.05}) {
      EXPECT_LE(CompiledCurve(with(RemapMethod::kRangeMatch, ratio))(leak) / ratio, leak * (1 + 1e-12)) << ratio << " " << leak;
    }
  }
}

TEST(ClosedAt, IsTheInputThatCountsAsOne) {
  CurveSettings settings;
  settings.closed_at = 0.8;
  const CompiledCurve curve(settings);
  EXPECT_DOUBLE_EQ(curve(0.8), 1.0);
  EXPECT_DOUBLE_EQ(curve(0.4), 0.5);
  EXPECT_DOUBLE_EQ(curve(1.0), 1.0);
}

TEST(Gamma, AndRatioAreEachOthersInverse) {
  EXPECT_NEAR(gamma_from_ratio(0.5), 1.3195, 1e-4);  // spec 3.5
  EXPECT_NEAR(gamma_from_ratio(2.0), 0.7579, 1e-4);
  for (const double ratio : {0.2, 0.5, 1.0, 3.0, 5.0}) EXPECT_NEAR(ratio_from_gamma(gamma_from_ratio(ratio)), ratio, 1e-12);
}

TEST(MethodNames, AreTheProfiles) {
  EXPECT_EQ(remap_method("range_match"), RemapMethod::kRangeMatch);
  EXPECT_EQ(remap_method("adaptive_remap"), RemapMethod::kAdaptiveRemap);
  EXPECT_EQ(remap_method("linear"), RemapMethod::kLinear);
  EXPECT_EQ(remap_method("Linear"), std::nullopt);
  EXPECT_EQ(to_string(RemapMethod::kAdaptiveRemap), "adaptive_remap");
}

}  // namespace
}  // namespace doppel::face
