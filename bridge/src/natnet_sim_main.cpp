// doppel-natnet-sim: the simulated NatNet server as a program, for testing clients, Doppel's or others.
// It listens on loopback unless told otherwise, and ends by SIGINT or SIGTERM.
#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>

#include "sim/server.hpp"
#include "source/command_line.hpp"

namespace {

void stream(const doppel::sim::SimOptions& options, double seconds) {
  boost::asio::io_context context(1);
  doppel::sim::Server server(options);
  server.start(context);
  boost::asio::signal_set signals(context, SIGINT, SIGTERM);
  boost::asio::steady_timer end(context);
  const auto stop = [&] {
    server.stop();
    end.cancel();
    signals.cancel();
  };
  signals.async_wait([&](const boost::system::error_code& error, int) {
    if (!error) stop();
  });
  if (seconds > 0.0) {
    end.expires_after(std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1.0e6)));
    end.async_wait([&](const boost::system::error_code& error) {
      if (!error) stop();
    });
  }
  // On standard output and at once: other programs wait for this line.
  std::printf("streaming NatNet %s from %s, command port %u, data port %u, %s\n",
              doppel::natnet::to_string(options.version).c_str(), options.address.c_str(), server.command_port(),
              server.data_port(), options.is_multicast ? "multicast" : "unicast");
  std::fflush(stdout);
  context.run();
}

int run(int argc, char** argv) {
  doppel::sim::SimOptions options;
  double seconds = 0.0;
  CLI::App app{"A simulated OptiTrack Motive: streams performers and props over NatNet."};
  app.set_version_flag("--version", DOPPEL_VERSION);
  app.set_config("--config", "", "Options from a file");
  app.add_option("--seconds", seconds, "End after so many seconds; 0: never");
  doppel::source::add_sim_options(app, options, true);
  CLI11_PARSE(app, argc, argv);
  stream(options, seconds);
  return 0;
}

}  // namespace

/// 0: ended as asked; 2: an option or address cannot work; CLI11's own codes for a line that cannot be read.
int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "doppel-natnet-sim: %s\n", error.what());
    return 2;
  }
}
