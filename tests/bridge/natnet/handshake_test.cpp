// Tests of the small messages against the bytes that the reference lists, and of every variant that clients send.
#include "natnet/handshake.hpp"

#include <gtest/gtest.h>

#include "natnet/message.hpp"

namespace doppel::natnet {
namespace {

using Data = std::vector<std::uint8_t>;

Data padded(std::string_view text, std::size_t size, std::uint8_t fill = 0) {
  Data bytes(text.begin(), text.end());
  bytes.push_back(0);
  bytes.resize(size, fill);
  return bytes;
}

void append(Data& bytes, std::initializer_list<int> more) {
  for (const int byte : more) bytes.push_back(static_cast<std::uint8_t>(byte));
}

// Section 17.5.
TEST(Handshake, SmallMessagesHaveTheBytesOfTheReference) {
  EXPECT_EQ(make_message(MessageId::kRequestModelDef), (Data{4, 0, 0, 0}));
  EXPECT_EQ(make_message(MessageId::kKeepAlive), (Data{10, 0, 0, 0}));
  EXPECT_EQ(make_message(MessageId::kDisconnect), (Data{9, 0, 0, 0}));
  EXPECT_EQ(make_text(MessageId::kRequest, "FrameRate"),
            (Data{2, 0, 10, 0, 0x46, 0x72, 0x61, 0x6d, 0x65, 0x52, 0x61, 0x74, 0x65, 0}));
  EXPECT_EQ(make_text(MessageId::kRequest, "Bitstream,4.1"),
            (Data{2, 0, 14, 0, 0x42, 0x69, 0x74, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6d, 0x2c, 0x34, 0x2e, 0x31, 0}));
  EXPECT_EQ(make_number_response(120.0F), (Data{3, 0, 4, 0, 0, 0, 0xf0, 0x42}));
  EXPECT_EQ(make_echo_request(278554190), (Data{12, 0, 8, 0, 0x4e, 0x66, 0x9a, 0x10, 0, 0, 0, 0}));
  EXPECT_EQ(make_echo_response({278554190, 1416498545924}),
            (Data{13, 0, 16, 0, 0x4e, 0x66, 0x9a, 0x10, 0, 0, 0, 0, 0x04, 0x85, 0xe4, 0xcd, 0x49, 1, 0, 0}));
}

TEST(Handshake, ConnectIsTheOneOfTheVendorsNewerLibrary) {
  Data expected{0, 0, 13, 1};
  for (const std::uint8_t byte : padded("NatNetLib", 256)) expected.push_back(byte);
  append(expected, {4, 4, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(make_connect(MessageId::kConnect, {"NatNetLib", {4, 4}, {4, 4}, false, {}}), expected);
  EXPECT_EQ(expected.size(), 273U);
}

TEST(Handshake, ServerInfoIsTheOneOfTheReference) {
  Data expected{1, 0, 0x17, 1};
  for (const std::uint8_t byte : padded("Motive", 256)) expected.push_back(byte);
  append(expected, {3, 1, 0, 0, 4, 1, 0, 0, 0x80, 0x96, 0x98, 0, 0, 0, 0, 0, 0xe7, 5, 0, 0xef, 0xff, 0x2a, 0x63});
  const ServerInfo info{"Motive", {3, 1}, {4, 1}, true, 10000000, 1511, false, {239, 255, 42, 99}};
  EXPECT_EQ(make_server_info(info), expected);
  EXPECT_EQ(read_server_info(Bytes(expected).subspan(4)), info);
}

// Pitfall 2: servers of version 2 send 264 bytes.
TEST(Handshake, ServerInfoGoesByLength) {
  Data payload = padded("NatNetLib", 256, 0xAB);  // bytes behind the NUL are left-over memory
  append(payload, {2, 9, 0, 0, 2, 9, 0, 0});
  const std::optional<ServerInfo> info = read_server_info(payload);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->name, "NatNetLib");
  EXPECT_EQ(info->natnet_version, (Version{2, 9}));
  EXPECT_FALSE(info->has_endpoint);
  for (const std::size_t size : {0, 4, 263}) EXPECT_FALSE(read_server_info(Bytes(payload).first(size)));
}

TEST(Handshake, ServerNameWithoutNulEndsWithItsField) {
  Data payload(256, 'M');
  append(payload, {3, 0, 0, 0, 4, 0, 0, 0});
  ASSERT_TRUE(read_server_info(payload));
  EXPECT_EQ(read_server_info(payload)->name, std::string(256, 'M'));
}

// Section 4.1: all variants in the wild.
TEST(Handshake, EveryKnownConnectIsRead) {
  EXPECT_EQ(read_connect({}).wanted_version, Version{});
  const Data ping{'P', 'i', 'n', 'g', 0};
  EXPECT_EQ(read_connect(ping).name, "Ping");
  EXPECT_EQ(read_connect(ping).natnet_version, Version{});

  Data third = padded("NatNetLib", 256);
  append(third, {3, 0, 0, 0, 3, 0, 0, 0});
  EXPECT_EQ(read_connect(third).natnet_version, (Version{3, 0}));
  EXPECT_EQ(read_connect(third).wanted_version, Version{});

  for (const std::size_t rest : {0, 1, 2, 4}) {
    Data sample = padded("Ping", 264);
    append(sample, {0, 4, 1, 0, 0});
    sample.resize(sample.size() + rest);
    EXPECT_EQ(read_connect(sample).wanted_version, (Version{4, 1})) << sample.size();
  }
}

TEST(Handshake, ConnectGoesBothWays) {
  const std::vector<std::uint8_t> datagram = make_connect(MessageId::kDiscovery, {"Doppel", {1, 2, 3, 4}, {4, 2}, true, {3, 0}});
  const std::optional<Message> message = read_message(datagram);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->id, MessageId::kDiscovery);
  const ConnectRequest request = read_connect(message->payload);
  EXPECT_EQ(request.name, "Doppel");
  EXPECT_EQ(request.app_version, (Version{1, 2, 3, 4}));
  EXPECT_TRUE(request.subscribed_data_only);
  EXPECT_EQ(request.wanted_version, (Version{3, 0}));
}

TEST(Handshake, LongNamesAreCutSoThatANulRemains) {
  const std::vector<std::uint8_t> datagram = make_server_info({std::string(400, 'x'), {}, {4, 0}, true, 1, 1, true, {}});
  EXPECT_EQ(datagram.size(), 283U);
  EXPECT_EQ(read_server_info(Bytes(datagram).subspan(4))->name, std::string(255, 'x'));
}

TEST(Message, LengthMayNotPassTheDatagram) {
  const Data cut{7, 0, 5, 0, 1, 2, 3, 4};
  EXPECT_FALSE(read_message(cut));
  EXPECT_FALSE(read_message(Bytes(cut).first(3)));
  EXPECT_FALSE(read_message({}));
}

TEST(Message, RestBehindItsLengthIsLeftOutAndSaid) {
  const std::optional<Message> message = read_message(Data{7, 0, 2, 0, 1, 2, 3, 4});
  ASSERT_TRUE(message);
  EXPECT_EQ(message->payload.size(), 2U);
  EXPECT_TRUE(message->has_rest);
}

// Samples in the wild write 271 for a payload of 270 bytes.
TEST(Message, RequestsGoByTheDatagramsLength) {
  Data request = padded("Ping", 270);
  request.insert(request.begin(), {0, 0, 0x0f, 1});
  const std::optional<Message> message = read_request(request);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->payload.size(), 270U);
}

TEST(Message, TextEndsAtItsNulOrAtTheEnd) {
  EXPECT_EQ(read_text(Data{'a', 'b', 0, 'c'}), "ab");
  EXPECT_EQ(read_text(Data{'a', 'b'}), "ab");
  EXPECT_EQ(read_text({}), "");
}

}  // namespace
}  // namespace doppel::natnet
