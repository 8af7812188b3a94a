// Tests of the client against the simulator, over real datagrams on loopback: every version and way of sending, loss and
// disorder, restarts, changes, and what it says when something is missing (B37, B38, B39).
#include "natnet/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/ip/udp.hpp>
#include <cstdlib>
#include <fstream>

#include "address_sanitizer.hpp"
#include "base/error.hpp"
#include "collecting_sink.hpp"
#include "natnet/encode.hpp"
#include "natnet/scripted_server.hpp"
#include "sim/scene.hpp"
#include "sim/server.hpp"

namespace doppel::natnet {
namespace {

using doppel::test::CollectingSink;
using doppel::test::run_until;
using mocap::SourceState;

/// A simulator and a client on one loop.
class Loopback {
 public:
  explicit Loopback(const sim::SimOptions& options) : options_(options), server_(free_ports(options)) { server_.start(context_); }
  ~Loopback() {
    if (client_) client_->stop();
    server_.stop();
    context_.restart();
    context_.poll();
  }

  void connect(ClientOptions options = {}) {
    options.server = "127.0.0.1";
    options.command_port = server_.command_port();
    options.up_axis = options_.up_axis;
    if (options_.version < Version{3, 0} || options_.is_multicast) {
      if (options.data_port == 0) options.data_port = server_.data_port();
      options.transport = options_.is_multicast ? Transport::kMulticast : Transport::kUnicast;
    }
    client_ = std::make_unique<Client>(options);
    client_->start(context_, sink);
  }
  bool until(const std::function<bool()>& done) { return run_until(context_, done); }
  bool until_frames(std::uint64_t more) {
    const std::uint64_t goal = sink.frames + more;
    return until([&] { return sink.frames >= goal; });
  }
  bool until_skeletons() {
    return until([&] { return !sink.frame.skeletons.empty(); });
  }
  sim::Server& server() { return server_; }
  Client& client() { return *client_; }
  boost::asio::io_context& context() { return context_; }

  CollectingSink sink;

