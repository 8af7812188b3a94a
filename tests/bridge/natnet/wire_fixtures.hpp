// Made-up wire content for the tests of decoder and encoder: random frames and descriptions of one layout, and the worked example
// of the wire reference. Which fields a version has is written here once more, from the reference and not from `Layout`.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "natnet/frame_data.hpp"
#include "natnet/model_def.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet::test {

inline constexpr std::array kAllVersions{Version{2, 5},  Version{2, 6},  Version{2, 7}, Version{2, 8}, Version{2, 9},
                                         Version{2, 10}, Version{2, 11}, Version{3, 0}, Version{3, 1}, Version{4, 0},
                                         Version{4, 1},  Version{4, 2},  Version{4, 3}, Version{4, 4}};

class RandomWire {
 public:
  RandomWire(std::uint32_t seed, const Version& version) : engine_(seed), hundred_(version.major * 100 + version.minor) {}

  FrameData frame();
  ModelDef model_def();

  std::int32_t integer() { return static_cast<std::int32_t>(engine_()); }
  std::size_t up_to(std::size_t most) { return engine_() % (most + 1); }
  float real() { return std::uniform_real_distribution<float>(-1000.0F, 1000.0F)(engine_); }
  std::string name();

 private:
  bool since(int major, int minor) const { return hundred_ >= major * 100 + minor; }
  Vector3 vector() { return {real(), real(), real()}; }
  Quaternion quaternion() { return {real(), real(), real(), real()}; }
  template <class Make>
  auto some(std::size_t most, Make make) {
    std::vector<decltype(make())> items;
    const std::size_t count = up_to(most);
    for (std::size_t i = 0; i < count; ++i) items.push_back(make());
    return items;
  }
  BodyData body();
  LabeledMarkerData labeled();
  AnalogData analog(bool with_params);
  BodyModel body_model();
  Model model(std::size_t type);

  std::mt19937 engine_;
  int hundred_;
};

/// Section 17 of the wire reference: the content, as its text says it.
FrameData worked_frame();
ModelDef worked_model_def();

/// Bones that stayed in the payload become BodyData.
void unpack(SkeletonData& skeleton);

std::string sha256_of(const std::vector<std::uint8_t>& bytes);

}  // namespace doppel::natnet::test
