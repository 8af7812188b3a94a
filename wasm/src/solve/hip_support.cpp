// How far hips rise or sink so that both knees bend as the performer's as nearly as can be.
// It bends no knee.
#include "solve/hip_support.hpp"

#include <algorithm>
#include <cmath>

namespace doppel::solve {
namespace {

constexpr int kHalvings = 40;    // of the range of heights: to a picometre
constexpr double kStill = 1e-9;  // metres: less is rounding

bool counts(const HipSupport::Leg& leg) {
  const bool is_finite = math::is_finite(leg.thigh) && math::is_finite(leg.ankle) &&
                         std::isfinite(leg.extension + leg.stands + leg.near_floor + leg.weight);
  return is_finite && leg.length > 1e-6 && std::isfinite(leg.length);
}

/// A knee's bend, but for a factor, by what is missing to a straight leg, of its length; below 0 the foot is out of reach.
double bend_of(double lacks) {
  const double root = std::sqrt(HipSupport::kEase);
  return lacks > 0.0 ? std::sqrt(lacks + HipSupport::kEase) - root : lacks / (2.0 * root);
}
double slope_of(double lacks) { return 0.5 / std::sqrt(std::max(0.0, lacks) + HipSupport::kEase); }

/// By how much the squares rise as the hips do, at a rise.
double slope_at(const HipSupport::Leg& leg, double rise) {
  const Vec3 line = leg.thigh + Vec3(0.0, rise, 0.0) - leg.ankle;
  const double distance = glm::length(line);
  if (!(distance > 1e-9)) return 0.0;
  const double lacks = 1.0 - distance / leg.length;
  const double performed = 1.0 - std::clamp(leg.extension, 0.0, 1.0);
  const double bent = performed / HipSupport::kBent;
  const double straight = 1.0 / (1.0 + bent * bent);
  const double foot = HipSupport::kOnItsWay * std::clamp(leg.near_floor, 0.0, 1.0) +
                      (1.0 - HipSupport::kOnItsWay) * std::clamp(leg.stands, 0.0, 1.0);
  const double says = std::clamp(leg.weight, 0.0, 1.0) * foot * straight * straight;
  return says * (bend_of(lacks) - bend_of(performed)) * slope_of(lacks) * -line.y / (distance * leg.length);
}

}  // namespace

double HipSupport::run() const noexcept {
  double length = 0.0;
  for (const Leg& leg : legs) length = std::max(length, counts(leg) ? leg.length : 0.0);
  if (!(length > 0.0) || !std::isfinite(lowest)) return 0.0;
  double low = -std::max(0.0, lowest);
  double high = kHighest * length;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    double slope = kStay * middle / (length * length);
    for (const Leg& leg : legs) slope += counts(leg) ? slope_at(leg, middle) : 0.0;
    (slope > 0.0 ? high : low) = middle;
  }
  const double rise = 0.5 * (low + high);
  return std::abs(rise) < kStill ? 0.0 : rise;
}

}  // namespace doppel::solve
