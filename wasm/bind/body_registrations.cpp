// Registrations of the bodies, and nothing else: what JavaScript sees is doppel-core.d.ts.
#include "body_registrations.hpp"

#include <array>
#include <string>

#include "guard.hpp"
#include "io/body_json.hpp"
#include "io/body_settings_json.hpp"
#include "values.hpp"

namespace doppel::bind {
namespace {

using emscripten::val;
using engine::Engine;

// Stands for the object of layout numbers: embind has no constants of more than one number, but classes with static properties.
struct BodyLayout {
  static constexpr std::uint32_t kPerformerJoints = engine::kMaxPerformerJoints;
  static constexpr std::uint32_t kJointStride = engine::kJointFloats;
  static constexpr std::uint32_t kBodyStride = engine::kBodyRow;
  static constexpr std::uint32_t kHips = engine::kHipsOffset;
  static constexpr std::uint32_t kScale = engine::kScaleOffset;
  static constexpr std::uint32_t kHeadScale = engine::kHeadScaleOffset;
  static constexpr std::uint32_t kRolls = engine::kRollOffset;
  static constexpr std::uint32_t kMaxRolls = engine::kMaxRolls;
  static constexpr std::uint32_t kPoseStride = engine::kPoseRow;
  static constexpr std::uint32_t kPosePositions = engine::kPosePositions;
  static constexpr std::uint32_t kMeterStride = engine::kMeterRow;
  static constexpr std::uint32_t kLimbStride = engine::kLimbRow;
  static constexpr std::uint32_t kMaxProps = solve::kMaxProps;
  static constexpr std::uint32_t kPropStride = engine::kPropRow;
};

struct BodyStatusBits {
  static constexpr std::uint32_t kActive = engine::kBodyActive;
  static constexpr std::uint32_t kNonFinite = engine::kBodyNonFinite;
  static constexpr std::uint32_t kPelvisDrop = engine::kBodyPelvisDrop;
  static constexpr std::uint32_t kFootReach = engine::kBodyFootReach;
  static constexpr std::uint32_t kHandReach = engine::kBodyHandReach;
};

solve::CalibrationKind calibration_kind(const val& name) {
  const std::string kind = text(name, "pose");
  if (kind == "T") return solve::CalibrationKind::kT;
  if (kind == "I") return solve::CalibrationKind::kI;
  throw Error(ErrorCode::kInvalidArgument, "pose: must be one of T, I");
}

const char* fault_name(solve::PoseFault fault) {
  switch (fault) {
    case solve::PoseFault::kNone: return "none";
    case solve::PoseFault::kMissingBones: return "missing-bones";
    case solve::PoseFault::kNotUpright: return "not-upright";
    case solve::PoseFault::kCrouching: return "crouching";
    case solve::PoseFault::kArmsNotLevel: return "arms-not-level";
    case solve::PoseFault::kArmsNotDown: return "arms-not-down";
  }
  return "none";
}

const char* stage_name(engine::AutoCalibration::Stage stage) {
  using Stage = engine::AutoCalibration::Stage;
  switch (stage) {
    case Stage::kNone: return "none";
    case Stage::kScaling: return "scaling";
    case Stage::kTurning: return "turning";
    case Stage::kDone: return "done";
    case Stage::kRefused: return "refused";
  }
  return "none";
}

solve::Slot slot_of(const val& name) {
  const std::string slot = text(name, "slot");
  if (slot == "leftHand") return solve::Slot::kLeftHand;
  if (slot == "rightHand") return solve::Slot::kRightHand;
  if (slot == "head") return solve::Slot::kHead;
  throw Error(ErrorCode::kInvalidArgument, "slot: must be one of leftHand, rightHand, head");
}

PropType prop_type(const val& name) {
  constexpr std::array<const char*, 4> kNames{"none", "object", "chair", "hand"};
  const std::string type = text(name, "type");
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (type == kNames[i]) return static_cast<PropType>(i);
  }
  throw Error(ErrorCode::kInvalidArgument, "type: must be one of none, object, chair, hand");
}

// A row of floats tells ids apart up to here.
constexpr double kMaxPropId = 16777216.0;

std::uint32_t prop_id(double id) { return whole(id, "prop", kMaxPropId); }

void demand_prop(bool done, double id) {
  if (!done) throw Error(ErrorCode::kInvalidArgument, "prop: " + io::number_text(id) + " is not known, or this can not be");
}

std::uint32_t add_performer(Engine& engine, const val& json) {
  return guarded([&] {
    const rig::BodyDescription description = io::parse_body_description(text(json, "performer"));
    return engine.add_performer({description.joints, description.humanoid, description.options});
  });
}

std::string performer_report(Engine& engine, double handle) {
  return guarded([&] {
    const engine::Performer& performer = engine.performer(handle_of(handle));
    return io::body_report(performer.skeleton(), performer.map(), performer.rig());
  });
}

void set_body(Engine& engine, double avatar, const val& json) {
  guarded([&] {
    const auto valid = handle_of(avatar);
    engine.row(valid);
    engine.set_body(valid, io::parse_body_description(text(json, "body")));
  });
}

std::string body_report(Engine& engine, double avatar) {
  return guarded([&] {
    const engine::BodySolver& body = engine.body(handle_of(avatar));
    return io::body_report(body.skeleton(), body.map(), body.rig());
  });
}

std::string body_settings(Engine& engine, double avatar) {
  return guarded([&] {
    const engine::BodySolver& body = engine.body(handle_of(avatar));
    io::BodyDocument document;
    document.settings = body.settings;
    document.calibration = body.calibration();
    return io::write_body(document);
  });
}

void set_body_settings(Engine& engine, double avatar, const val& json) {
  guarded([&] {
    engine::BodySolver& body = engine.body(handle_of(avatar));
    const io::BodyDocument document = io::parse_body(text(json, "settings"));
    body.settings = document.settings;
    if (document.calibration) body.set_calibration(*document.calibration);
  });
}

void set_body_parameter(Engine& engine, double avatar, const val& name, double value) {
  guarded([&] {
    engine::BodySolver& body = engine.body(handle_of(avatar));
    const std::string wanted = text(name, "name");
    const auto index = body_parameter_index(wanted);
    if (!index) {
      std::string known;
      for (const BodyParameter& row : body_parameters()) known += (known.empty() ? "" : ", ") + std::string(row.name);
      throw Error(ErrorCode::kInvalidArgument, "name: '" + wanted + "' is no body parameter; known are " + known);
    }
    const BodyParameter& parameter = body_parameters()[*index];
    if (set_parameter(body.settings, parameter, value) != SetOutcome::kRefused) return;
    throw Error(ErrorCode::kInvalidArgument, wanted + ": must be a number from " + io::number_text(parameter.minimum) + " to " +
                                                 io::number_text(parameter.maximum));
  });
}

void follow_body(Engine& engine, double avatar, double leader, const val& json) {
  guarded([&] {
    const io::BodyDocument document = io::parse_body("{\"transfer\":[" + text(json, "transfer") + "]}");
    engine.follow_body(handle_of(avatar), handle_of(leader), document.transfer.front());
  });
}

void set_transfer(Engine& engine, double avatar, const val& json) {
  guarded([&] {
    const auto valid = handle_of(avatar);
    engine.body(valid);
    engine.transfer(valid) = io::parse_body("{\"transfer\":[" + text(json, "transfer") + "]}").transfer.front();
  });
}

std::string calibrate_body(Engine& engine, double avatar, const val& pose, bool force) {
  return guarded(
      [&] { return std::string(fault_name(engine.body(handle_of(avatar)).calibrate(calibration_kind(pose), force))); });
}

solve::RigidPose rigid_pose(double x, double y, double z, double qx, double qy, double qz, double qw) {
  return {{x, y, z}, math::unit(math::Quat(qw, qx, qy, qz))};
}

void register_props(emscripten::class_<Engine>& engine) {
  engine
      .function(
          "addProp",
          +[](Engine& self, double id, const val& type) {
            guarded([&] { demand_prop(self.props().add(prop_id(id), prop_type(type), {}), id); });
          })
      .function(
          "removeProp", +[](Engine& self, double id) { guarded([&] { demand_prop(self.props().remove(prop_id(id)), id); }); })
      .function(
          "setPropType",
          +[](Engine& self, double id, const val& type) {
            guarded([&] { demand_prop(self.props().set_type(prop_id(id), prop_type(type)), id); });
          })
      .function(
          "setPropSeat",
          +[](Engine& self, double id, double x, double y, double z) {
            guarded([&] { demand_prop(self.props().set_seat(prop_id(id), {x, y, z}), id); });
          })
      .function(
          "placeProp",
          +[](Engine& self, double id, double x, double y, double z, double qx, double qy, double qz, double qw) {
            const bool is_id = id >= 1.0 && id <= kMaxPropId;
            return is_id && self.props().place(static_cast<std::uint32_t>(id), rigid_pose(x, y, z, qx, qy, qz, qw));
          })
      .function(
          "attachProp",
          +[](Engine& self, double id, double avatar, const val& slot) {
            guarded([&] { self.attach_prop(prop_id(id), handle_of(avatar), slot_of(slot)); });
          })
      .function(
          "detachProp", +[](Engine& self, double id) { guarded([&] { demand_prop(self.props().detach(prop_id(id)), id); }); })
      .function(
          "propPoses", +[](Engine& self) { return view(self.prop_poses()); });
}

void register_documents() {
  emscripten::function(
      "describeBody", +[](const val& json) {
        return guarded([&] {
          const engine::BodySolver body(io::parse_body_description(text(json, "body")));
          return io::body_report(body.skeleton(), body.map(), body.rig());
        });
      });
  emscripten::function(
      "checkBody",
      +[](const val& json) { return guarded([&] { return io::write_body(io::parse_body(text(json, "settings"))); }); });
  emscripten::function(
      "bodyParameters", +[] { return guarded([] { return io::write_json(io::body_parameter_table()); }); });
}

void register_constants() {
  emscripten::class_<BodyLayout>("BodyLayout")
      .class_property("performerJoints", &BodyLayout::kPerformerJoints)
      .class_property("jointStride", &BodyLayout::kJointStride)
      .class_property("bodyStride", &BodyLayout::kBodyStride)
      .class_property("hips", &BodyLayout::kHips)
      .class_property("scale", &BodyLayout::kScale)
      .class_property("headScale", &BodyLayout::kHeadScale)
      .class_property("rolls", &BodyLayout::kRolls)
      .class_property("maxRolls", &BodyLayout::kMaxRolls)
      .class_property("poseStride", &BodyLayout::kPoseStride)
      .class_property("posePositions", &BodyLayout::kPosePositions)
      .class_property("meterStride", &BodyLayout::kMeterStride)
      .class_property("limbStride", &BodyLayout::kLimbStride)
      .class_property("maxProps", &BodyLayout::kMaxProps)
      .class_property("propStride", &BodyLayout::kPropStride);
  emscripten::class_<BodyStatusBits>("BodyStatus")
      .class_property("active", &BodyStatusBits::kActive)
      .class_property("nonFinite", &BodyStatusBits::kNonFinite)
      .class_property("pelvisDrop", &BodyStatusBits::kPelvisDrop)
      .class_property("footReach", &BodyStatusBits::kFootReach)
      .class_property("handReach", &BodyStatusBits::kHandReach);
}

}  // namespace

