// Tests of lip pairs, coupling and crossing on lips with thickness whose gap and motion are known.
#include "face/lips.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using test::Mesh;

constexpr double kFaceHeight = 0.2;
constexpr std::uint32_t kJawSlot = 0;
constexpr std::uint32_t kCloseSlot = 1;

struct Mouth {
  ChannelFields fields;
  std::unique_ptr<SurfaceComponents> components;
  DisplacementField jaw;
  DisplacementField close;
  std::unique_ptr<Lips> lips;

  explicit Mouth(const std::vector<Mesh>& meshes, const FaceFrame& frame = {}) {
    fields.surface = test::make_surface(meshes);
    components = std::make_unique<SurfaceComponents>(fields.surface);
    evaluate(kJawSlot, jaw);
    evaluate(kCloseSlot, close);
    lips = std::make_unique<Lips>(fields.surface, *components, frame, kFaceHeight, jaw);
  }
  void evaluate(std::uint32_t slot, DisplacementField& field) const {
    RouteWeights weights;
    weights.slots.push_back({slot, 1.0});
    evaluate_displacement(fields.surface, fields.pivots, weights, field);
  }
};

Mesh mouth(double jaw_down, double close_up, double gap = 0.0006) {
  Mesh mesh = test::make_lips(gap);
  set_target(mesh, kJawSlot, test::lower_lip_motion(-jaw_down));
  set_target(mesh, kCloseSlot, test::lower_lip_motion(close_up));
  return mesh;
}

TEST(Lips, PairsFaceEachOtherAcrossTheGap) {
  const Mouth m({mouth(0.03, 0.03)});
  ASSERT_TRUE(m.lips->found());
  EXPECT_GE(m.lips->pairs().size(), 15U);  // 40 mm of mouth, strips of 2 mm
  for (const LipPair& pair : m.lips->pairs()) {
    const glm::dvec3 apart = m.fields.surface.positions()[pair.upper] - m.fields.surface.positions()[pair.lower];
    EXPECT_NEAR(apart.y, 0.0006, 1e-6);
    // The sheet of the synthetic lips ends at both sides of the mouth.
    const bool is_end = std::abs(m.fields.surface.positions()[pair.lower].x) > 0.019;
    EXPECT_EQ(pair.is_open_edge, is_end);
  }
}

TEST(Lips, CouplingIsTheQuotientOfTheMotions) {
  for (const double factor : {0.5, 1.0, 2.0}) {
    const Mouth scaled_jaw({mouth(0.03 * factor, 0.03)});
    EXPECT_NEAR(scaled_jaw.lips->coupling(scaled_jaw.jaw, scaled_jaw.close), factor, 1e-4);
    const Mouth scaled_both({mouth(0.03 * factor, 0.03 * factor)});
    EXPECT_NEAR(scaled_both.lips->coupling(scaled_both.jaw, scaled_both.close), 1.0, 1e-4);
  }
}

TEST(Lips, CouplingBringsTheGapBackToRest) {
  const Mouth m({mouth(0.024, 0.031)});
  const double k = m.lips->coupling(m.jaw, m.close);
  for (const LipPair& pair : m.lips->pairs()) {
    const double jaw = m.jaw.at(pair.upper).y - m.jaw.at(pair.lower).y;
    const double close = m.close.at(pair.upper).y - m.close.at(pair.lower).y;
    EXPECT_NEAR(0.8 * jaw + 0.8 * k * close, 0.0, 0.01 * kFaceHeight);
  }
}

TEST(Lips, MouthCloseThatDoesNotActHasNoCoupling) {
  const Mouth still({mouth(0.03, 0.0)});
  EXPECT_EQ(still.lips->coupling(still.jaw, still.close), 0.0);
  const Mouth opens({mouth(0.03, -0.02)});
  EXPECT_EQ(opens.lips->coupling(opens.jaw, opens.close), 0.0);
}

TEST(Lips, TeethAndSplitMeshesDoNotDisturb) {
  Mesh lower_teeth =
      test::make_patch(4, 2, [](double u, double v) { return glm::dvec3(0.03 * (u - 0.5), -0.008 + 0.008 * v, -0.015); });
  set_target(lower_teeth, kJawSlot, [](const glm::dvec3&) { return glm::dvec3(0.0, -0.03, 0.0); });
  const Mesh upper_teeth =
      test::make_patch(4, 2, [](double u, double v) { return glm::dvec3(0.03 * (u - 0.5), 0.0001 + 0.008 * v, -0.015); });
  std::vector<Mesh> meshes = test::split(mouth(0.03, 0.03), 3);
  meshes.push_back(lower_teeth);
  meshes.push_back(upper_teeth);
  const Mouth m(meshes);
  ASSERT_TRUE(m.lips->found());
  EXPECT_NEAR(m.lips->coupling(m.jaw, m.close), 1.0, 1e-4);
}

