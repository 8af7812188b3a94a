// A take for tests with the real program: 2 performers of 21 bones and a prop, 240 Hz, made by seed.
// Frame numbers count from 0, so that a client sees which frames it got.
#pragma once

#include <string>
#include <vector>

#include "mocap_fixtures.hpp"
#include "protocol/little_endian.hpp"
#include "protocol/mocap_frame.hpp"
#include "protocol/mocap_messages.hpp"
#include "take/take_writer.hpp"
#include "temporary_folder.hpp"

namespace doppel::program {

/// A folder with a take, a page, and a place for data.
struct Studio {
  fixtures::TemporaryFolder folder;

  explicit Studio(int frames = 480, std::size_t skeletons = 2, std::size_t bones = 21) {
    std::mt19937 random(1);
    const auto descriptions = fixtures::make_descriptions(skeletons, bones, 1, 1);
    take::TakeWriter writer(folder / "take.dtake", R"({"source":"sim"})");
    writer.add_descriptions(protocol::descriptions_message(descriptions));
    for (int i = 0; i < frames; ++i) {
      const auto frame = fixtures::make_frame(descriptions, i, random);
      std::vector<std::uint8_t> bytes;
      protocol::encode_frame(frame, descriptions, {}, bytes);
      writer.add_frame(bytes, frame.captured_at);
    }
    fixtures::write_file(folder / "page/index.html", "<!doctype html><title>page</title>");
    fixtures::write_file(folder / "page/assets/index-Ab3dE9xY.js", "export {};");
    fixtures::write_file(folder / "page/takes/demo.json", "{}");
    fixtures::write_file(folder / "secret.txt", "not for anybody");
  }

  std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    std::vector<std::string> list{"--port",   "0",
                                  "--source", "replay",
                                  "--file",   (folder / "take.dtake").string(),
                                  "--page",   (folder / "page").string(),
                                  "--data",   (folder / "data").string(),
                                  "--log",    "error"};
    list.insert(list.end(), more.begin(), more.end());
    return list;
  }
};

inline std::uint32_t sequence_of(const std::string& frame) {
  return protocol::load<std::uint32_t>(reinterpret_cast<const std::uint8_t*>(frame.data()) + 4);
}
inline double send_time_of(const std::string& frame) {
  return protocol::load<double>(reinterpret_cast<const std::uint8_t*>(frame.data()) + 40);
}
inline std::uint32_t epoch_of(const std::string& frame) {
  return protocol::load<std::uint32_t>(reinterpret_cast<const std::uint8_t*>(frame.data()) + 52);
}

}  // namespace doppel::program