void register_bodies(emscripten::class_<Engine>& engine) {
  engine.function("addPerformer", &add_performer)
      .function(
          "removePerformer", +[](Engine& self, double handle) { guarded([&] { self.remove_performer(handle_of(handle)); }); })
      .function(
          "performerRow",
          +[](Engine& self, double handle) {
            return guarded([&] { return static_cast<std::uint32_t>(self.performer_row(handle_of(handle))); });
          })
      .function("performerReport", &performer_report)
      .function("setBody", &set_body)
      .function("bodyReport", &body_report)
      .function("bodySettings", &body_settings)
      .function("setBodySettings", &set_body_settings)
      .function("setBodyParameter", &set_body_parameter)
      .function(
          "followPerformer",
          +[](Engine& self, double avatar, double performer) {
            guarded([&] { self.follow_performer(handle_of(avatar), handle_of(performer)); });
          })
      .function("followBody", &follow_body)
      .function("setTransfer", &set_transfer)
      .function("calibrateBody", &calibrate_body)
      .function(
          "resetBodyCalibration",
          +[](Engine& self, double avatar) { guarded([&] { self.body(handle_of(avatar)).reset_calibration(); }); })
      .function(
          "calibrateHeadForward",
          +[](Engine& self, double avatar) {
            return guarded([&] { return self.body(handle_of(avatar)).calibrate_head_forward(); });
          })
      .function(
          "autoCalibrate",
          +[](Engine& self, double avatar, bool force) {
            return guarded([&] { return std::string(fault_name(self.auto_calibrate(handle_of(avatar), force))); });
          })
      .function(
          "autoCalibrationStage",
          +[](Engine& self, double avatar) {
            return guarded([&] { return std::string(stage_name(self.body(handle_of(avatar)).auto_calibration().stage)); });
          })
      .function(
          "autoCalibrationFault",
          +[](Engine& self, double avatar) {
            return guarded([&] { return std::string(fault_name(self.body(handle_of(avatar)).auto_calibration().fault)); });
          })
      .function(
          "neckHeightScale",
          +[](Engine& self, double avatar) {
            return guarded([&] { return self.body(handle_of(avatar)).neck_height_scale().value_or(0.0); });
          })
      .function(
          "autoFloorHeight",
          +[](Engine& self, double avatar, double comfort) {
            return guarded([&] {
              const auto height = self.body(handle_of(avatar)).auto_floor_height(comfort);
              if (!height) throw Error(ErrorCode::kInvalidArgument, "avatar: it follows nobody");
              return *height;
            });
          })
      .function(
          "performerInput", +[](Engine& self) { return view(self.performer_input()); })
      .function(
          "performerTime", +[](Engine& self) { return view(self.performer_time()); })
      .function(
          "bodies", +[](Engine& self) { return view(self.bodies()); })
      .function(
          "bodyPoses", +[](Engine& self) { return view(self.body_poses()); })
      .function(
          "bodyMeters", +[](Engine& self) { return view(self.body_meters()); })
      .function(
          "bodyLimbs", +[](Engine& self) { return view(self.body_limbs()); })
      .function(
          "bodyStatus", +[](Engine& self) { return view(self.body_status()); });
  register_props(engine);
  register_documents();
  register_constants();
}

}  // namespace doppel::bind
