// Tests of WebSocket framing: RFC 6455's own examples, every cut of the stream, everything a client may do wrong.
#include "protocol/websocket.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace doppel::protocol {
namespace {

using ::testing::ElementsAre;

struct Events : MessageReader::Handler {
  std::vector<std::string> log;
  bool goes_on = true;

  bool on_message(Opcode opcode, std::string_view payload) override {
    log.push_back((opcode == Opcode::kText ? "text:" : "binary:") + std::string(payload));
    return goes_on;
  }
  void on_ping(std::string_view payload) override { log.push_back("ping:" + std::string(payload)); }
  void on_pong() override { log.emplace_back("pong"); }
  void on_close(std::uint16_t code) override { log.push_back("close:" + std::to_string(code)); }
};

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A client's frame, written here on its own: mask 0x37fa213d as in the RFC's example.
std::string client_frame(unsigned first, std::string_view payload) {
  std::string frame{static_cast<char>(first)};
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 0xFF);
  }
  const std::string mask("\x37\xfa\x21\x3d", 4);
  frame += mask;
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  return frame;
}

std::uint16_t feed(std::string_view text, Events& events, std::size_t limit = 1000) {
  MessageReader reader(limit, true);
  return reader.feed(bytes_of(text), events);
}

// RFC 6455, 1.3.
TEST(WebSocket, AcceptKeyOfTheRfc) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_TRUE(is_valid_key("dGhlIHNhbXBsZSBub25jZQ=="));
  EXPECT_FALSE(is_valid_key("dGhlIHNhbXBsZSBub25jZQ"));
  EXPECT_FALSE(is_valid_key("dGhlIHNhbXBsZSBub25j\r\n=="));
}

// RFC 6455, 5.7.
TEST(WebSocket, MaskedHelloOfTheRfc) {
  Events events;
  EXPECT_EQ(feed(std::string_view("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11), events), 0);
  EXPECT_THAT(events.log, ElementsAre("text:Hello"));
}

TEST(WebSocket, HeadersAreTheShortestOnes) {
  EXPECT_EQ(make_frame(Opcode::kText, "Hello"), std::string("\x81\x05Hello", 7));
  EXPECT_EQ(make_frame(Opcode::kBinary, std::string(125, 'x')).substr(0, 2), std::string("\x82\x7d", 2));
  EXPECT_EQ(make_frame(Opcode::kBinary, std::string(126, 'x')).substr(0, 4), std::string("\x82\x7e\x00\x7e", 4));
  EXPECT_EQ(make_frame(Opcode::kBinary, std::string(65535, 'x')).substr(0, 4), std::string("\x82\x7e\xff\xff", 4));
  EXPECT_EQ(make_frame(Opcode::kBinary, std::string(65536, 'x')).substr(0, 10), std::string("\x82\x7f\0\0\0\0\0\x01\0\0", 10));
  EXPECT_EQ(make_close(1009, "too-large"), std::string("\x88\x0b\x03\xf1too-large", 13));
  EXPECT_EQ(make_close(1000, std::string(500, 'x')).size(), 2U + 125U);
}

TEST(WebSocket, FragmentsWithAPingBetweenThem) {
  Events events;
  const std::string stream = client_frame(0x01, "Hel") + client_frame(0x89, "?") + client_frame(0x00, "l") +
                             client_frame(0x80, "o") + client_frame(0x82, "xy") + client_frame(0x8A, "");
  EXPECT_EQ(feed(stream, events), 0);
  EXPECT_THAT(events.log, ElementsAre("ping:?", "text:Hello", "binary:xy", "pong"));
}

TEST(WebSocket, HoweverTheStreamIsCutTheMessagesAreTheSame) {
  const std::string stream = client_frame(0x81, std::string(300, 'a')) + client_frame(0x01, "b") + client_frame(0x89, "ping") +
                             client_frame(0x80, std::string(126, 'c')) + client_frame(0x82, "") + client_frame(0x88, "\x03\xe8");
  Events whole;
  ASSERT_EQ(feed(stream, whole), 0);
  ASSERT_EQ(whole.log.size(), 5U);
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Events cut;
    MessageReader reader(1000, true);
    const std::size_t longest = 1 + random() % 40;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % longest, stream.size() - at);
      ASSERT_EQ(reader.feed(bytes_of(std::string_view(stream).substr(at, count)), cut), 0);
      at += count;
    }
    EXPECT_EQ(cut.log, whole.log);
  }
}

