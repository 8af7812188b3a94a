// A peer without a socket: keeps what it was sent, for tests of the hubs.
// Frames are kept whole, as they would go over the wire.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocol/websocket.hpp"
#include "server/peer.hpp"

namespace doppel::server {

class FakePeer final : public Peer, private protocol::MessageReader::Handler {
 public:
  using Json = nlohmann::ordered_json;

  void send_text(const TextPointer& text) override { read({text->begin(), text->end()}); }
  void send_frame(const FramePointer& frame) override {
    ++frames_given;
    unsent = takes_frames ? nullptr : frame;
    if (!takes_frames) return;
    read({frame->bytes.begin() + static_cast<std::ptrdiff_t>(frame->begin), frame->bytes.end()});
  }
  void send_if_ready(const FramePointer& message) override {
    if (!takes_frames) return;
    read({message->bytes.begin() + static_cast<std::ptrdiff_t>(message->begin), message->bytes.end()});
  }
  void drop_frame() override { unsent = nullptr; }
  void skip_frame() override { ++frames_skipped; }
  void close(std::uint16_t code, std::string_view) override { closed_with = code; }
  Counters counters() const override { return reported; }
  std::string_view address() const override { return "fake"; }

  /// Removes and returns the messages of a type; all of them where it is empty.
  std::vector<Json> take(const std::string& type = "") {
    std::vector<Json> taken;
    std::erase_if(texts, [&](const Json& json) {
      const bool matches = type.empty() || json.value("type", "") == type;
      if (matches) taken.push_back(json);
      return matches;
    });
    return taken;
  }
  /// The one message of a type.
  Json one(const std::string& type) {
    auto taken = take(type);
    EXPECT_EQ(taken.size(), 1U) << type;
    return taken.size() == 1 ? taken[0] : Json::object();
  }

  std::vector<Json> texts;
  std::vector<std::vector<std::uint8_t>> frames;
  /// The frame that waits, where it takes none.
  FramePointer unsent;
  int frames_given = 0;
  int frames_skipped = 0;
  bool takes_frames = true;
  std::uint16_t closed_with = 0;
  Counters reported;

 private:
  void read(const std::vector<std::uint8_t>& bytes) { EXPECT_EQ(reader_.feed(bytes, *this), 0); }
  bool on_message(protocol::Opcode opcode, std::string_view payload) override {
    if (opcode == protocol::Opcode::kText)
      texts.push_back(Json::parse(payload));
    else
      frames.emplace_back(payload.begin(), payload.end());
    return true;
  }
  void on_ping(std::string_view) override {}
  void on_pong() override {}
  void on_close(std::uint16_t) override {}

  protocol::MessageReader reader_{std::size_t{1} << 24, false};
};

}  // namespace doppel::server