 private:
  static sim::SimOptions free_ports(sim::SimOptions options) {
    options.command_port = options.data_port = 0;
    return options;
  }
  sim::SimOptions options_;
  boost::asio::io_context context_{1};
  sim::Server server_;
  std::unique_ptr<Client> client_;
};

/// What the simulated stage shows at a frame's number, as local poses in the description's order.
void expect_pose_of_scene(const mocap::Frame& frame, const mocap::Descriptions& descriptions, sim::SimOptions options) {
  options.is_local = true;
  options.up_axis = UpAxis::kY;
  options.faults.is_rough = false;
  sim::Scene scene(options);
  FrameData data;
  scene.frame(frame.number, data);
  ASSERT_EQ(frame.skeletons.size(), data.skeletons.size());
  for (std::size_t i = 0; i < data.skeletons.size(); ++i) {
    for (std::size_t bone = 0; bone < frame.skeletons[i].bones.size(); ++bone) {
      const std::int32_t id = descriptions.skeletons[i].bones[bone].id;
      const auto at = std::find_if(data.skeletons[i].bones.begin(), data.skeletons[i].bones.end(),
                                   [&](const BodyData& body) { return (body.id & 0xFFFF) == id; });
      ASSERT_NE(at, data.skeletons[i].bones.end());
      const mocap::BonePose& pose = frame.skeletons[i].bones[bone];
      EXPECT_TRUE(pose.is_tracked);
      float dot = 0.0F;
      for (std::size_t k = 0; k < 4; ++k) dot += pose.rotation[k] * at->orientation[k];
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(pose.position[k], at->position[k], 2e-5F) << "bone " << id;
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(pose.rotation[k], at->orientation[k] * (dot < 0.0F ? -1.0F : 1.0F), 2e-5F) << "bone " << id;
      }
    }
  }
}

sim::SimOptions two_performers() {
  sim::SimOptions options;
  options.performers = 2;
  options.rate = 240.0;
  return options;
}

// B37 and B39 in one: whatever the version, the coordinates and the axis, the pose that arrives is the same.
struct Way {
  Version version;
  bool is_local;
  UpAxis up;
  bool is_multicast;
};

class EveryWay : public testing::TestWithParam<Way> {};

std::string way_name(const testing::TestParamInfo<Way>& info) {
  return "NatNet" + std::to_string(info.param.version.major) + "_" + std::to_string(info.param.version.minor) +
         (info.param.is_local ? "Local" : "Global") + (info.param.up == UpAxis::kY ? "Y" : "Z") +
         (info.param.is_multicast ? "Multicast" : "Unicast");
}

INSTANTIATE_TEST_SUITE_P(Natnet, EveryWay,
                         testing::Values(Way{{2, 5}, true, UpAxis::kY, false}, Way{{2, 7}, false, UpAxis::kY, false},
                                         Way{{2, 9}, true, UpAxis::kY, false}, Way{{2, 9}, false, UpAxis::kZ, true},
                                         Way{{3, 0}, true, UpAxis::kZ, false}, Way{{3, 0}, false, UpAxis::kY, true},
                                         Way{{4, 0}, true, UpAxis::kY, false}, Way{{4, 0}, false, UpAxis::kZ, false},
                                         Way{{4, 1}, true, UpAxis::kY, true}, Way{{4, 1}, false, UpAxis::kY, false},
                                         Way{{4, 2}, true, UpAxis::kZ, true}, Way{{4, 2}, false, UpAxis::kY, false}),
                         way_name);

TEST_P(EveryWay, GivesTheSamePose) {
  sim::SimOptions options = two_performers();
  options.version = GetParam().version;
  options.is_local = GetParam().is_local;
  options.up_axis = GetParam().up;
  options.is_multicast = GetParam().is_multicast;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  ASSERT_TRUE(loopback.until_frames(20));
  expect_pose_of_scene(loopback.sink.frame, *loopback.sink.descriptions, options);
  // The status is told once a second; the one of the first frame may come before the coordinates are known.
  const auto coordinates = options.is_local ? mocap::Coordinates::kLocal : mocap::Coordinates::kGlobal;
  ASSERT_TRUE(loopback.until(
      [&] { return loopback.sink.status.state == SourceState::kStreaming && loopback.sink.status.coordinates == coordinates; }));
  EXPECT_EQ(loopback.sink.status.counters.bad_packets, 0U);
  EXPECT_EQ(loopback.sink.status.counters.bad_values, 0U);
  EXPECT_EQ(loopback.sink.descriptions->skeletons[0].bones.size(), 51U);
  EXPECT_EQ(loopback.sink.descriptions->skeletons[0].name, "Performer_1");
  EXPECT_EQ(loopback.sink.descriptions->rigid_bodies.size(), 2U);  // a prop and the sitter's chair
  EXPECT_EQ(loopback.sink.frame.rigid_bodies.size(), 2U);
}

TEST(Client, SettingOfCoordinatesMayChangeWhileStreaming) {
  const sim::SimOptions options = two_performers();
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  for (const bool is_local : {false, true, false}) {
    loopback.server().set_local(is_local);
    ASSERT_TRUE(loopback.until_frames(30));
    expect_pose_of_scene(loopback.sink.frame, *loopback.sink.descriptions, options);
  }
}

// A client that asks for a layout gets it, and keeps the poses right over the change.
TEST(Client, NegotiatesAVersion) {
  for (const Version wish : {Version{3, 0}, Version{4, 0}, Version{4, 1}}) {
    sim::SimOptions options = two_performers();
    options.version = {4, 2};
    Loopback loopback(options);
    ClientOptions client;
    client.bitstream = wish;
    loopback.connect(client);
    ASSERT_TRUE(loopback.until_skeletons()) << to_string(wish);
    ASSERT_TRUE(loopback.until_frames(20));
    expect_pose_of_scene(loopback.sink.frame, *loopback.sink.descriptions, options);
    EXPECT_THAT(loopback.sink.status.server, testing::HasSubstr("NatNet " + to_string(wish)));
    EXPECT_EQ(loopback.sink.status.counters.bad_packets, 0U);
  }
}

// B37: a version that is not known yet is read by its byte counts, and asked to be the newest that is known.
TEST(Client, NewerServerIsRead) {
  sim::SimOptions options = two_performers();
  options.version = {4, 2};
  options.announced = Version{4, 5};
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  ASSERT_TRUE(loopback.until_frames(20));
  expect_pose_of_scene(loopback.sink.frame, *loopback.sink.descriptions, options);
}

// B37: a server that sends another layout than it announces is no junk on the screen: nothing is handed on, and it is said.
TEST(Client, WrongLayoutIsRefusedAndSaid) {
  for (const auto& [announced, code] :
       {std::pair{Version{3, 0}, "layout-mismatch"}, std::pair{Version{2, 0}, "version-too-old"}}) {
    sim::SimOptions options = two_performers();
    options.announced = announced;
    Loopback loopback(options);
    loopback.connect();
    ASSERT_TRUE(loopback.until([&, wanted = code] { return loopback.sink.status.code == wanted; })) << code;
    ASSERT_TRUE(loopback.until(
        [&, made = loopback.server().counters().frames] { return loopback.server().counters().frames > made + 300; }));
    EXPECT_EQ(loopback.sink.frames, 0U);
    EXPECT_EQ(loopback.sink.status.code, code) << "it does not come and go";
    EXPECT_EQ(loopback.sink.status.counters.reconnections, 0U);
    EXPECT_GT(loopback.sink.status.counters.bad_packets + loopback.sink.status.counters.undecodable, 100U);
  }
}

TEST(Client, LossDisorderAndDuplicatesAreCountedAndNeverGoBack) {
  const char* is_long = std::getenv("DOPPEL_LONG");
  const double seconds = is_long != nullptr && std::string_view(is_long) == "1" ? 60.0 : 5.0;
  sim::SimOptions options;
  options.performers = 20;
  options.rate = 240.0;
  options.faults.loss = 0.05;
  options.faults.reorder = 0.05;
  options.faults.duplicate = 0.01;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.frame.skeletons.size() == 20; }));
  std::size_t resident = 0;
  const auto resident_pages = [] {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t pages = 0;
    file >> total >> pages;
    return pages;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const auto warm = std::chrono::steady_clock::now() + std::chrono::duration<double>(0.3 * seconds);
  run_until(
      loopback.context(),
      [&] {
        const auto now = std::chrono::steady_clock::now();
        if (resident == 0 && now > warm) resident = resident_pages();
        return now > end;
      },
      seconds + 10.0);
  const mocap::SourceCounters& counters = loopback.sink.status.counters;
  const std::uint64_t sent = loopback.server().counters().frames;
  // Shares of what was sent, with room for chance and for a machine that is busy with other things.
  EXPECT_GT(loopback.sink.frames, sent / 2);
  EXPECT_GT(counters.lost, sent / 100);
  EXPECT_GT(counters.late, sent / 200);
  EXPECT_GT(counters.duplicates, 0U);
  EXPECT_EQ(counters.bad_packets, 0U);
  EXPECT_EQ(counters.bad_values, 0U);
  EXPECT_EQ(loopback.sink.frame.epoch, 1U) << "disorder is no restart";
  const std::size_t room = 2048 + doppel::test::kFreedKept / 4096;
  EXPECT_LT(resident_pages(), resident + room) << "8 MB more than after the first third";
}

