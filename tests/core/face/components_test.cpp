// Tests of the surface's connected pieces: files that differ only in how they split the surface have the same ones.
#include "face/components.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

TEST(SurfaceComponents, SphereWithSplitSeamIsOnePiece) {
  const Surface surface = test::make_surface({test::make_sphere({0, 0, 0}, 1.0, 32, 16)});
  const SurfaceComponents components(surface);
  EXPECT_EQ(components.count(), 1U);
  EXPECT_NEAR(components.area(0), 4.0 * std::numbers::pi, 0.2);
  EXPECT_EQ(components.welded(32), components.welded(0));  // both ends of the first row: the pole
}

TEST(SurfaceComponents, SplitMeshesAreOnePiece) {
  const test::Mesh sphere = test::make_sphere({0, 0, 0}, 1.0, 32, 16);
  const Surface surface = test::make_surface(test::split(sphere, 7));
  EXPECT_EQ(SurfaceComponents(surface).count(), 1U);
}

TEST(SurfaceComponents, ApartIsApart) {
  const Surface surface =
      test::make_surface({test::make_sphere({0, 0, 0}, 1.0, 32, 16), test::make_sphere({3, 0, 0}, 1.0, 32, 16)});
  const SurfaceComponents components(surface);
  EXPECT_EQ(components.count(), 2U);
  EXPECT_NEAR(components.area(0), components.area(1), 1e-6);
}

TEST(SurfaceComponents, ToleranceGrowsWithTheAvatar) {
  for (const double size : {0.01, 1.0, 100.0}) {
    const test::Mesh mesh = test::make_patch(1, 1, [&](double u, double v) { return size * glm::dvec3(u, v, 0.0); });
    const test::Mesh near = test::make_patch(1, 1, [&](double u, double v) { return size * glm::dvec3(1.0 + 2e-6 + u, v, 0.0); });
    const test::Mesh far = test::make_patch(1, 1, [&](double u, double v) { return size * glm::dvec3(2.001 + u, v, 0.0); });
    EXPECT_EQ(SurfaceComponents(test::make_surface({mesh, near, far})).count(), 2U) << size;
  }
}

}  // namespace
}  // namespace doppel::face
