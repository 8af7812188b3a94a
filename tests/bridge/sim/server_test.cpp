// Tests of the simulator as the vendor's clients see it: sockets, lengths and answers by the rules of section 16 of the wire
// reference. Requests are bytes written here; the client of the bridge is not used.
#include "sim/server.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>

#include "collecting_sink.hpp"
#include "natnet/decode_frame.hpp"
#include "natnet/decode_model_def.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"
#include "natnet/udp.hpp"

namespace doppel::sim {
namespace {

using natnet::Bytes;
using natnet::Endpoint;
using natnet::MessageId;

struct Received {
  std::vector<std::uint8_t> bytes;
  std::uint16_t from = 0;
  MessageId id() const { return static_cast<MessageId>(bytes[0] | bytes[1] << 8); }
};

class VendorClient : public testing::Test {
 protected:
  void open(SimOptions options) {
    options.command_port = options.data_port = 0;
    options_ = options;
    server_ = std::make_unique<Server>(options);
    server_->start(context_);
    socket_ = natnet::UdpPort::open(context_, {natnet::Address::loopback(), 0, false, false});
    socket_->start([this](std::span<const natnet::Datagram> datagrams) {
      for (const natnet::Datagram& each : datagrams)
        received_.push_back({{each.bytes.begin(), each.bytes.end()}, each.from.port()});
    });
  }
  void TearDown() override {
    if (socket_) socket_->close();
    if (server_) server_->stop();
    context_.restart();
    context_.poll();
  }
  void send(std::vector<std::uint8_t> bytes) { socket_->send(bytes, {natnet::Address::loopback(), server_->command_port()}); }
  /// The next message that is no frame (or, for kFrame, the next frame).
  Received next(MessageId id) {
    Received found;
    EXPECT_TRUE(doppel::test::run_until(context_, [&] {
      while (at_ < received_.size()) {
        const Received& item = received_[at_++];
        const bool is_frame = item.id() == MessageId::kFrame;
        if (is_frame != (id == MessageId::kFrame)) continue;
        found = item;
        return true;
      }
      return false;
    }));
    EXPECT_TRUE(!found.bytes.empty() && found.id() == id);
    return found;
  }
  static std::vector<std::uint8_t> request(const char* text) { return natnet::make_text(MessageId::kRequest, text); }

