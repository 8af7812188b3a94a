// Tests of which triangles a displacement field touches; its values are tested through the probe.
#include "face/displacement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A fan of four vertices in a row above vertex 4: triangles 0..2, each with two neighbours of the row.
Surface fan() {
  test::Mesh mesh;
  mesh.positions = {0, 1, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0, 1.5F, 0, 0};
  mesh.triangles = {0, 1, 4, 1, 2, 4, 2, 3, 4};
  return test::make_surface({mesh});
}

TEST(TouchedTriangles, AreThoseWithATouchedCornerAscendingAndOnce) {
  const Surface surface = fan();
  DisplacementField field;
  field.reset(5);
  EXPECT_THAT(field.touched_triangles(surface), IsEmpty());
  field.add(3, {0.0, 0.0, 1.0});
  EXPECT_THAT(field.touched_triangles(surface), ElementsAre(2U));
  field.add(1, {0.0, 0.0, 1.0});
  EXPECT_THAT(field.touched_triangles(surface), ElementsAre(0U, 1U, 2U));
  field.reset(5);
  field.add(0, {0.0, 0.0, 1.0});
  EXPECT_THAT(field.touched_triangles(surface), ElementsAre(0U));
}

TEST(TouchedTriangles, AreFoundAmongHundredsAndAfterTheSurfaceHasGrown) {
  Surface surface = test::make_surface({test::make_patch(20, 20, [](double u, double v) { return glm::dvec3(u, v, 0.0); })});
  const auto expect_all_found = [&] {
    DisplacementField field;
    field.reset(surface.positions().size());
    for (std::uint32_t v = 0; v < surface.positions().size(); v += 7) field.add(v, {1.0, 0.0, 0.0});
    std::vector<std::uint32_t> expected;
    for (std::uint32_t number = 0; number < surface.triangles().size(); ++number) {
      const Triangle& t = surface.triangles()[number];
      if (field.touches(t[0]) || field.touches(t[1]) || field.touches(t[2])) expected.push_back(number);
    }
    EXPECT_GT(expected.size(), 64U);
    EXPECT_THAT(field.touched_triangles(surface), testing::ElementsAreArray(expected));
  };
  expect_all_found();
  const std::vector<std::uint32_t> more{0, 7, 14, 21, 28, 35};
  surface.add_triangles(0, more);
  expect_all_found();
}

}  // namespace
}  // namespace doppel::face
