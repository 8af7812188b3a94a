// Tests of the table of body parameters: every row reaches one field and no other, ranges hold, defaults are one.
#include "base/body_parameter.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string_view>

namespace doppel {
namespace {

double other_value(const BodyParameter& parameter) {
  if (parameter.is_number()) return parameter.initial == parameter.maximum ? parameter.minimum : parameter.maximum;
  return parameter.initial == 0.0 ? 1.0 : 0.0;
}

TEST(BodyParameter, DefaultsOfTheStructAreThoseOfTheTable) {
  for (const BodyParameter& parameter : body_parameters()) {
    EXPECT_EQ(get_parameter(BodySettings{}, parameter), parameter.initial) << parameter.name;
  }
}

TEST(BodyParameter, EveryRowChangesItsOwnFieldAndNothingElse) {
  const auto table = body_parameters();
  EXPECT_EQ(table.size(), 55U);
  for (const BodyParameter& changed : table) {
    BodySettings settings;
    ASSERT_EQ(set_parameter(settings, changed, other_value(changed)), SetOutcome::kTaken) << changed.name;
    for (const BodyParameter& parameter : table) {
      const double expected = &parameter == &changed ? other_value(changed) : parameter.initial;
      EXPECT_EQ(get_parameter(settings, parameter), expected) << changed.name << " on " << parameter.name;
    }
    reset_parameter(settings, changed);
    EXPECT_EQ(settings, BodySettings{}) << changed.name;
  }
}

TEST(BodyParameter, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < body_parameters().size(); ++i) {
    names.insert(body_parameters()[i].name);
    EXPECT_EQ(body_parameter_index(body_parameters()[i].name), i);
  }
  EXPECT_EQ(names.size(), body_parameters().size());
  EXPECT_FALSE(body_parameter_index("hipsOffsetX").has_value());
  EXPECT_FALSE(body_parameter_index("").has_value());
}

TEST(BodyParameter, ValuesOutsideTheRangeAreClampedOrRefused) {
  const auto& scale = body_parameters()[*body_parameter_index("avatarScale")];
  const auto& mode = body_parameters()[*body_parameter_index("fingerCopyMode")];
  const auto& arm = body_parameters()[*body_parameter_index("enableLeftArmIK")];
  BodySettings settings;
  EXPECT_EQ(set_parameter(settings, scale, 5.0), SetOutcome::kClamped);
  EXPECT_EQ(settings.avatar_scale, 3.0);
  EXPECT_EQ(set_parameter(settings, scale, std::numeric_limits<double>::quiet_NaN()), SetOutcome::kRefused);
  EXPECT_EQ(settings.avatar_scale, 3.0);
  EXPECT_EQ(set_parameter(settings, mode, 3.0), SetOutcome::kRefused);
  EXPECT_EQ(set_parameter(settings, mode, 0.5), SetOutcome::kRefused);
  EXPECT_EQ(set_parameter(settings, mode, 1.0), SetOutcome::kTaken);
  EXPECT_EQ(settings.finger_copy_mode, FingerCopyMode::kMuscleData);
  EXPECT_EQ(set_parameter(settings, arm, 2.0), SetOutcome::kRefused);
  EXPECT_TRUE(settings.enable_left_arm_ik);
  EXPECT_EQ(choice_index(mode, "MuscleData"), 1U);
  EXPECT_FALSE(choice_index(mode, "muscledata").has_value());
  EXPECT_FALSE(choice_index(scale, "None").has_value());
}

TEST(BodyParameter, NumbersOfAnyOriginAreMadeSafe) {
  BodySettings settings;
  EXPECT_EQ(sanitize(settings), 0U);
  settings.floor_height = std::numeric_limits<double>::infinity();
  settings.head_scale = -4.0;
  settings.root_motion = static_cast<RootMotion>(9);
  EXPECT_EQ(sanitize(settings), 3U);
  EXPECT_EQ(settings.floor_height, 0.0);
  EXPECT_EQ(settings.head_scale, 0.1);
  EXPECT_EQ(settings.root_motion, RootMotion::kWorld);
}

}  // namespace
}  // namespace doppel
