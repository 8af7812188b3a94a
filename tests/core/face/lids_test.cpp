// Tests of the opening between the lids on a plate with a hole, whose height and closing weight are known from its sizes.
#include "face/lids.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "face/saturation.hpp"
#include "synthetic_face.hpp"

namespace doppel::face {
namespace {

using test::EyeShape;
using test::Mesh;

constexpr auto kBlinkSlot = static_cast<std::uint32_t>(kEyeBlinkLeft);

// Plate, ball (moved by a look channel where `look`), and what else a test adds.
class LidsTest : public testing::Test {
 protected:
  const Lids& lids(const std::vector<Mesh>& meshes, Side side = Side::kLeft) {
    fields_.emplace();
    fields_->surface = test::make_surface(meshes);
    fields_->routes = test::direct_routes({kEyeBlinkLeft, kEyeBlinkRight, test::channel("eyeLookUpLeft")});
    fields_->evaluate(kEyeBlinkLeft, 1.0, blink_);
    lids_.emplace(*fields_, SurfaceComponents(fields_->surface), FaceFrame{}, side, blink_);
    return *lids_;
  }
  double closing() {
    DisplacementField field;
    return find_closing(*fields_, kEyeBlinkLeft, *lids_, field).weight;
  }
  SaturationSource closing_source() {
    DisplacementField field;
    return find_closing(*fields_, kEyeBlinkLeft, *lids_, field).from;
  }

