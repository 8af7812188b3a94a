// The simulator as a program of its own, and the client on it: killed and started again, and a client that sleeps (B35).
// Times are limits against hanging, never what is asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <regex>
#include <thread>

#include "collecting_sink.hpp"
#include "natnet/client.hpp"
#include "program/program.hpp"

namespace doppel::program {
namespace {

using doppel::test::CollectingSink;
using doppel::test::run_until;

struct Ports {
  std::uint16_t command = 0;
  std::uint16_t data = 0;
};

Ports ports_of(Program& program) {
  const std::string line = program.read_line();
  std::smatch match;
  EXPECT_TRUE(std::regex_match(line, match, std::regex("streaming NatNet .* command port (\\d+), data port (\\d+), unicast")))
      << line;
  if (match.size() < 3) return {};
  return {static_cast<std::uint16_t>(std::stoi(match[1])), static_cast<std::uint16_t>(std::stoi(match[2]))};
}

natnet::ClientOptions client_for(const Ports& ports) {
  natnet::ClientOptions options;
  options.server = "127.0.0.1";
  options.command_port = ports.command;
  return options;
}

TEST(NatnetSim, KilledAndStartedAgainItIsFoundAgain) {
  boost::asio::io_context context(1);
  CollectingSink sink;
  Ports ports;
  std::unique_ptr<natnet::Client> client;
  {
    Program first({"--command-port", "0", "--data-port", "0", "--rate", "240"}, false, DOPPEL_NATNET_SIM_PROGRAM);
    ports = ports_of(first);
    client = std::make_unique<natnet::Client>(client_for(ports));
    client->start(context, sink);
    ASSERT_TRUE(run_until(context, [&] { return sink.frames > 300 && !sink.frame.skeletons.empty(); }));
    first.signal(SIGKILL);
    EXPECT_EQ(first.wait(), 128 + SIGKILL);
  }
  ASSERT_TRUE(run_until(context, [&] { return sink.status.state != mocap::SourceState::kStreaming; }));
  const std::uint64_t frames = sink.frames;
  Program second({"--command-port", std::to_string(ports.command), "--data-port", "0", "--performers", "3", "--global"}, false,
                 DOPPEL_NATNET_SIM_PROGRAM);
  ports_of(second);
  ASSERT_TRUE(run_until(context, [&] { return sink.frame.skeletons.size() == 3; }));
  EXPECT_EQ(sink.frame.epoch, 2U);
  EXPECT_GT(sink.frames, frames);
  client->stop();
  second.signal(SIGTERM);
  EXPECT_EQ(second.wait(), 0);
}

// While a client sleeps the kernel keeps what fits its buffer and drops the rest. When it wakes it is with the newest frame after
// a few turns of its loop: numbers of the server tell, which sends no more than two frames beyond the last that was handed on.
TEST(NatnetSim, SleepingClientIsUpToDateWhenItWakes) {
  Program program({"--command-port", "0", "--data-port", "0", "--rate", "240", "--performers", "4"}, false,
                  DOPPEL_NATNET_SIM_PROGRAM);
  boost::asio::io_context context(1);
  CollectingSink sink;
  natnet::Client client(client_for(ports_of(program)));
  client.start(context, sink);
  ASSERT_TRUE(run_until(context, [&] { return sink.frames > 20 && sink.status.clock_error >= 0.0; }));
  const std::int32_t before = sink.frame.number;
  std::this_thread::sleep_for(std::chrono::seconds(2));
  // What waited is taken in one turn each of at most 64 datagrams; then every frame that comes is the server's newest.
  ASSERT_TRUE(run_until(context, [&] { return sink.frame.number > before + 450; }));
  const double behind = sink.frame.received_at - sink.frame.captured_at;
  EXPECT_LT(behind, 0.5) << "the frame handed on is one of now, not of the sleep";
  EXPECT_EQ(sink.frame.epoch, 1U);
  client.stop();
}

TEST(NatnetSim, WrongCallsAreRefusedPlainly) {
  Program range({"--performers", "21"}, true, DOPPEL_NATNET_SIM_PROGRAM);
  EXPECT_EQ(range.wait(), 2);
  EXPECT_THAT(range.error_text(), testing::HasSubstr("performers is 21"));
  Program word({"--motion", "swim"}, true, DOPPEL_NATNET_SIM_PROGRAM);
  EXPECT_NE(word.wait(), 0);
  EXPECT_THAT(word.error_text(), testing::HasSubstr("'swim' is none of clap, sit, stand, walk, wave"));
  Program address({"--address", "203.0.113.7"}, true, DOPPEL_NATNET_SIM_PROGRAM);
  EXPECT_EQ(address.wait(), 2);
  EXPECT_THAT(address.error_text(), testing::HasSubstr("203.0.113.7"));
}

}  // namespace
}  // namespace doppel::program