TEST(Client, CutDatagramsAreCountedAndTheStreamGoesOn) {
  sim::SimOptions options = two_performers();
  options.faults.truncate = 0.3;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  ASSERT_TRUE(loopback.until_frames(200));
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.status.counters.bad_packets > 20; }));
  EXPECT_EQ(loopback.sink.status.counters.bad_values, 0U);
}

TEST(Client, RoughServerIsUnderstood) {
  sim::SimOptions options = two_performers();
  options.faults.is_rough = true;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  mocap::Frame before = loopback.sink.frame;
  loopback.sink.each_frame = [&](const mocap::Frame& frame) {
    // The sender's quaternions change sign at random; the ones handed on do not.
    for (std::size_t i = 0; i < frame.skeletons.size() && frame.epoch == before.epoch; ++i) {
      for (std::size_t bone = 0; bone < frame.skeletons[i].bones.size(); ++bone) {
        float dot = 0.0F;
        for (std::size_t k = 0; k < 4; ++k) {
          dot += frame.skeletons[i].bones[bone].rotation[k] * before.skeletons.at(i).bones.at(bone).rotation[k];
        }
        ASSERT_GT(dot, 0.0F);
      }
    }
    before = frame;
  };
  ASSERT_TRUE(loopback.until_frames(100));
  expect_pose_of_scene(loopback.sink.frame, *loopback.sink.descriptions, options);
  EXPECT_THAT(loopback.sink.status.server, testing::StartsWith("Motive 3.1 at"));
}

TEST(Client, RestartOfTheServerIsANewEpoch) {
  Loopback loopback(two_performers());
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  ASSERT_TRUE(loopback.until_frames(400));
  const std::int32_t number = loopback.sink.frame.number;
  loopback.server().restart();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.frame.epoch == 2; }));
  EXPECT_LT(loopback.sink.frame.number, number);
  ASSERT_TRUE(loopback.until_frames(50));
  EXPECT_EQ(loopback.sink.frame.epoch, 2U);
  EXPECT_FALSE(loopback.sink.frame.skeletons.empty());
}

