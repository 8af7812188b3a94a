// Random rotations, directions and degenerate numbers for property tests, from a seed.
// It is not motion of a body: see body_fixtures.hpp.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <random>

#include "math/quat.hpp"

namespace doppel::test {

class RandomMotion {
 public:
  explicit RandomMotion(std::uint32_t seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }
  math::Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  math::Vec3 direction() { return glm::normalize(math::Vec3(normal(), normal(), normal()) + math::Vec3(1e-12)); }
  /// Uniform over all rotations.
  math::Quat rotation() { return glm::normalize(math::Quat(normal(), normal(), normal(), normal() + 1e-12)); }
  /// At most `radians` from none.
  math::Quat rotation_within(double radians) { return math::about(direction(), uniform(0.0, radians)); }
  /// Zero, tiny, huge, infinite or not a number.
  double degenerate() {
    constexpr double kValues[] = {0.0,
                                  -0.0,
                                  1e-300,
                                  1e-12,
                                  1e12,
                                  1e300,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
    return kValues[whole(0, 8)];
  }

 private:
  std::mt19937 engine_;
};

inline double degrees_between(const math::Quat& a, const math::Quat& b) { return math::angle_between(a, b) / math::kRadian; }

}  // namespace doppel::test
