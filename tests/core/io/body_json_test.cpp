// Tests of bodies and their settings as JSON: round trips to the byte, refusals with the path, the table of the remote control.
#include "io/body_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "body_fixtures.hpp"
#include "io/body_settings_json.hpp"
#include "random_motion.hpp"

namespace doppel::io {
namespace {

using test::RandomMotion;

template <typename Call>
std::string refusal(const Call& call, ErrorCode code) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "nothing was thrown";
}

std::string body_refusal(const std::string& text, ErrorCode code = ErrorCode::kInvalidProfile) {
  return refusal([&] { parse_body(text); }, code);
}

BodyDocument random_document(RandomMotion& random) {
  BodyDocument document;
  for (const BodyParameter& parameter : body_parameters()) {
    if (random.whole(0, 1) == 0) continue;
    const double value = random.uniform(parameter.minimum, parameter.maximum);
    set_parameter(document.settings, parameter, parameter.is_number() ? value : std::floor(value));
  }
  solve::BodyCalibration calibration;
  for (auto& offset : calibration.offsets) offset = random.rotation();
  calibration.kind = random.whole(0, 1) == 0 ? solve::CalibrationKind::kT : solve::CalibrationKind::kI;
  calibration.is_live = true;
  calibration.heading = random.uniform(-3.0, 3.0);
  calibration.origin = {random.uniform(-5.0, 5.0), 0.0, random.uniform(-5.0, 5.0)};
  calibration.initial_hips_height = random.uniform(0.2, 2.0);
  calibration.performer = 0x0123456789abcdefULL << random.whole(0, 8);
  document.calibration = calibration;
  document.transfer = {{{1.0, random.uniform(-10.0, 10.0), 0.5}, true, false}, {}};
  return document;
}

TEST(BodySettingsJson, SavedLoadedSavedIsTheSameToTheByteAndInEffect) {
  RandomMotion random(121);
  for (int i = 0; i < 200; ++i) {
    const BodyDocument document = random_document(random);
    const std::string text = write_body(document, i % 2 == 0);
    const BodyDocument read = parse_body(text);
    EXPECT_EQ(read.settings, document.settings);
    EXPECT_EQ(read.calibration->offsets, document.calibration->offsets);
    EXPECT_EQ(read.calibration->kind, document.calibration->kind);
    EXPECT_EQ(read.calibration->heading, document.calibration->heading);
    EXPECT_EQ(read.calibration->origin, document.calibration->origin);
    EXPECT_EQ(read.calibration->initial_hips_height, document.calibration->initial_hips_height);
    EXPECT_EQ(read.calibration->performer, document.calibration->performer);
    EXPECT_EQ(read.transfer, document.transfer);
    EXPECT_EQ(write_body(read, i % 2 == 0), text);
  }
}

TEST(BodySettingsJson, DefaultsAreNotWrittenAndUnknownFieldsSurvive) {
  EXPECT_EQ(parse_body(write_body({})).settings, BodySettings{});
  EXPECT_EQ(write_body({}).find("floorHeight"), std::string::npos);
  const std::string text = R"({"version":1,"parameters":{"floorHeight":0,"later":[1,2]},"note":"mine"})";
  const std::string written = write_body(parse_body(text));
  EXPECT_NE(written.find("\"floorHeight\""), std::string::npos);
  EXPECT_NE(written.find("\"later\""), std::string::npos);
  EXPECT_NE(written.find("\"note\":\"mine\""), std::string::npos);
}

TEST(BodySettingsJson, WhatIsWrongIsRefusedWithItsPath) {
  const auto contains = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(contains(body_refusal(R"({"parameters":{"avatarScale":9}})"), "$.parameters.avatarScale"));
  EXPECT_TRUE(contains(body_refusal(R"({"parameters":{"avatarScale":"1"}})"), "$.parameters.avatarScale"));
  EXPECT_TRUE(contains(body_refusal(R"({"parameters":{"enableLeftArmIK":1}})"), "$.parameters.enableLeftArmIK"));
  EXPECT_TRUE(contains(body_refusal(R"({"parameters":{"fingerCopyMode":"Muscle"}})"), "None, MuscleData, Rotation"));
  EXPECT_TRUE(contains(body_refusal(R"({"parameters":{"fingerShaped.enabled":null}})"), "fingerShaped.enabled"));
  EXPECT_TRUE(contains(body_refusal(R"({"calibration":{"pose":"A","rotationOffsets":{}}})"), "$.calibration.pose"));
  EXPECT_TRUE(contains(body_refusal(R"({"calibration":{"pose":"T","rotationOffsets":{"hips":[0,0,0,0]}}})"),
                       "$.calibration.rotationOffsets.hips"));
  EXPECT_TRUE(
      contains(body_refusal(R"({"calibration":{"pose":"T","rotationOffsets":{"tail":[0,0,0,1]}}})"), "is not a human bone"));
  for (const char* print : {"\"12\"", "\"0123456789abcdeg\"", "\"0123456789abcdef0\"", "7"}) {
    EXPECT_TRUE(
        contains(body_refusal(R"({"calibration":{"pose":"T","rotationOffsets":{},"performer":)" + std::string(print) + "}}"),
                 "$.calibration.performer"))
        << print;
  }
  EXPECT_TRUE(contains(body_refusal(R"({"transfer":[{"hipOffset":[0,11,0]}]})"), "$.transfer[0].hipOffset[1]"));
  EXPECT_TRUE(contains(body_refusal(R"({"version":2})", ErrorCode::kUnsupportedVersion), "$.version"));
  EXPECT_TRUE(contains(body_refusal("[]"), "$"));
  body_refusal(R"({"parameters":{"avatarScale":1e999}})", ErrorCode::kInvalidJson);
}

TEST(BodyParameterTable, HasEveryParameterWithUnitRangeAndDefault) {
  const Json table = body_parameter_table();
  ASSERT_EQ(table.size(), body_parameters().size());
  EXPECT_EQ(
      table[0],
      Json::parse(
          R"({"name":"footFrontBackOffset","type":"number","unit":"m","minimum":-0.5,"maximum":0.5,"default":0.0,"seed":true})"));
  EXPECT_EQ(
      table[12],
      Json::parse(
          R"({"name":"fingerCopyMode","type":"choice","choices":["None","MuscleData","Rotation"],"default":"Rotation","seed":true})"));
}

std::string description_text(const std::vector<rig::JointDescription>& joints) {
  Json list = Json::array();
  for (const rig::JointDescription& joint : joints) {
    const auto& t = joint.local;
    list.push_back({{"name", joint.name},
                    {"parent", joint.parent},
                    {"translation", {t.translation.x, t.translation.y, t.translation.z}},
                    {"rotation", {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}},
                    {"scale", {t.scale.x, t.scale.y, t.scale.z}}});
  }
  return Json{{"joints", list}, {"ankleHeight", 0.08}}.dump();
}

TEST(BodyJson, ADescriptionGivesTheSameRigAndAReport) {
  test::BodyShape shape;
  shape.axes = 3;
  shape.arm_degrees = 45.0;
  const auto joints = test::BodyBuilder(shape).joints();
  const rig::BodyDescription read = parse_body_description(description_text(joints));
  ASSERT_EQ(read.joints.size(), joints.size());
  const rig::Skeleton skeleton(read.joints);
  const rig::HumanoidMap map = rig::map_humanoid(skeleton);
  const rig::HumanRig rig = rig::make_human_rig(skeleton, map, read.options);
  EXPECT_EQ(rig.t_positions, test::make_body(shape).rig.t_positions);
  const Json report = Json::parse(body_report(skeleton, map, rig));
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["rest"]["kind"], "A");
  EXPECT_NEAR(report["rest"]["armDegrees"][0].get<double>(), 45.0, 1e-6);
  EXPECT_NEAR(report["measures"]["leg"][0].get<double>(), 0.8, 1e-9);
  EXPECT_EQ(read.joints[report["humanoid"]["leftHand"].get<std::size_t>()].name, "leftHand");
}