TEST(Client, ListChangesAreFollowed) {
  Loopback loopback(two_performers());
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.descriptions && loopback.sink.descriptions->skeletons.size() == 2; }));
  ASSERT_TRUE(loopback.until_frames(10));
  loopback.server().change_list();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.descriptions->skeletons.size() == 1; }));
  ASSERT_TRUE(loopback.until_frames(10));
  EXPECT_EQ(loopback.sink.frame.skeletons.size(), 1U);
  loopback.server().change_list();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.descriptions->skeletons.size() == 2; }));
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.frame.skeletons.size() == 2; }));
}

// B38: skeletons come without a description.
TEST(Client, SkeletonsThatAreNotDescribedAreSaid) {
  sim::SimOptions options = two_performers();
  options.describes_skeletons = false;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.has_code("skeleton-not-described"); }));
  EXPECT_THAT(loopback.sink.status.undescribed_skeletons, testing::ElementsAre(1, 2));
  EXPECT_FALSE(loopback.sink.frame.rigid_bodies.empty()) << "rigid bodies are there all the same";
  EXPECT_TRUE(loopback.sink.frame.skeletons.empty());
}

// B38: described, and switched off in the streaming settings.
TEST(Client, SkeletonsThatAreNotStreamedAreSaidByName) {
  sim::SimOptions options = two_performers();
  options.sends_skeletons = false;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.has_code("skeleton-not-streamed"); }));
  EXPECT_THAT(loopback.sink.status.absent_skeletons, testing::ElementsAre(1, 2));
  EXPECT_THAT(loopback.sink.status.message, testing::HasSubstr("Performer_1, Performer_2"));
}

TEST(Client, EmptyStageIsSaid) {
  sim::SimOptions options;
  options.performers = options.props = 0;
  Loopback loopback(options);
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.has_code("nothing-tracked"); }));
}

TEST(Client, ServerThatComesLaterIsFound) {
  Loopback loopback(two_performers());
  boost::asio::io_context& context = loopback.context();
  CollectingSink sink;
  // A port that is free for the moment: of a server that is stopped.
  std::uint16_t port = 0;
  {
    sim::SimOptions options = two_performers();
    options.command_port = options.data_port = 0;
    sim::Server gone(options);
    gone.start(context);
    port = gone.command_port();
  }
  ClientOptions options;
  options.server = "127.0.0.1";
  options.command_port = port;
  Client client(options);
  client.start(context, sink);
  ASSERT_TRUE(run_until(context, [&] { return sink.has_code("no-answer"); }));
  EXPECT_EQ(sink.status.state, SourceState::kConnecting);
  sim::SimOptions late = two_performers();
  late.command_port = port;
  late.data_port = 0;
  sim::Server server(late);
  server.start(context);
  ASSERT_TRUE(run_until(context, [&] { return !sink.frame.skeletons.empty(); }));
  ASSERT_TRUE(run_until(context, [&] { return sink.status.state == SourceState::kStreaming; }));
  // ... and again, after it was killed and another came in its place, of another version.
  server.stop();
  ASSERT_TRUE(run_until(context, [&] { return sink.status.state != SourceState::kStreaming; }));
  late.version = {3, 0};
  late.performers = 1;
  sim::Server next(late);
  next.start(context);
  ASSERT_TRUE(run_until(context, [&] { return sink.frame.skeletons.size() == 1; }));
  ASSERT_TRUE(run_until(context, [&] { return sink.status.state == SourceState::kStreaming; }));
  EXPECT_THAT(sink.status.server, testing::HasSubstr("NatNet 3.0"));
  EXPECT_EQ(sink.frame.epoch, 2U);
  client.stop();
  next.stop();
}

TEST(Client, NothingIsHandedOnAfterStop) {
  Loopback loopback(two_performers());
  loopback.connect();
  ASSERT_TRUE(loopback.until_skeletons());
  ASSERT_EQ(loopback.server().counters().clients, 1U);
  loopback.client().stop();
  const std::uint64_t frames = loopback.sink.frames;
  // The server is told, and forgets the client.
  ASSERT_TRUE(loopback.until([&] { return loopback.server().counters().clients == 0; }));
  EXPECT_EQ(loopback.sink.frames, frames);
  loopback.client().stop();
}

TEST(Client, ClockOfTheServerIsFoundByEcho) {
  Loopback loopback(two_performers());
  loopback.connect();
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.status.clock_error >= 0.0; }));
  ASSERT_TRUE(loopback.until_frames(100));
  // The simulator stamps the exposure 5.5 ms before it sends.
  const double behind = loopback.sink.frame.received_at - loopback.sink.frame.captured_at;
  EXPECT_GT(behind, 0.004);
  EXPECT_LT(behind, 1.0);
}

