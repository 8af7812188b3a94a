// Registrations of the module, and nothing else: what JavaScript sees is doppel-core.d.ts.
#include <emscripten/bind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "base/version.hpp"
#include "body_registrations.hpp"
#include "engine/engine.hpp"
#include "face/face_status.hpp"
#include "face/probe.hpp"
#include "guard.hpp"
#include "io/documents.hpp"
#include "io/json_document.hpp"
#include "io/measurement_json.hpp"
#include "io/profile.hpp"
#include "io/routes_json.hpp"
#include "values.hpp"

namespace {

using doppel::Error;
using doppel::ErrorCode;
using doppel::bind::copied;
using doppel::bind::guarded;
using doppel::bind::handle_of;
using doppel::bind::kMaxIndex;
using doppel::bind::text;
using doppel::bind::view;
using doppel::bind::whole;
using doppel::engine::Engine;
using doppel::face::FaceProbe;
using emscripten::val;

Engine* make_engine(double capacity) {
  return guarded([&] {
    return std::make_unique<Engine>(whole(capacity, "capacity", static_cast<double>(doppel::engine::kMaxCapacity))).release();
  });
}

std::uint32_t add_avatar(Engine& engine, const val& routes, const val& measurement) {
  return guarded([&] {
    const auto parsed = doppel::io::parse_routes(text(routes, "routes"));
    const std::string document = text(measurement, "measurement");
    if (document.empty()) return engine.add_avatar(parsed, nullptr);
    const auto measured = doppel::io::parse_measurement(document);
    return engine.add_avatar(parsed, &measured);
  });
}

void set_input_range(Engine& engine, double handle, const val& name) {
  guarded([&] {
    const auto range = doppel::face::input_range(text(name, "range"));
    if (!range) throw Error(ErrorCode::kInvalidArgument, "range: must be one of auto, unit, percent");
    engine.set_input_range(handle_of(handle), *range);
  });
}

void set_solo(Engine& engine, double handle, double channel) {
  guarded([&] {
    const bool none = channel == doppel::face::kNoSolo;
    const auto last = static_cast<double>(doppel::kFaceChannelCount - 1);
    engine.set_solo(handle_of(handle), none ? doppel::face::kNoSolo : static_cast<int>(whole(channel, "channel", last)));
  });
}

val remap(const val& method, double ratio, double dead_zone, double saturation, const val& inputs) {
  const std::vector<double> outputs = guarded([&] {
    const auto values = copied<double>(inputs);
    return doppel::io::remap_values(text(method, "method"), ratio, dead_zone, saturation, values);
  });
  // A copy: the vector's memory goes with this call.
  return val::global("Float64Array").new_(val(emscripten::typed_memory_view(outputs.size(), outputs.data())));
}

// Stands for the object of status bits: embind has no constants of more than one number, but classes with static properties.
struct StatusBits {
  static constexpr std::uint32_t kNonFinite = doppel::face::kStatusNonFinite;
  static constexpr std::uint32_t kClamped = doppel::face::kStatusClamped;
  static constexpr std::uint32_t kPercent = doppel::face::kStatusPercent;
  static constexpr std::uint32_t kLidGuard = doppel::face::kStatusLidGuard;
};

std::uint32_t add_vertices(FaceProbe& probe, const val& positions, const val& joints, const val& weights, const val& matrices,
                           const val& face_bones) {
  return guarded([&] {
    const auto points = copied<float>(positions);
    const auto indices = copied<std::uint16_t>(joints);
    const auto shares = copied<float>(weights);
    const auto transforms = copied<double>(matrices);
    const auto bones = copied<std::int8_t>(face_bones);
    const std::size_t count = points.size() / 3;
    if (!indices.empty() && (count == 0 || indices.size() % count != 0)) {
      throw Error(ErrorCode::kInvalidGeometry, "joints: must be a whole number of influences a vertex");
    }
    const auto influences = static_cast<std::uint32_t>(count == 0 ? 0 : indices.size() / count);
    return probe.add_vertices({points, indices, shares, influences, transforms, bones});
  });
}

void register_probe() {
  emscripten::class_<FaceProbe>("FaceProbe")
      .constructor<>()
      .function(
          "setRoutes",
          +[](FaceProbe& probe, const val& json) {
            guarded([&] { probe.set_routes(doppel::io::parse_routes(text(json, "routes"))); });
          })
      .function(
          "setHeadUp", +[](FaceProbe& probe, double x, double y, double z) { guarded([&] { probe.set_head_up(x, y, z); }); })
      .function(
          "setHeadOrigin",
          +[](FaceProbe& probe, double x, double y, double z) { guarded([&] { probe.set_head_origin(x, y, z); }); })
      .function(
          "setBonePivot",
          +[](FaceProbe& probe, double bone, double x, double y, double z) {
            guarded([&] {
              const std::uint32_t index = whole(bone, "bone", static_cast<double>(doppel::face::kFaceBoneCount - 1));
              probe.set_bone_pivot(static_cast<doppel::face::FaceBone>(index), x, y, z);
            });
          })
      .function("addVertices", &add_vertices)
      .function(
          "addTriangles",
          +[](FaceProbe& probe, double buffer, const val& indices) {
            guarded([&] { probe.add_triangles(whole(buffer, "buffer", kMaxIndex), copied<std::uint32_t>(indices)); });
          })
      .function(
          "addTarget",
          +[](FaceProbe& probe, double buffer, double slot, const val& deltas) {
            guarded([&] {
              probe.add_target(whole(buffer, "buffer", kMaxIndex), whole(slot, "slot", kMaxIndex), copied<float>(deltas));
            });
          })
      .function(
          "measureChannel",
          +[](FaceProbe& probe, double channel) {
            guarded(
                [&] { probe.measure_channel(whole(channel, "channel", static_cast<double>(doppel::kFaceChannelCount - 1))); });
          })
      .function(
          "finish", +[](FaceProbe& probe) { return guarded([&] { return doppel::io::write_measurement(probe.finish()); }); });
}

void register_engine() {
  emscripten::class_<Engine> engine("Engine");
  doppel::bind::register_bodies(engine);
  engine.constructor(&make_engine, emscripten::allow_raw_pointers())
      .property(
          "capacity", +[](const Engine& engine) { return static_cast<std::uint32_t>(engine.capacity()); })
      .property(
          "morphStride", +[](const Engine&) { return static_cast<std::uint32_t>(doppel::engine::kMaxMorphSlots); })
      .function("addAvatar", &add_avatar)
      .function(
          "removeAvatar", +[](Engine& engine, double handle) { guarded([&] { engine.remove_avatar(handle_of(handle)); }); })
      .function(
          "row",
          +[](Engine& engine, double handle) {
            return guarded([&] { return static_cast<std::uint32_t>(engine.row(handle_of(handle))); });
          })
      .function(
          "setProfile",
          +[](Engine& engine, double handle, const val& json) {
            guarded([&] {
              const auto valid = handle_of(handle);
              engine.row(valid);
              engine.set_calibration(valid, doppel::io::parse_profile(text(json, "profile")).calibration);
            });
          })
      .function(
          "setBypass",
          +[](Engine& engine, double handle, bool on) { guarded([&] { engine.set_bypass(handle_of(handle), on); }); })
      .function("setInputRange", &set_input_range)
      .function("setSolo", &set_solo)
      .function(
          "step", +[](Engine& engine, double dt) { return engine.step(dt); })
      .function(
          "faceInput", +[](Engine& engine) { return view(engine.face_input()); })
      .function(
          "faceOutput", +[](Engine& engine) { return view(engine.face_output()); })
      .function(
          "morphs", +[](Engine& engine) { return view(engine.morphs()); })
      .function(
          "faceBones", +[](Engine& engine) { return view(engine.face_bones()); })
      .function(
          "status", +[](Engine& engine) { return view(engine.status()); })
      .function(
          "counters", +[](Engine& engine) { return view(engine.counters()); });
}

void register_documents() {
  using emscripten::function;
  function(
      "version", +[] { return std::string(doppel::version()); });
  function(
      "tables", +[] { return guarded([] { return doppel::io::tables_document(); }); });
  function(
      "referenceFace", +[] { return guarded([] { return doppel::io::reference_document(); }); });
  function(
      "sha256", +[](const val& bytes) { return guarded([&] { return doppel::sha256_hex(copied<std::uint8_t>(bytes)); }); });
  function(
      "calibrate", +[](const val& measurement, const val& reference, const val& options) {
        return guarded([&] {
          return doppel::io::calibrate_document(text(measurement, "measurement"), text(reference, "reference"),
                                                text(options, "options"));
        });
      });
  function(
      "report", +[](const val& measurement, const val& reference, const val& profile) {
        return guarded([&] {
          return doppel::io::report_document(text(measurement, "measurement"), text(reference, "reference"),
                                             text(profile, "profile"));
        });
      });
  function(
      "checkProfile",
      +[](const val& json) { return guarded([&] { return doppel::io::check_profile_document(text(json, "profile")); }); });
  function(
      "sealProfile",
      +[](const val& json) { return guarded([&] { return doppel::io::seal_profile_document(text(json, "profile")); }); });
  function(
      "encodeLink",
      +[](const val& profile) { return guarded([&] { return doppel::io::encode_link_document(text(profile, "profile")); }); });
  function(
      "decodeLink",
      +[](const val& link) { return guarded([&] { return doppel::io::decode_link_document(text(link, "link")); }); });
  function("remap", &remap);
  emscripten::class_<StatusBits>("FaceStatus")
      .class_property("nonFinite", &StatusBits::kNonFinite)
      .class_property("clamped", &StatusBits::kClamped)
      .class_property("percent", &StatusBits::kPercent)
      .class_property("lidGuard", &StatusBits::kLidGuard);
}

}  // namespace

EMSCRIPTEN_BINDINGS(doppel_core) {
  register_probe();
  register_engine();
  register_documents();
}
