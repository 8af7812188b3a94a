// Section 5 of the wire reference, as far as clients use it.
// Numbers are f32 or i32 as the command has it; 0 says that a setting was taken.
#include "sim/commands.hpp"

#include <optional>

#include "natnet/handshake.hpp"
#include "natnet/message.hpp"

namespace doppel::sim {
namespace {

using natnet::MessageId;

std::optional<natnet::Naming> parse_naming(std::string_view text) {
  if (text == "Motive") return natnet::Naming::kMotive;
  if (text == "FBX") return natnet::Naming::kFbx;
  if (text == "BVH") return natnet::Naming::kBvh;
  if (text == "Unreal") return natnet::Naming::kUnreal;
  return std::nullopt;
}

std::string_view after(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

}  // namespace

Answer answer_command(std::string_view text, double rate, Scene& scene) {
  Answer taken{natnet::make_number_response(std::int32_t{0}), false};
  if (text == "FrameRate") return {natnet::make_number_response(static_cast<float>(rate)), false};
  if (text == "UnitsToMillimeters") return {natnet::make_number_response(1000.0F), false};
  if (text == "CurrentMode" || text == "AnalogSamplesPerMocapFrame") return taken;
  if (text == "GetProperty,,Skeleton Coordinates") {
    return {natnet::make_text(MessageId::kResponse, scene.is_local() ? "Local" : "Global"), false};
  }
  const std::string_view coordinates = after(text, "SetProperty,,Skeleton Coordinates,");
  if (coordinates == "Local" || coordinates == "Global") {
    scene.set_local(coordinates == "Local");
    return taken;
  }
  const std::string_view skeletons = after(text, "SetProperty,,Skeletons,");
  if (skeletons == "true" || skeletons == "false") {
    scene.set_sends_skeletons(skeletons == "true");
    return taken;
  }
  if (const auto naming = parse_naming(after(text, "SetProperty,,Bone Naming Convention,"))) {
    scene.set_naming(*naming);
    taken.changes_models = true;
    return taken;
  }
  return {natnet::make_message(MessageId::kUnrecognizedRequest), false};
}

}  // namespace doppel::sim