std::string error_of(const ClientOptions& options) {
  boost::asio::io_context context;
  CollectingSink sink;
  Client client(options);
  try {
    client.start(context, sink);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Client, WrongAddressesAreRefusedPlainly) {
  ClientOptions options;
  options.server = "motive.local";
  EXPECT_THAT(error_of(options), testing::HasSubstr("server 'motive.local' is not an IPv4 address"));
  options.server = "127.0.0.1";
  options.interface_address = "203.0.113.7";
  EXPECT_THAT(error_of(options), testing::HasSubstr("interface 203.0.113.7 is not one of this machine's"));
  options.interface_address = "127.0.0.1";
  options.multicast_group = "192.168.0.5";  // pitfall 11: the computer's address in place of the group's
  EXPECT_THAT(error_of(options), testing::HasSubstr("224.0.0.0 to 239.255.255.255"));
}

TEST(Client, DiscoveryFindsAServerOnThisMachine) {
  sim::SimOptions options = two_performers();
  Loopback loopback(options);
  ClientOptions client;
  client.interface_address = "127.0.0.1";
  client.command_port = loopback.server().command_port();
  Client finder(client);
  CollectingSink sink;
  finder.start(loopback.context(), sink);
  ASSERT_TRUE(run_until(loopback.context(), [&] { return !sink.frame.skeletons.empty(); }));
  finder.stop();
}

// The port for frames was another program's when the client came: it is tried again until it is free.
TEST(Client, ADataPortThatIsTakenIsTriedAgain) {
  sim::SimOptions simulated = two_performers();
  simulated.is_multicast = true;
  Loopback loopback(simulated);
  namespace udp = boost::asio::ip;
  // Without sharing: nobody else can bind it.
  udp::udp::socket taken(loopback.context(), udp::udp::endpoint(udp::udp::v4(), 0));
  const std::uint16_t port = taken.local_endpoint().port();
  ClientOptions options;
  options.data_port = port;
  loopback.connect(options);
  ASSERT_TRUE(loopback.until([&] { return loopback.sink.descriptions != nullptr; }));
  EXPECT_EQ(loopback.sink.frames, 0U);
  taken.close();
  // The simulator's frames go to its own port, so one is sent here by hand until it is taken.
  sim::Scene scene(simulated);
  FrameData data;
  std::vector<std::uint8_t> datagram;
  udp::udp::socket sender(loopback.context(), udp::udp::endpoint(udp::address_v4::loopback(), 0));
  int number = 0;
  EXPECT_TRUE(loopback.until([&] {
    scene.frame(++number, data);
    EXPECT_TRUE(encode_frame(data, simulated.version, datagram));
    boost::system::error_code error;
    sender.send_to(boost::asio::buffer(datagram), {udp::address_v4::loopback(), port}, 0, error);
    return loopback.sink.frames > 0;
  }));
}

// A few frames that waited are all for viewers; where many wait, the newest alone is, whatever comes behind it.
TEST(Client, OfManyFramesThatWaitOnlyTheNewestIsForViewers) {
  boost::asio::io_context context(1);
  test::ScriptedServer server(context);
  ClientOptions options;
  options.server = "127.0.0.1";
  options.command_port = server.port();
  options.transport = Transport::kUnicast;
  Client client(options);
  CollectingSink sink;
  std::vector<bool> marks;
  client.start(context, sink);
  int number = 0;
  const auto send = [&](int count) {
    for (int i = 0; i < count; ++i) {
      ++number;
      server.send_frame(number, 100.0 + number / 240.0);
    }
  };
  ASSERT_TRUE(run_until(context, [&] {
    if (server.has_client()) send(1);
    return !sink.frame.skeletons.empty();
  }));
  context.poll();
  sink.each_frame = [&](const mocap::Frame& frame) { marks.push_back(frame.is_overtaken); };
  for (const std::size_t count : {std::size_t{5}, UdpPort::kMostAtOnce + 4}) {
    marks.clear();
    send(static_cast<int>(count));
    server.send_message(make_text(MessageId::kMessageString, "behind them"));
    ASSERT_TRUE(run_until(context, [&] { return marks.size() >= count; }));
    const auto overtaken = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), true));
    if (count < UdpPort::kMostAtOnce) {
      EXPECT_EQ(overtaken, 0U);
    } else {
      // All but one of those that are taken at once, among which there may be answers of the server.
      EXPECT_GE(overtaken, UdpPort::kMostAtOnce - 4);
      EXPECT_LE(overtaken, UdpPort::kMostAtOnce - 1);
    }
    EXPECT_FALSE(marks.back());
  }
  client.stop();
}

}  // namespace
}  // namespace doppel::natnet
