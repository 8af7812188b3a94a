// Tests of what a performer's skeleton does not tell and an avatar of the same build does.
#include "solve/digital_double.hpp"

#include <gtest/gtest.h>

#include "random_motion.hpp"
#include "solve/hip_height.hpp"

namespace doppel::solve {
namespace {

using math::Vec3;
using test::RandomMotion;

rig::BodyMeasures performer() {
  rig::BodyMeasures m;
  m.leg[0] = m.leg[1] = 0.8;
  m.arm[0] = m.arm[1] = 0.55;
  m.shoulder_width = 0.36;
  m.hip_width = 0.18;
  m.ball_forward = 0.13;
  m.ankle_height = 0.09;  // estimated
  m.hips_to_thigh = 0.06;
  return m;
}

/// The same body at `size`, in boots whose ankles and soles are measured.
rig::BodyMeasures avatar(double size) {
  rig::BodyMeasures m = performer();
  for (double* length :
       {&m.leg[0], &m.leg[1], &m.arm[0], &m.arm[1], &m.shoulder_width, &m.hip_width, &m.ball_forward, &m.hips_to_thigh})
    *length *= size;
  m.ankle_height = 0.11 * size;
  m.has_ankle_height = true;
  const Vec3 edge(0.04 * size, 0.0, 0.0);
  for (auto& sole : m.soles) {
    sole = rig::FootSole{{size * Vec3(0.0, -0.11, -0.08), edge},
                         {size * Vec3(0.0, -0.11, 0.16), edge},
                         {size * Vec3(0.0, -0.11, 0.25), edge},
                         true};
  }
  return m;
}

TEST(DigitalDouble, StandsAndStepsWhereThePerformerDoes) {
  RandomMotion random(71);
  for (int i = 0; i < 500; ++i) {
    // An avatar of the performer's size, then of any size, scaled to it: soles give by metres, not by scale.
    const bool is_scaled = i >= 250;
    const double scale = is_scaled ? random.uniform(0.5, 2.0) : 1.0;
    const rig::BodyMeasures target = avatar(1.0 / scale);
    const rig::BodyMeasures source = complete_measures(performer(), target, scale);
    const RootSpace space{source, target, scale};
    const math::Quat turn = random.rotation_within(1.2);
    const Vec3 ankle(0.2, random.uniform(0.0, 0.6), -0.1);
    EXPECT_NEAR(glm::distance(space.ankle(ankle, 0.0, turn, i % 2), ankle), 0.0, is_scaled ? 0.5 * rig::kSoleGive : 1e-9);
    EXPECT_NEAR(space.hips({0, 0.9, 0}, 1.0, 0.0, 0.0).y, 0.9, 1e-9);
  }
}

TEST(DigitalDouble, IsNoStranger) {
  EXPECT_EQ(likeness(performer(), avatar(1.0), 1.0), 1.0);
  EXPECT_EQ(likeness(performer(), avatar(1.009), 1.0), 1.0);
  EXPECT_NEAR(likeness(performer(), avatar(1.03), 1.0), 0.5, 1e-9);
  EXPECT_EQ(likeness(performer(), avatar(0.94), 1.0), 0.0);
  EXPECT_EQ(likeness(performer(), avatar(1.0), 1.1), 0.0);
  for (const auto length :
       {&rig::BodyMeasures::shoulder_width, &rig::BodyMeasures::hip_width, &rig::BodyMeasures::ball_forward}) {
    rig::BodyMeasures other = avatar(1.0);
    other.*length *= 1.06;
    EXPECT_EQ(likeness(performer(), other, 1.0), 0.0);
  }
  rig::BodyMeasures armless = avatar(1.0);
  armless.arm[0] = armless.arm[1] = armless.shoulder_width = 0.0;
  EXPECT_EQ(likeness(performer(), armless, 1.0), 1.0);
  rig::BodyMeasures legless = avatar(1.0);
  legless.leg[1] = 0.0;
  EXPECT_EQ(likeness(performer(), legless, 1.0), 0.0);
  const rig::BodyMeasures kept = complete_measures(performer(), avatar(0.94), 1.0);
  EXPECT_EQ(kept.ankle_height, 0.09);
  EXPECT_FALSE(kept.soles[0] || kept.soles[1]);
}

TEST(DigitalDouble, ReplacesNothingThatWasMeasured) {
  rig::BodyMeasures source = performer();
  source.has_ankle_height = true;
  source.soles[0] = rig::expected_sole(source);
  const rig::BodyMeasures completed = complete_measures(source, avatar(1.0), 1.0);
  EXPECT_EQ(completed.ankle_height, 0.09);
  EXPECT_EQ(completed.soles[0]->toe.middle, source.soles[0]->toe.middle);
  EXPECT_EQ(completed.soles[1]->toe.middle, Vec3(0.0, -0.11, 0.25));
}

}  // namespace
}  // namespace doppel::solve
