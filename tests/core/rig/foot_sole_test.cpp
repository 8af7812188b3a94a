// Tests of soles found on skin: shoes made of points whose heel, ball and tip are known.
#include "rig/foot_sole.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "body_fixtures.hpp"
#include "solve/hip_height.hpp"

namespace doppel::rig {
namespace {

using test::RandomMotion;

constexpr double kAnkle = 0.09;
const Vec3 kFoot(0.1, kAnkle, -0.02);
const Vec3 kToes(0.1, 0.02, 0.11);

/// A shoe of which the sole's height over the floor is `sole(z)`, from z -0.08 to 0.2, 8 cm wide, with an upper that narrows.
template <typename Sole>
std::vector<FootVertex> shoe(const Sole& sole) {
  std::vector<FootVertex> skin;
  for (int i = 0; i <= 56; ++i) {
    const double z = -0.08 + 0.005 * i;
    const bool is_toes = z > 0.11;
    for (const double x : {0.06, 0.1, 0.14}) {
      skin.push_back({Vec3(x, sole(z), z), is_toes ? 0.1 : 0.9, is_toes ? 0.9 : 0.1});
      skin.push_back({Vec3(0.1 + 0.3 * (x - 0.1), sole(z) + 0.06, z), is_toes ? 0.1 : 0.9, is_toes ? 0.9 : 0.1});
    }
  }
  return skin;
}

void expect_near(const Vec3& found, const Vec3& expected, double slack, const char* what) {
  EXPECT_LT(glm::distance(found, expected), slack) << what << " " << found.x << " " << found.y << " " << found.z;
}

TEST(FootSole, FlatShoesHaveTheirCornersOnTheFloor) {
  const auto skin = shoe([](double) { return 0.0; });
  const auto sole = foot_sole({skin, kFoot, kToes});
  ASSERT_TRUE(sole);
  expect_near(sole->heel, Vec3(0.0, -kAnkle, -0.06), 1e-9, "heel");
  expect_near(sole->ball, Vec3(0.0, -kAnkle, 0.13), 1e-9, "ball");
  expect_near(sole->toe, Vec3(0.0, -kAnkle, 0.22), 1e-9, "toe");
}

TEST(FootSole, TipsThatRiseAndHeelsThatStandHighHaveTheirOwnHeights) {
  // A running shoe's tip rises by 2 cm over the last 5.
  const auto runner = foot_sole({shoe([](double z) { return z > 0.15 ? 0.4 * (z - 0.15) : 0.0; }), kFoot, kToes});
  ASSERT_TRUE(runner);
  EXPECT_NEAR(runner->heel.y, -kAnkle, 1e-9);
  EXPECT_NEAR(runner->ball.y, -kAnkle, 1e-9);
  EXPECT_LT(runner->toe.z, 0.22 - 0.01);  // where it leaves the floor, not where it ends
  // A foot on tiptoe: the heel 5 cm over the ball, the ankle with it.
  const Vec3 raised(0.1, kAnkle + 0.05, -0.02);
  const auto tiptoe = foot_sole({shoe([](double z) { return z < 0.08 ? 0.05 * (0.08 - z) / 0.16 : 0.0; }), raised, kToes});
  ASSERT_TRUE(tiptoe);
  EXPECT_NEAR(tiptoe->ball.y, -kAnkle - 0.05, 1e-9);
  EXPECT_GT(tiptoe->heel.y, tiptoe->ball.y + 0.02);
}

TEST(FootSole, LegsShaftsAndClothesDoNotCount) {
  auto skin = shoe([](double) { return 0.0; });
  const auto before = foot_sole({skin, kFoot, kToes});
  skin.push_back({Vec3(0.1, -0.3, -0.5), 0.3, 0.1});  // a coat's hem
  skin.push_back({Vec3(0.1, 0.4, -0.2), 1.0, 0.0});   // a boot's shaft
  const auto after = foot_sole({skin, kFoot, kToes});
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->heel, after->heel);
  EXPECT_EQ(before->toe, after->toe);
}

TEST(FootSole, WithoutToesTheBallLiesAtSevenTenths) {
  const auto sole = foot_sole({shoe([](double) { return 0.0; }), kFoot, {}});
  ASSERT_TRUE(sole);
  EXPECT_NEAR(sole->ball.z + kFoot.z, -0.08 + 0.7 * 0.28, 1e-9);
  // Two rows of vertices far apart: the ball lies on the line between them.
  std::vector<FootVertex> rows;
  for (const double x : {0.06, 0.14}) {
    rows.push_back({Vec3(x, 0.01, -0.08), 1.0, 0.0});
    rows.push_back({Vec3(x, 0.0, 0.2), 0.0, 1.0});
  }
  const auto coarse = foot_sole({rows, kFoot, kToes});
  ASSERT_TRUE(coarse);
  EXPECT_NEAR(coarse->ball.y, -kAnkle + 0.01 * (0.2 - 0.11) / 0.28, 1e-9);
}

TEST(FootSole, NothingComesOfNothing) {
  EXPECT_FALSE(foot_sole({{}, kFoot, kToes}));
  const std::vector<FootVertex> above{{Vec3(0.1, 0.5, 0.0), 1.0, 0.0}, {Vec3(0.1, 0.5, 0.2), 1.0, 0.0}};
  EXPECT_FALSE(foot_sole({above, kFoot, kToes}));
  const std::vector<FootVertex> line{{Vec3(0.1, 0.0, 0.1), 1.0, 0.0}, {Vec3(0.2, 0.0, 0.1), 1.0, 0.0}};
  EXPECT_FALSE(foot_sole({line, kFoot, kToes}));
  RandomMotion random(181);
  for (int i = 0; i < 2000; ++i) {
    std::vector<FootVertex> skin;
    for (int k = random.whole(0, 12); k > 0; --k) {
      Vec3 at = random.vector(0.2);
      if (random.whole(0, 30) == 0) at[random.whole(0, 2)] = random.degenerate();
      skin.push_back({at, random.uniform(0.0, 1.0), random.uniform(0.0, 1.0)});
    }
    const auto sole = foot_sole({skin, kFoot, kToes});
    if (!sole) continue;
    for (const Vec3& point : {sole->heel, sole->ball, sole->toe}) {
      ASSERT_TRUE(math::is_finite(point));
      EXPECT_LT(point.y, 0.0);
    }
  }
}

// What is measured goes into the rig: its ankle, and how far a rolled foot reaches down.
TEST(FootSole, TheRigTakesItBeforeItsGuesses) {
  const FootSole sole{Vec3(0.0, -0.1, -0.05), Vec3(0.0, -0.12, 0.15), Vec3(0.0, -0.1, 0.25)};
  RigOptions options;
  options.soles[0] = sole;
  const test::Body body(test::BodyShape{}, options);
  EXPECT_NEAR(body.rig.measures.ankle_height, 0.12, 1e-12);
  EXPECT_NEAR(body.rig.measures.standing_hips, 0.06 + 0.8 + 0.12, 1e-9);
  const Quat up = math::about(math::kLeft, 0.5);  // on the ball
  EXPECT_NEAR(solve::lowest_below(body.rig.measures, up, 0), -(up * sole.ball).y, 1e-12);
  const Quat back = math::about(math::kLeft, -0.5);  // on the heel
  EXPECT_NEAR(solve::lowest_below(body.rig.measures, back, 0), -(back * sole.heel).y, 1e-12);
  // The right foot has none of its own: the common ankle, the ball where the toes begin.
  EXPECT_NEAR(solve::lowest_below(body.rig.measures, math::kIdentity, 1), 0.12, 1e-12);
  options.ankle_height = 0.07;
  EXPECT_NEAR(test::Body(test::BodyShape{}, options).rig.measures.ankle_height, 0.07, 1e-12);
}

}  // namespace
}  // namespace doppel::rig