TEST(BodyJson, FloorAndSolesOfADescription) {
  const rig::BodyDescription read = parse_body_description(
      R"({"joints":[{"name":"hips"}],"floor":-0.25,"soles":{"right":{"heel":[0,-0.1,-0.04],"ball":[0.01,-0.1,0.12],"toe":[0.02,-0.09,0.2],"ballEdge":[0.05,0.002,-0.01],"rigid":true}}})");
  EXPECT_EQ(read.options.floor, -0.25);
  EXPECT_FALSE(read.options.soles[0]);
  ASSERT_TRUE(read.options.soles[1]);
  EXPECT_EQ(read.options.soles[1]->heel.middle, math::Vec3(0.0, -0.1, -0.04));
  EXPECT_EQ(read.options.soles[1]->ball.middle, math::Vec3(0.01, -0.1, 0.12));
  EXPECT_EQ(read.options.soles[1]->toe.middle, math::Vec3(0.02, -0.09, 0.2));
  EXPECT_EQ(read.options.soles[1]->heel.edge, math::Vec3(0.0));
  EXPECT_EQ(read.options.soles[1]->ball.edge, math::Vec3(0.05, 0.002, -0.01));
  EXPECT_TRUE(read.options.soles[1]->is_rigid);
  const test::Body body(test::BodyShape{}, {{}, {}, {{}, read.options.soles[1]}});
  const Json report = Json::parse(body_report(body.skeleton, body.map, body.rig));
  EXPECT_EQ(report["measures"]["soles"]["right"]["ball"], Json::parse("[0.01, -0.1, 0.12]"));
  EXPECT_EQ(report["measures"]["soles"]["right"]["measured"], true);
  EXPECT_EQ(report["measures"]["soles"]["left"]["measured"], false);
  const auto standing = parse_body_description(R"({"joints":[{"name":"hips"}],"standing":{"rightFoot":[0,1.2,1.6]}})").options;
  ASSERT_TRUE(standing.standing_feet[1]);
  EXPECT_LT(glm::distance(*standing.standing_feet[1], math::Vec3(0.0, 0.6, 0.8)), 1e-12);
  EXPECT_FALSE(standing.standing_feet[0] || standing.standing_toes[0] || standing.standing_toes[1]);
}