  boost::asio::io_context context_{1};
  SimOptions options_;
  std::unique_ptr<Server> server_;
  std::shared_ptr<natnet::UdpPort> socket_;
  std::vector<Received> received_;
  std::size_t at_ = 0;
};

TEST_F(VendorClient, HandshakeFramesAndAnswersComeAsTheVendorsLibraryWantsThem) {
  open({});
  send({0, 0, 0, 0});  // a minimal CONNECT
  const Received info = next(MessageId::kServerInfo);
  EXPECT_EQ(info.bytes.size(), 283U);
  EXPECT_EQ(info.from, server_->command_port());
  const auto server = natnet::read_server_info(Bytes(info.bytes).subspan(4));
  ASSERT_TRUE(server);
  EXPECT_EQ(server->name, "Motive");
  EXPECT_EQ(server->data_port, server_->data_port());
  EXPECT_FALSE(server->is_multicast);
  EXPECT_EQ(server->natnet_version, (natnet::Version{4, 1}));

  const Received frame = next(MessageId::kFrame);
  EXPECT_EQ(frame.from, server_->data_port()) << "the vendor's library drops frames from the command port";
  natnet::FrameData data;
  ASSERT_EQ(natnet::decode_frame(Bytes(frame.bytes).subspan(4), {4, 1}, data).result, natnet::FrameResult::kGood);
  EXPECT_NEAR(data.timestamp, data.number / 120.0, 1e-9);
  EXPECT_NEAR(static_cast<double>(data.transmit_ticks - data.mid_exposure_ticks) / 1e7, 0.0055, 0.0002);
  EXPECT_NEAR(static_cast<double>(data.transmit_ticks - data.received_ticks) / 1e7, 0.0009, 0.0002);

  send({4, 0, 0, 0});
  const Received models = next(MessageId::kModelDef);
  EXPECT_EQ(models.from, server_->command_port());
  natnet::ModelDef model_def;
  EXPECT_TRUE(natnet::decode_model_def(Bytes(models.bytes).subspan(4), {4, 1}, model_def).is_complete);

  send({12, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8});
  const Received echo = next(MessageId::kEchoResponse);
  ASSERT_EQ(echo.bytes.size(), 20U);
  EXPECT_TRUE(
      std::equal(echo.bytes.begin() + 4, echo.bytes.begin() + 12, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}.begin()));
}

TEST_F(VendorClient, CommandsAreAnswered) {
  open({});
  send({0, 0, 0, 0});
  next(MessageId::kServerInfo);
  send(request("FrameRate"));
  EXPECT_EQ(next(MessageId::kResponse).bytes, (std::vector<std::uint8_t>{3, 0, 4, 0, 0, 0, 0xf0, 0x42}));
  send(request("UnitsToMillimeters"));
  EXPECT_EQ(next(MessageId::kResponse).bytes, (std::vector<std::uint8_t>{3, 0, 4, 0, 0, 0, 0x7a, 0x44}));
  send(request("GetProperty,,Skeleton Coordinates"));
  EXPECT_EQ(natnet::read_text(Bytes(next(MessageId::kResponse).bytes).subspan(4)), "Local");
  send(request("Bitstream"));
  EXPECT_EQ(natnet::read_text(Bytes(next(MessageId::kResponse).bytes).subspan(4)), "Bitstream,4.1");
  send(request("service20,-1,0,0"));
  next(MessageId::kUnrecognizedRequest);
  send({10, 0, 0, 0});  // KEEPALIVE: an answer would be an error to the vendor's library
  send(request("CurrentMode"));
  EXPECT_EQ(next(MessageId::kResponse).bytes, (std::vector<std::uint8_t>{3, 0, 4, 0, 0, 0, 0, 0}));
}

TEST_F(VendorClient, BitstreamIsChangedAndMarked) {
  open({});
  send({0, 0, 0, 0});
  next(MessageId::kServerInfo);
  send(request("Bitstream,3.0"));
  EXPECT_EQ(next(MessageId::kResponse).bytes, (std::vector<std::uint8_t>{3, 0, 4, 0, 0, 0, 0, 0}));
  natnet::FrameData data;
  natnet::FrameReport report;
  // The first frame of the new layout has bit 3.
  for (int i = 0; i < 20; ++i) {
    report = natnet::decode_frame(Bytes(next(MessageId::kFrame).bytes).subspan(4), {3, 0}, data);
    if (report.result == natnet::FrameResult::kGood) break;
  }
  EXPECT_EQ(report.result, natnet::FrameResult::kGood);
  EXPECT_NE(data.params & natnet::kFrameBitstreamChanged, 0);
  send(request("Bitstream"));
  EXPECT_EQ(natnet::read_text(Bytes(next(MessageId::kResponse).bytes).subspan(4)), "Bitstream,3.0");
  send(request("Bitstream,4.9"));
  EXPECT_NE(next(MessageId::kResponse).bytes[4], 0);
}

TEST_F(VendorClient, ServersBeforeThirdVersionAreSilentToWhatCameLater) {
  SimOptions options;
  options.version = {2, 9};
  open(options);
  send({0, 0, 0, 0});
  const Received info = next(MessageId::kServerInfo);
  EXPECT_EQ(info.bytes.size(), 268U);
  EXPECT_EQ(natnet::read_server_info(Bytes(info.bytes).subspan(4))->name, "NatNetLib");
  send({14, 0, 0, 0});
  send({12, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8});
  send({4, 0, 0, 0});
  next(MessageId::kModelDef);  // and nothing between
}

TEST_F(VendorClient, ClientThatLeavesGetsNoMoreFrames) {
  open({});
  send({0, 0, 0, 0});
  next(MessageId::kFrame);
  send({9, 0, 0, 0});
  EXPECT_TRUE(doppel::test::run_until(context_, [&] { return server_->counters().clients == 0; }));
  const std::uint64_t sent = server_->counters().datagrams;
  EXPECT_TRUE(doppel::test::run_until(context_,
                                      [&, made = server_->counters().frames] { return server_->counters().frames > made + 5; }));
  EXPECT_EQ(server_->counters().datagrams, sent);
}

TEST_F(VendorClient, GarbageIsSurvived) {
  open({});
  for (const std::vector<std::uint8_t>& bytes :
       {std::vector<std::uint8_t>{}, {0}, {0, 0, 255, 255}, {2, 0, 0, 0}, {12, 0, 8, 0, 1}, {99, 0, 0, 0}, {7, 0, 0, 0}}) {
    send(bytes);
  }
  send({0, 0, 0, 0});
  EXPECT_TRUE(doppel::test::run_until(context_, [&] { return server_->counters().clients == 1; }));
}

}  // namespace
}  // namespace doppel::sim