TEST(Lips, PartedLipsAreFound) {
  const Mouth m({mouth(0.03, 0.03, 0.006)});
  ASSERT_TRUE(m.lips->found());
  EXPECT_NEAR(m.lips->coupling(m.jaw, m.close), 1.0, 1e-4);
}

TEST(Lips, NothingThatComesApartNothingFound) {
  EXPECT_FALSE(Mouth({mouth(0.0, 0.03)}).lips->found());
  // A chin that moves as one with what surrounds it: no line where anything parts.
  Mesh sheet = test::make_patch(20, 20, [](double u, double v) { return glm::dvec3(0.1 * u, 0.1 * v, 0.0); });
  set_target(sheet, kJawSlot, [](const glm::dvec3& p) { return glm::dvec3(0.0, -0.2 * std::max(0.0, 0.1 - p.y), 0.0); });
  const Mouth smooth({sheet});
  EXPECT_FALSE(smooth.lips->found());
  EXPECT_EQ(smooth.lips->crossing(smooth.jaw, 1.0, 0.0), 0.0);
}

TEST(Lips, DepthIsHalfOfHowFarThickLipsAreInEachOther) {
  const Mouth m({mouth(0.03, 0.008)});
  EXPECT_EQ(m.lips->crossing(m.close, 0.05, 0.0), 0.0);  // 0.4 mm of a gap of 0.6
  for (const double weight : {0.5, 0.75, 1.0}) {
    EXPECT_NEAR(m.lips->crossing(m.close, weight, 0.0), 0.5 * (0.008 * weight - 0.0006), 0.0004) << weight;
  }
  EXPECT_EQ(m.lips->crossing(m.close, 1.0, 0.005), 0.0);
}

TEST(Lips, LipThatGoesInFrontDoesNotCross) {
  Mesh mesh = mouth(0.03, 0.0);
  set_target(mesh, kCloseSlot, [](const glm::dvec3& p) { return p.y < 0.0 ? glm::dvec3(0.0, 0.009, 0.03) : glm::dvec3(0.0); });
  const Mouth m({mesh});
  EXPECT_EQ(m.lips->crossing(m.close, 1.0, 0.0), 0.0);
}

TEST(Lips, LipsThatAreThroughHaveCrossed) {
  const Mouth m({mouth(0.03, 0.05)});
  EXPECT_NEAR(m.lips->crossing(m.close, 1.0, 0.0), 0.05 - 0.0006, 1e-5);
}

TEST(Lips, OpenEdgesCrossByTheirOverlap) {
  // Two sheets with open edges, held together far to the side.
  Mesh mesh = test::make_patch(30, 10, [](double u, double v) { return glm::dvec3(0.12 * (u - 0.5), 0.05 * (v - 0.5), 0.0); });
  const auto row = [](int j) { return static_cast<std::uint32_t>(31 * j); };
  // Row 5 twice: triangles above it use copies, except at the ends.
  const auto copies = static_cast<std::uint32_t>(mesh.vertex_count());
  for (std::uint32_t i = 0; i <= 30; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      mesh.positions.push_back(mesh.positions[std::size_t{3} * (row(5) + i) + k] + (k == 1 ? 0.0005F : 0.0F));
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const bool is_above = std::max({mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]}) >= row(6);
    for (std::size_t k = t; is_above && k < t + 3; ++k) {
      const std::uint32_t column = mesh.triangles[k] - row(5);
      if (mesh.triangles[k] >= row(5) && mesh.triangles[k] < row(6) && column > 1 && column < 29)
        mesh.triangles[k] = copies + column;
    }
  }
  set_target(mesh, kJawSlot,
             [](const glm::dvec3& p) { return glm::dvec3(0.0, p.y <= 0.0001 && std::abs(p.x) < 0.05 ? -0.03 : 0.0, 0.0); });
  set_target(mesh, kCloseSlot,
             [](const glm::dvec3& p) { return glm::dvec3(0.0, p.y <= 0.0001 && std::abs(p.x) < 0.05 ? 0.01 : 0.0, 0.0); });
  const Mouth m({mesh});
  ASSERT_TRUE(m.lips->found());
  EXPECT_TRUE(m.lips->pairs().front().is_open_edge);
  EXPECT_NEAR(m.lips->crossing(m.close, 0.5, 0.0), 0.0045, 1e-5);
}

}  // namespace
}  // namespace doppel::face