TEST(BodyJson, BadDescriptionsAreRefusedWithTheirPath) {
  const auto fault = [](const std::string& text) {
    return refusal([&] { parse_body_description(text); }, ErrorCode::kInvalidArgument);
  };
  EXPECT_NE(fault(R"({})").find("$.joints"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"floor":"0"})").find("$.floor"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"standing":{"leftToes":[0,0,0]}})").find("$.standing.leftToes"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"soles":{"left":{"heel":[0,0,0],"ball":[0,0]}}})").find("$.soles.left.ball"),
            std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"soles":{"left":{"heel":[0,0,0],"ball":[0,0,0]}}})").find("$.soles.left"),
            std::string::npos);
  EXPECT_NE(fault(R"({"joints":[]})").find("$.joints"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a","parent":1}]})").find("$.joints[0].parent"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a","parent":-0.5}]})").find("$.joints[0].parent"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a","rotation":[0,0,0,0]}]})").find("$.joints[0].rotation"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"humanoid":{"tail":0}})").find("$.humanoid.tail"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"humanoid":{"hips":1}})").find("$.humanoid.hips"), std::string::npos);
  EXPECT_NE(fault(R"({"joints":[{"name":"a"}],"bind":[{"name":"a"},{"name":"b"}]})").find("$.bind"), std::string::npos);
}

}  // namespace
}  // namespace doppel::io