// A gigabyte is refused by its header; not a byte of it is kept.
TEST(WebSocket, TooLongIsRefusedByTheHeaderAlone) {
  Events events;
  EXPECT_EQ(feed(std::string_view("\x82\xff\0\0\0\0\x40\0\0\0\1\2\3\4", 14), events), close_code::kTooLarge);
  EXPECT_EQ(feed(std::string_view("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\2\3\4", 14), events), close_code::kTooLarge);
  EXPECT_EQ(feed(client_frame(0x81, std::string(1001, 'x')), events), close_code::kTooLarge);
  // Also in pieces that are short each.
  std::string pieces = client_frame(0x01, std::string(600, 'x')) + client_frame(0x00, std::string(600, 'x'));
  EXPECT_EQ(feed(pieces, events), close_code::kTooLarge);
  EXPECT_TRUE(events.log.empty());
  EXPECT_EQ(feed(client_frame(0x81, std::string(1000, 'x')), events), 0);
  EXPECT_EQ(events.log.size(), 1U);
}

TEST(WebSocket, BrokenFramingIsRefused) {
  const std::vector<std::string> broken{
      std::string("\x81\x05Hello", 7),                      // not masked
      client_frame(0xC1, "x"),                              // reserved bit: compression was not agreed
      client_frame(0x83, "x"),                              // reserved kind
      client_frame(0x8B, "x"),                              // reserved control kind
      client_frame(0x80, "x"),                              // a continuation of nothing
      client_frame(0x01, "x") + client_frame(0x81, "y"),    // a new message inside another
      client_frame(0x09, "x"),                              // a control frame in pieces
      client_frame(0x89, std::string(126, 'x')),            // a control frame that is too long
      client_frame(0x88, "x"),                              // half a close code
      client_frame(0x88, std::string_view("\x03\xed", 2)),  // 1005 may not be sent
      client_frame(0x88, std::string_view("\x00\x01", 2)),  // no such code
  };
  for (std::size_t i = 0; i < broken.size(); ++i) {
    Events events;
    EXPECT_EQ(feed(broken[i], events), close_code::kProtocolError) << i;
    EXPECT_TRUE(events.log.empty()) << i;
  }
}

TEST(WebSocket, TextMustBeUtf8) {
  Events events;
  EXPECT_EQ(feed(client_frame(0x81, "\xff"), events), close_code::kInvalidText);
  EXPECT_EQ(feed(client_frame(0x81, "\xc0\x80"), events), close_code::kInvalidText);
  EXPECT_EQ(feed(client_frame(0x82, "\xff"), events), 0);
  // A character may be cut by fragments.
  EXPECT_EQ(feed(client_frame(0x01, "\xea\xb0") + client_frame(0x80, "\x80"), events), 0);
  EXPECT_EQ(feed(client_frame(0x88, "\x03\xe8\xff"), events), close_code::kInvalidText);
}

// Every code point, written by the definition of UTF-8, is taken; every surrogate is not.
TEST(WebSocket, Utf8OfEveryCodePoint) {
  const auto utf8 = [](std::uint32_t c) {
    std::string text;
    if (c < 0x80)
      text += static_cast<char>(c);
    else if (c < 0x800)
      text = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    else if (c < 0x10000)
      text = {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    else
      text = {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
              static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    return text;
  };
  for (std::uint32_t c = 0; c < 0x110000; ++c) {
    const bool is_surrogate = c >= 0xD800 && c < 0xE000;
    ASSERT_EQ(is_utf8(utf8(c)), !is_surrogate) << c;
  }
  for (std::uint32_t c = 0x110000; c < 0x200000; c += 997) EXPECT_FALSE(is_utf8(utf8(c))) << c;
  for (const char* bad : {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xe2\x82", "\xf5\x80\x80\x80"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(WebSocket, NothingIsReadBehindACloseOrAHandlerThatStops) {
  Events events;
  EXPECT_EQ(feed(client_frame(0x88, "") + client_frame(0x81, "late"), events), 0);
  EXPECT_THAT(events.log, ElementsAre("close:1005"));
  Events stops;
  stops.goes_on = false;
  EXPECT_EQ(feed(client_frame(0x81, "one") + client_frame(0x81, "two"), stops), 0);
  EXPECT_THAT(stops.log, ElementsAre("text:one"));
}

TEST(WebSocket, AClientOfTheBridgeReadsItsFrames) {
  Events events;
  MessageReader reader(100000, false);
  const std::string stream = make_frame(Opcode::kText, "{}") + make_frame(Opcode::kBinary, std::string(70000, 'b'));
  EXPECT_EQ(reader.feed(bytes_of(stream), events), 0);
  ASSERT_EQ(events.log.size(), 2U);
  EXPECT_EQ(events.log[1].size(), 70007U);
}

}  // namespace
}  // namespace doppel::protocol
