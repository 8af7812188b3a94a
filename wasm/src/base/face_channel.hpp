// The table of the 52 ARKit face channels: name, group, class, mirror partner.
// It is not a list of what an avatar has; that is `face::FaceRoutes`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace doppel {

inline constexpr std::size_t kFaceChannelCount = 52;
inline constexpr std::size_t kFaceGroupCount = 7;

enum class FaceGroup : std::uint8_t { kBrow, kCheek, kEye, kJaw, kMouth, kNose, kTongue };

/// How a channel is matched between avatars (decisions F5).
enum class FaceClass : std::uint8_t {
  kAmplitude,  // by how far the skin travels
  kClosure,    // 1.0 means closed, on every avatar
  kGaze,       // by the angle the eye turns
  kCoupled,    // mouthClose: follows jawOpen
};

struct FaceChannelInfo {
  std::string_view name;  // ARKit spelling, camelCase
  FaceGroup group;
  FaceClass face_class;
  std::uint8_t mirror;  // index of the partner on the other side; its own index where there is none
};

namespace detail {

constexpr std::array<std::string_view, kFaceChannelCount> kFaceChannelNames{
    "browDownLeft",      "browDownRight",    "browInnerUp",     "browOuterUpLeft",    "browOuterUpRight",    "cheekPuff",
    "cheekSquintLeft",   "cheekSquintRight", "eyeBlinkLeft",    "eyeBlinkRight",      "eyeLookDownLeft",     "eyeLookDownRight",
    "eyeLookInLeft",     "eyeLookInRight",   "eyeLookOutLeft",  "eyeLookOutRight",    "eyeLookUpLeft",       "eyeLookUpRight",
    "eyeSquintLeft",     "eyeSquintRight",   "eyeWideLeft",     "eyeWideRight",       "jawForward",          "jawLeft",
    "jawOpen",           "jawRight",         "mouthClose",      "mouthDimpleLeft",    "mouthDimpleRight",    "mouthFrownLeft",
    "mouthFrownRight",   "mouthFunnel",      "mouthLeft",       "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft",
    "mouthPressRight",   "mouthPucker",      "mouthRight",      "mouthRollLower",     "mouthRollUpper",      "mouthShrugLower",
    "mouthShrugUpper",   "mouthSmileLeft",   "mouthSmileRight", "mouthStretchLeft",   "mouthStretchRight",   "mouthUpperUpLeft",
    "mouthUpperUpRight", "noseSneerLeft",    "noseSneerRight",  "tongueOut"};

constexpr bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

constexpr std::size_t index_of(std::string_view name) {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (kFaceChannelNames[i] == name) return i;
  }
  return kFaceChannelCount;
}

// True where `a` and `b` are the same name but for Left <-> Right at the end.
constexpr bool is_mirror(std::string_view a, std::string_view b) {
  constexpr std::string_view kLeft = "Left";
  constexpr std::string_view kRight = "Right";
  const auto ends = [](std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
  };
  const auto stem = [](std::string_view text, std::string_view end) { return text.substr(0, text.size() - end.size()); };
  return (ends(a, kLeft) && ends(b, kRight) && stem(a, kLeft) == stem(b, kRight)) ||
         (ends(a, kRight) && ends(b, kLeft) && stem(a, kRight) == stem(b, kLeft));
}

constexpr std::array<FaceChannelInfo, kFaceChannelCount> make_face_channels() {
  std::array<FaceChannelInfo, kFaceChannelCount> table{};
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const std::string_view name = kFaceChannelNames[i];
    const FaceGroup group = starts_with(name, "brow")    ? FaceGroup::kBrow
                            : starts_with(name, "cheek") ? FaceGroup::kCheek
                            : starts_with(name, "eye")   ? FaceGroup::kEye
                            : starts_with(name, "jaw")   ? FaceGroup::kJaw
                            : starts_with(name, "mouth") ? FaceGroup::kMouth
                            : starts_with(name, "nose")  ? FaceGroup::kNose
                                                         : FaceGroup::kTongue;
    const FaceClass face_class = starts_with(name, "eyeBlink")  ? FaceClass::kClosure
                                 : starts_with(name, "eyeLook") ? FaceClass::kGaze
                                 : name == "mouthClose"         ? FaceClass::kCoupled
                                                                : FaceClass::kAmplitude;
    std::size_t mirror = i;
    for (std::size_t j = 0; j < kFaceChannelCount; ++j) {
      if (is_mirror(name, kFaceChannelNames[j])) mirror = j;
    }
    table[i] = {name, group, face_class, static_cast<std::uint8_t>(mirror)};
  }
  return table;
}

}  // namespace detail

/// In alphabetical order, which is the order of every row of 52 values in Doppel.
inline constexpr std::array<FaceChannelInfo, kFaceChannelCount> kFaceChannels = detail::make_face_channels();

inline constexpr std::array<std::string_view, kFaceGroupCount> kFaceGroupNames{"Brow",  "Cheek", "Eye",   "Jaw",
                                                                               "Mouth", "Nose",  "Tongue"};

/// Index of an ARKit channel by its exact name, or nothing.
constexpr std::optional<std::size_t> face_channel_index(std::string_view name) {
  const std::size_t index = detail::index_of(name);
  if (index == kFaceChannelCount) return std::nullopt;
  return index;
}

inline constexpr std::size_t kJawOpen = detail::index_of("jawOpen");
inline constexpr std::size_t kMouthClose = detail::index_of("mouthClose");
inline constexpr std::size_t kTongueOut = detail::index_of("tongueOut");
inline constexpr std::size_t kEyeBlinkLeft = detail::index_of("eyeBlinkLeft");
inline constexpr std::size_t kEyeBlinkRight = detail::index_of("eyeBlinkRight");

}  // namespace doppel
