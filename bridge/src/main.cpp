// `doppel-bridge`: puts source, recorder and server together, and ends cleanly on SIGINT and SIGTERM.
// It is the composition root and nothing else.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cstdio>
#include <exception>
#include <memory>

#include "base/error.hpp"
#include "base/version.hpp"
#include "natnet/client.hpp"
#include "options.hpp"
#include "server/server.hpp"
#include "source/replay.hpp"
#include "source/sim_source.hpp"

namespace doppel {
namespace {

/// One handle for each client, and some.
void raise_file_limit(std::size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

void set_up_log(const std::string& level) {
  // Standard output has the address alone, for scripts.
  spdlog::set_default_logger(spdlog::stderr_color_mt("bridge"));
  spdlog::set_pattern("%H:%M:%S.%e %^%l%$ %v");
  spdlog::set_level(spdlog::level::from_str(level));
}

std::unique_ptr<mocap::Source> make_source(const BridgeOptions& options, server::Server& server) {
  if (options.server.source == "natnet") return std::make_unique<natnet::Client>(options.natnet);
  if (options.server.source == "sim") return std::make_unique<source::SimSource>(options.sim);
  if (options.server.source != "replay") return nullptr;
  auto replay = source::make_replay_source(options.replay);
  server.set_replay(replay.get());
  return replay;
}

int run(BridgeOptions options) {
  raise_file_limit(options.server.most_clients + options.server.most_connections + 64);
  // One thread does everything: the loop needs no locks.
  boost::asio::io_context context(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE);
  boost::asio::signal_set signals(context, SIGINT, SIGTERM);
  server::Server server(context, options.server);
  const std::unique_ptr<mocap::Source> source = make_source(options, server);
  if (source) source->start(context, server.sink());
  // After the source: where that cannot be used, no empty take is left behind.
  if (!options.record.empty()) server.record_to(options.record);
  server.start();

  signals.async_wait([&](const boost::system::error_code& error, int signal) {
    if (error) return;
    spdlog::info("{}: ending", signal == SIGINT ? "SIGINT" : "SIGTERM");
    // From here a second signal ends the program at once, whatever it waits for.
    boost::system::error_code ignored;
    signals.clear(ignored);
    if (source) source->stop();
    server.stop();
  });
  std::printf("%s\n", server.url().c_str());
  std::fflush(stdout);
  spdlog::info("doppel-bridge {}, source {}: open {}", version(), options.server.source, server.url());
  context.run();
  return exit_code::kDone;
}

}  // namespace
}  // namespace doppel

int main(int argc, char** argv) {
  try {
    doppel::BridgeOptions options;
    const int code = doppel::parse_options(argc, argv, options);
    if (code >= 0) return code;
    doppel::set_up_log(options.log_level);
    return doppel::run(std::move(options));
  } catch (const doppel::Error& error) {
    std::fprintf(stderr, "doppel-bridge: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "doppel-bridge: a fault of its own: %s\n", error.what());
  }
  return doppel::exit_code::kFailed;
}
