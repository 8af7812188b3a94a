// Bodies as JSON: the description of a skeleton that comes in, and what was found out about it that goes out.
// It is not a file reader.
#include "io/body_json.hpp"

#include "io/json_document.hpp"

namespace doppel::io {
namespace {

constexpr double kMaxCoordinate = 1e6;  // metres, or a rig's own units: sanity only
constexpr double kMaxBodyPart = 10.0;   // metres
constexpr double kMaxFloor = 1000.0;    // metres

template <std::size_t N>
std::array<double, N> numbers(const Cursor& cursor, double limit) {
  if (cursor.array_size() != N) cursor.fail("must have " + std::to_string(N) + " numbers");
  std::array<double, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = cursor.at(i).number(-limit, limit);
  return out;
}

rig::JointDescription read_joint(const Cursor& cursor, std::size_t count) {
  rig::JointDescription joint;
  joint.name = cursor.at("name").text(kMaxNameBytes);
  if (cursor.has("parent")) {
    const double parent = cursor.at("parent").number(-1.0, static_cast<double>(count) - 1.0);
    if (parent != static_cast<double>(static_cast<int>(parent))) cursor.at("parent").fail("must be a whole number");
    joint.parent = static_cast<int>(parent);
  }
  if (cursor.has("translation")) {
    const auto t = numbers<3>(cursor.at("translation"), kMaxCoordinate);
    joint.local.translation = {t[0], t[1], t[2]};
  }
  if (cursor.has("rotation")) {
    const auto q = numbers<4>(cursor.at("rotation"), kMaxCoordinate);
    joint.local.rotation = math::Quat(q[3], q[0], q[1], q[2]);
    if (!(glm::length(joint.local.rotation) > 1e-6)) cursor.at("rotation").fail("must not be zero");
  }
  if (cursor.has("scale")) {
    const auto s = numbers<3>(cursor.at("scale"), kMaxCoordinate);
    joint.local.scale = {s[0], s[1], s[2]};
  }
  return joint;
}

math::Vec3 read_point(const Cursor& cursor) {
  const auto p = numbers<3>(cursor, kMaxBodyPart);
  return {p[0], p[1], p[2]};
}

void read_soles(const Cursor& cursor, rig::RigOptions& options) {
  cursor.require_object();
  for (const auto& [side, key] : {std::pair{0, "left"}, {1, "right"}}) {
    if (!cursor.has(key)) continue;
    const Cursor sole = cursor.at(key);
    const auto part = [&sole](const char* name) {
      const std::string edge = std::string(name) + "Edge";
      return rig::SolePart{read_point(sole.at(name)), sole.has(edge) ? read_point(sole.at(edge)) : math::Vec3(0.0)};
    };
    options.soles[side] = {part("heel"), part("ball"), part("toe"), sole.boolean_or("rigid", false)};
  }
}

void read_standing(const Cursor& cursor, rig::RigOptions& options) {
  cursor.require_object();
  const auto read = [&cursor](const char* key, std::optional<math::Vec3>& up) {
    if (!cursor.has(key)) return;
    const math::Vec3 v = read_point(cursor.at(key));
    if (!(glm::length(v) > 1e-6)) cursor.at(key).fail("must not be zero");
    up = glm::normalize(v);
  };
  read("leftFoot", options.standing_feet[0]);
  read("rightFoot", options.standing_feet[1]);
  read("leftToes", options.standing_toes[0]);
  read("rightToes", options.standing_toes[1]);
}

std::vector<rig::JointDescription> read_joints(const Cursor& cursor) {
  std::vector<rig::JointDescription> joints;
  const std::size_t count = cursor.array_size();
  if (count == 0 || count > rig::kMaxJoints) cursor.fail("must have 1 to " + std::to_string(rig::kMaxJoints) + " joints");
  joints.reserve(count);
  for (std::size_t i = 0; i < count; ++i) joints.push_back(read_joint(cursor.at(i), count));
  return joints;
}

Json numbers_of(const math::Vec3& v) { return {v.x, v.y, v.z}; }

std::string_view rest_name(rig::RestKind kind) {
  switch (kind) {
    case rig::RestKind::kT: return "T";
    case rig::RestKind::kA: return "A";
    case rig::RestKind::kI: return "I";
    case rig::RestKind::kOther: return "other";
  }
  return "other";
}

std::string_view finding_name(rig::FindingKind kind) {
  switch (kind) {
    case rig::FindingKind::kMissing: return "missing";
    case rig::FindingKind::kAmbiguous: return "ambiguous";
    case rig::FindingKind::kGuessed: return "guessed";
    case rig::FindingKind::kRejected: return "rejected";
  }
  return "missing";
}

Json described(const rig::Skeleton& skeleton, const std::vector<int>& joints) {
  Json list = Json::array();
  for (const int joint : joints) list.push_back(skeleton.described(static_cast<std::size_t>(joint)));
  return list;
}

}  // namespace

rig::BodyDescription parse_body_description(std::string_view text) {
  const Json document = parse_json(text);
  const Cursor root(document, ErrorCode::kInvalidArgument);
  rig::BodyDescription result;
  result.joints = read_joints(root.at("joints"));
  if (root.has("bind")) {
    result.bind = read_joints(root.at("bind"));
    if (result.bind->size() != result.joints.size()) root.at("bind").fail("must have as many joints as `joints`");
  }
  if (root.has("humanoid")) {
    const Cursor humanoid = root.at("humanoid");
    humanoid.require_object();
    for (const auto& [name, joint] : humanoid.json().items()) {
      const auto bone = human_bone_index(name);
      if (!bone) throw Error(ErrorCode::kInvalidArgument, json_path(humanoid.path(), name) + ": is not a human bone");
      result.humanoid[*bone] = static_cast<int>(humanoid.at(name).index(static_cast<std::uint32_t>(result.joints.size() - 1)));
    }
  }
  if (root.has("ankleHeight")) result.options.ankle_height = root.at("ankleHeight").number(0.0, kMaxBodyPart);
  if (root.has("floor")) result.options.floor = root.at("floor").number(-kMaxFloor, kMaxFloor);
  if (root.has("standing")) read_standing(root.at("standing"), result.options);
  if (root.has("soles")) read_soles(root.at("soles"), result.options);
  if (root.has("headSize")) result.options.head_size = root.at("headSize").number(0.0, kMaxBodyPart);
  return result;
}

std::string body_report(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig) {
  Json humanoid = Json::object();
  Json positions = Json::object();
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    if (!map.has(bone)) continue;
    const std::string name(kHumanBones[bone]);
    humanoid[name] = skeleton.described(static_cast<std::size_t>(map.joints[bone]));
    positions[name] = numbers_of(rig.t_positions[bone]);
  }
  Json findings = Json::array();
  for (const rig::Finding& finding : map.findings) {
    findings.push_back({{"kind", std::string(finding_name(finding.kind))},
                        {"bone", std::string(kHumanBones[finding.bone])},
                        {"text", finding.text}});
  }
  Json rolls = Json::array();
  for (const rig::RollJoint& roll : map.rolls) {
    rolls.push_back(
        {{"joint", skeleton.described(static_cast<std::size_t>(roll.joint))}, {"bone", std::string(kHumanBones[roll.bone])}});
  }
  const rig::BodyMeasures& m = rig.measures;
  Json soles = Json::object();
  for (const auto& [side, key] : {std::pair{0, "left"}, {1, "right"}}) {
    if (!map.has(5 + static_cast<std::size_t>(side))) continue;
    const rig::FootSole sole = rig::sole_of(m, static_cast<std::size_t>(side));
    soles[key] = {{"heel", numbers_of(sole.heel.middle)},
                  {"ball", numbers_of(sole.ball.middle)},
                  {"toe", numbers_of(sole.toe.middle)},
                  {"heelEdge", numbers_of(sole.heel.edge)},
                  {"ballEdge", numbers_of(sole.ball.edge)},
                  {"toeEdge", numbers_of(sole.toe.edge)},
                  {"rigid", sole.is_rigid},
                  {"measured", m.soles[side].has_value()}};
  }
  const Json report{{"complete", map.is_complete()},
                    {"humanoid", humanoid},
                    {"findings", findings},
                    {"spine", described(skeleton, map.spine_chain)},
                    {"neck", described(skeleton, map.neck_chain)},
                    {"rolls", rolls},
                    {"rest",
                     {{"kind", std::string(rest_name(rig.rest.kind))},
                      {"armDegrees", {rig.rest.arm_degrees[0], rig.rest.arm_degrees[1]}},
                      {"headingDegrees", rig.rest.heading_degrees}}},
                    {"tPositions", positions},
                    {"measures",
                     {{"height", m.height},
                      {"leg", {m.leg[0], m.leg[1]}},
                      {"arm", {m.arm[0], m.arm[1]}},
                      {"ankleHeight", m.ankle_height},
                      {"soles", soles},
                      {"hipsToThigh", m.hips_to_thigh},
                      {"standingHips", m.standing_hips},
                      {"shoulderWidth", m.shoulder_width},
                      {"hipWidth", m.hip_width},
                      {"head", m.head}}}};
  return write_json(report);
}

}  // namespace doppel::io