  std::optional<ChannelFields> fields_;
  std::optional<Lids> lids_;
  DisplacementField blink_;
};

Mesh plate(double upper, double lower, double cell = 0.002) {
  Mesh mesh = test::make_lid_plate({}, cell);
  set_target(mesh, kBlinkSlot, test::lid_motion(upper, lower));
  return mesh;
}

// Tolerances: a row is 24 mm / 384 = 0.06 mm of the hole's 8 mm, 0.8 %.
TEST_F(LidsTest, GapIsTheHolesHeight) {
  EXPECT_TRUE(lids({plate(0.008, 0.0), test::make_eye_ball()}).found());
  EXPECT_NEAR(lids_->rest_gap(), 0.008, 0.0001);
}

TEST_F(LidsTest, OpeningShrinksWithTheUpperLid) {
  lids({plate(0.008, 0.0), test::make_eye_ball()});
  for (const double weight : {0.0, 0.25, 0.5, 0.75}) {
    EXPECT_NEAR(lids_->opening(blink_, weight).area_share, 1.0 - weight, 0.01);
    EXPECT_NEAR(lids_->opening(blink_, weight).height_share, 1.0 - weight, 0.01);
    EXPECT_NEAR(lids_->closure(blink_, weight), weight, 0.01);
  }
  EXPECT_EQ(lids_->opening(blink_, 1.0).area_share, 0.0);
}

TEST_F(LidsTest, MeetsWhereMarginsMeet) {
  for (const double travel : {0.009, 0.012, 0.016, 0.024}) {
    lids({plate(travel, 0.0), test::make_eye_ball()});
    EXPECT_NEAR(closing(), 0.008 / travel, 0.01) << "upper lid alone, " << travel;
    lids({plate(0.75 * travel, 0.25 * travel), test::make_eye_ball()});
    EXPECT_NEAR(closing(), 0.008 / travel, 0.01) << "both lids, " << travel;
    EXPECT_EQ(closing_source(), SaturationSource::kLids);
  }
}

TEST_F(LidsTest, ClosesSaysWhatTheOpeningSays) {
  lids({plate(0.008, 0.0), test::make_eye_ball()});
  int closed = 0;
  for (int k = 0; k <= 40; ++k) {
    const double weight = 0.8 + 0.005 * k;
    const Lids::Opening left = lids_->opening(blink_, weight);
    const bool is_closed = left.area_share <= 0.05 && left.height_share <= 0.1;
    EXPECT_EQ(lids_->closes(blink_, weight, {0.05, 0.1}), is_closed) << weight;
    closed += is_closed ? 1 : 0;
  }
  EXPECT_GT(closed, 5);
  EXPECT_LT(closed, 35);
}

// The lower lid, which the blink leaves where it is, is moved by another channel.
TEST_F(LidsTest, SkinThatTheBlinkLeavesAloneIsSeenWhereItGoes) {
  Mesh mesh = plate(0.008, 0.0);
  set_target(mesh, static_cast<std::uint32_t>(kEyeBlinkRight), test::lid_motion(0.0, 0.004));
  lids({mesh, test::make_eye_ball()});
  DisplacementField lower;
  fields_->evaluate(kEyeBlinkRight, 1.0, lower);
  EXPECT_NEAR(lids_->opening(lower, 1.0).height_share, 0.5, 0.01);
  EXPECT_NEAR(lids_->opening(blink_, 0.25).height_share, 0.75, 0.01);
}

TEST_F(LidsTest, BlinkThatDoesNotCloseNeverMeets) {
  lids({plate(0.006, 0.0), test::make_eye_ball()});
  EXPECT_EQ(closing(), 1.0);
  EXPECT_EQ(closing_source(), SaturationSource::kNone);
  EXPECT_NEAR(lids_->closure(blink_, 1.0), 0.75, 0.01);
}

TEST_F(LidsTest, WideningIsNegativeClosure) {
  lids({plate(0.008, 0.0), test::make_eye_ball()});
  EXPECT_NEAR(lids_->closure(blink_, -0.25), -0.25, 0.01);
  EXPECT_NEAR(lids_->opening(blink_, -0.25).area_share, 1.25, 0.02);
}

TEST_F(LidsTest, CrossingIsHowFarMarginsPass) {
  lids({plate(0.016, 0.0), test::make_eye_ball()});
  EXPECT_EQ(lids_->crossing(blink_, 0.4), 0.0);
  EXPECT_NEAR(lids_->crossing(blink_, 0.75), 0.004, 0.0002);
}

TEST_F(LidsTest, DoesNotDependOnMeshing) {
  lids({plate(0.012, 0.0), test::make_eye_ball()});
  const double expected = closing();
  lids({test::subdivided(plate(0.012, 0.0)), test::make_eye_ball()});
  EXPECT_NEAR(closing(), expected, 0.01);
  std::vector<Mesh> meshes = test::split(plate(0.012, 0.0), 3);
  meshes.push_back(test::make_eye_ball());
  lids(meshes);
  EXPECT_NEAR(closing(), expected, 0.002);
  lids({test::under_scaled_node(plate(0.012, 0.0), 0.01), test::under_scaled_node(test::make_eye_ball(), 0.01)});
  EXPECT_NEAR(closing(), expected, 0.002);
}

TEST_F(LidsTest, LashesThatHangFromTheLidAreNotTheLid) {
  Mesh lash = test::make_patch(8, 2, [](double u, double v) { return glm::dvec3(0.022 + 0.016 * u, 0.061 + 0.0035 * v, 0.016); });
  set_target(lash, kBlinkSlot, [](const glm::dvec3&) { return glm::dvec3(0.0, -0.012, 0.0); });
  lids({plate(0.012, 0.0), test::make_eye_ball(), lash});
  EXPECT_NEAR(lids_->rest_gap(), 0.008, 0.0001);
  EXPECT_NEAR(closing(), 0.008 / 0.012, 0.01);
}

TEST_F(LidsTest, HairInFrontIsNotTheEye) {
  const Mesh hair =
      test::make_patch(2, 8, [](double u, double v) { return glm::dvec3(0.026 + 0.004 * u, 0.02 + 0.2 * v, 0.03); });
  lids({plate(0.012, 0.0), test::make_eye_ball(), hair});
  EXPECT_NEAR(closing(), 0.008 / 0.012, 0.01);
}

TEST_F(LidsTest, EyeIsKnownByItsLookChannel) {
  Mesh ball = test::make_eye_ball();
  set_target(ball, static_cast<std::uint32_t>(test::channel("eyeLookUpLeft")),
             [](const glm::dvec3& p) { return glm::dvec3(0.0, 0.3 * p.z, -0.3 * (p.y - 0.06)); });
  // A small strip of hair that would fit into the eye's box.
  const Mesh strand =
      test::make_patch(2, 4, [](double u, double v) { return glm::dvec3(0.028 + 0.004 * u, 0.05 + 0.02 * v, 0.03); });
  lids({plate(0.012, 0.0), ball, strand});
  EXPECT_NEAR(closing(), 0.008 / 0.012, 0.01);
}

TEST_F(LidsTest, HoleWithoutABallIsAnOpeningToo) {
  lids({plate(0.012, 0.0)});
  EXPECT_TRUE(lids_->found());
  EXPECT_NEAR(lids_->rest_gap(), 0.008, 0.0002);
  EXPECT_NEAR(closing(), 0.008 / 0.012, 0.01);
}

TEST_F(LidsTest, SkinWithoutAHoleIsNotFound) {
  Mesh closed = test::make_patch(30, 30, [](double u, double v) { return glm::dvec3(0.06 * u, 0.03 + 0.06 * v, 0.013); });
  set_target(closed, kBlinkSlot, test::lid_motion(0.012, 0.0));
  EXPECT_FALSE(lids({closed}).found());
  EXPECT_FALSE(lids({closed, test::make_eye_ball()}).found());
  EXPECT_EQ(closing(), 1.0);
  EXPECT_EQ(lids_->crossing(blink_, 1.0), 0.0);
  EXPECT_EQ(lids_->rest_gap(), 0.0);
}

TEST_F(LidsTest, BlinkOfBothEyesIsLookedAtSideBySide) {
  const auto mirrored = [](Mesh mesh) {
    for (std::size_t k = 0; k < mesh.positions.size(); k += 3) mesh.positions[k] = -mesh.positions[k];
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) std::swap(mesh.triangles[t], mesh.triangles[t + 1]);
    return mesh;
  };
  const std::vector<Mesh> both{plate(0.012, 0.0), test::make_eye_ball(), mirrored(plate(0.016, 0.0)),
                               mirrored(test::make_eye_ball())};
  lids(both, Side::kLeft);
  EXPECT_NEAR(closing(), 0.008 / 0.012, 0.01);
  lids(both, Side::kRight);
  EXPECT_NEAR(closing(), 0.008 / 0.016, 0.01);
}

TEST_F(LidsTest, LidsApartFromTheFaceAreFoundToo) {
  const EyeShape eye;
  const auto shell = [&](double low, double high) {
    return test::make_patch(12, 6, [=](double u, double v) {
      return glm::dvec3(eye.centre.x + 0.03 * (u - 0.5), eye.centre.y + low + (high - low) * v, eye.plate_depth);
    });
  };
  Mesh upper = shell(0.004, 0.024);
  set_target(upper, kBlinkSlot, [](const glm::dvec3&) { return glm::dvec3(0.0, -0.016, 0.0); });
  lids({upper, shell(-0.024, -0.004), test::make_eye_ball()});
  EXPECT_NEAR(lids_->rest_gap(), 0.008, 0.0001);
  // 8 of 16 mm.
  EXPECT_NEAR(closing(), 0.5, 0.01);
}

}  // namespace
}  // namespace doppel::face
