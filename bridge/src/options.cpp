// The options by name, with their help and their checks.
// Defaults stand in the structs that the options fill.
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <random>

#include "base/version.hpp"
#include "server/access.hpp"
#include "server/request_target.hpp"
#include "source/command_line.hpp"

namespace doppel {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFooter = R"(Examples:
  doppel-bridge                                 finds Motive, serves http://127.0.0.1:64212/
  doppel-bridge --source sim                    a simulated studio, no cameras needed
  doppel-bridge --record take.dtake             records what is streamed
  doppel-bridge --source replay --file take.dtake
  doppel-bridge --listen 192.168.1.20 --token random    for other machines of the network

Exit codes: 0 done, 1 something could not be used (port, interface, file), 2 the call was wrong.)";

/// The built page beside the program (as installed, or in a checkout), empty where there is none.
fs::path find_page() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& folder :
       {program.parent_path() / "../share/doppel/page", program.parent_path() / "../../../dist", fs::path("dist")}) {
    if (fs::exists(folder / "index.html", error)) return fs::weakly_canonical(folder, error);
  }
  return {};
}

/// Where scene and assets are kept: what the system's service manager says, else the user's own place.
fs::path find_data() {
  for (const auto& [name, below] :
       {std::pair("STATE_DIRECTORY", ""), std::pair("XDG_STATE_HOME", "doppel"), std::pair("HOME", ".local/state/doppel")}) {
    const char* value = std::getenv(name);
    if (value && *value) return *below ? fs::path(value) / below : fs::path(value);
  }
  return {};
}

std::string random_token() {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
  std::random_device device;
  std::string token;
  for (int i = 0; i < 24; ++i) token += kLetters[std::uniform_int_distribution<std::size_t>(0, kLetters.size() - 1)(device)];
  return token;
}

void add_server_options(CLI::App& app, BridgeOptions& options) {
  server::ServerOptions& server = options.server;
  app.add_option("--listen", server.address, "IP address to listen on; another than loopback needs --token")
      ->capture_default_str();
  app.add_option("--port", server.port, "port of page, stream and remote control; 0 takes a free one")->capture_default_str();
  app.add_option("--token", server.token, "access token, 8 to 128 of A-Z a-z 0-9 - . _ ~; 'random' makes one");
  app.add_option("--address-query", server.address_query, "for the page, added to the printed address: avatars=10");
  app.add_option("--allow-origin", server.origins, "further origins whose pages may connect, as https://studio.example");
  app.add_option("--allow-host", server.hosts, "further names under which this machine is reached");
  app.add_option("--page", server.page, "folder of the built page");
  app.add_option("--data", server.data, "folder for the shared scene, assets and takes; '' keeps nothing");
  app.add_option("--max-clients", server.most_clients, "WebSocket clients at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  app.add_option("--max-connections", server.most_connections, "connections that are no WebSocket, at a time")
      ->capture_default_str()
      ->check(CLI::Range(4, 10000));
  app.add_option("--max-asset", server.assets.largest_file, "size of the largest asset, as 256MB")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--max-assets", server.assets.all_files, "size of all assets")->transform(CLI::AsSizeValue(false));
  app.add_option("--max-take", server.recordings.largest_take, "size at which a recording ends, as 16GB")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--keep-free", server.recordings.free_space, "what a recording leaves free on the disk, as 1GB")
      ->transform(CLI::AsSizeValue(false));
}

void add_source_options(CLI::App& app, BridgeOptions& options) {
  app.add_option("--source", options.server.source, "where frames come from")
      ->capture_default_str()
      ->check(CLI::IsMember({"natnet", "sim", "replay", "none"}));
  app.add_option("--file", options.replay.file, "the take to replay (.dtake)");
  app.add_option("--speed", options.replay.speed, "times the recorded speed")
      ->capture_default_str()
      ->check(CLI::Range(mocap::kSlowestReplay, mocap::kFastestReplay));
  app.add_flag("--loop,!--once", options.replay.loop, "play the take over and over, or once");
  app.add_option("--record", options.record, "write what is streamed to this take (.dtake)");
  source::add_client_options(*app.add_option_group("natnet", "With --source natnet"), options.natnet);
  source::add_sim_options(*app.add_option_group("sim", "With --source sim"), options.sim, false);
}

}  // namespace

int parse_options(int argc, const char* const* argv, BridgeOptions& options) {
  CLI::App app("Doppel's bridge: motion capture to web pages. Prints the address to open.", "doppel-bridge");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string(version()));
  app.set_config("--config", "", "file with options, one 'name = value' a line; the command line wins");
  app.add_option("--log", options.log_level, "trace, debug, info, warn or error")
      ->capture_default_str()
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error"}));
  options.server.source = "natnet";
  options.server.page = find_page();
  options.server.data = find_data();
  add_server_options(app, options);
  add_source_options(app, options);
  try {
    app.parse(argc, argv);
    if (options.server.source == "replay" && options.replay.file.empty())
      throw CLI::ValidationError("--source replay", "needs --file");
    if (options.server.token == "random") options.server.token = random_token();
    if (!options.server.token.empty() && !server::is_valid_token(options.server.token)) {
      throw CLI::ValidationError("--token", "expected 8 to 128 of A-Z a-z 0-9 - . _ ~");
    }
    if (!options.server.address_query.empty() && !server::is_valid_query(options.server.address_query)) {
      throw CLI::ValidationError(
          "--address-query",
          "'" + options.server.address_query +
              "' is no query such as avatars=10&view=output: without '?', spaces as %20, and the token by --token");
    }
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_code::kDone : exit_code::kUsage;
  }
  return -1;
}

}  // namespace doppel
