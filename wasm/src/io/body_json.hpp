// Bodies as JSON: the description of a skeleton that comes in, and what was found out about it that goes out.
// Settings and calibration are in body_settings_json.hpp. It is not a file reader.
#pragma once

#include <string>
#include <string_view>

#include "rig/body_description.hpp"

namespace doppel::io {

/// `{ "joints": [{ "name", "parent"?, "translation"?, "rotation"?, "scale"? }], "bind"?: [...], "humanoid"?: { bone: joint },
/// "ankleHeight"?, "headSize"?, "floor"?, "soles"?: { "left"?, "right"? } }`, a sole `{ "heel", "ball", "toe", "heelEdge"?,
/// "ballEdge"?, "toeEdge"?, "rigid"? }` from the foot's joint (`rig::FootSole`), the floor a performer's. Parent -1 or absent: a
/// root. Throws kInvalidJson, kInvalidArgument with the JSON path.
rig::BodyDescription parse_body_description(std::string_view text);

/// What a skeleton was found to be: `humanoid` (bone: index in the description), `findings`, `complete`, `rest`, `measures`
/// (soles in force, and whether they were measured), chains and roll joints as indices in the description.
std::string body_report(const rig::Skeleton& skeleton, const rig::HumanoidMap& map, const rig::HumanRig& rig);

}  // namespace doppel::io
