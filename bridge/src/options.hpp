// What `doppel-bridge` can be told, on the command line or in a file.
// It opens nothing: whether an address or a file can be used is found when it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "natnet/client_options.hpp"
#include "server/server.hpp"
#include "sim/options.hpp"
#include "source/replay.hpp"

namespace doppel {

struct BridgeOptions {
  server::ServerOptions server;
  natnet::ClientOptions natnet;
  sim::SimOptions sim;
  source::ReplayOptions replay;
  std::filesystem::path record;
  /// `trace`, `debug`, `info`, `warn`, `error`.
  std::string log_level = "info";
};

/// Exit codes of the program.
namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;  // something could not be used: the port, an interface, a file
inline constexpr int kUsage = 2;   // the call was wrong
}  // namespace exit_code

/// Reads the command line and the file that it names. Returns -1 where the program is to run, else the exit code with which it
/// is to end (help, version, a wrong call; the text is already printed).
int parse_options(int argc, const char* const* argv, BridgeOptions& options);

}  // namespace doppel
