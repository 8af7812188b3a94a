// Options of the NatNet client and of the simulator for a command line or configuration file.
// It only declares them: who parses owns the program's name, its other options and its exit codes.
#pragma once

#include "natnet/client_options.hpp"
#include "sim/options.hpp"

namespace CLI {
class App;
}

namespace doppel::source {

/// `--server`, `--interface`, `--transport` ...; values are written into `options` when the line is parsed.
void add_client_options(CLI::App& app, natnet::ClientOptions& options);

/// `--performers`, `--rate`, `--motion` ...; with `has_ports` also where it listens, for the simulator as a program of its own.
void add_sim_options(CLI::App& app, sim::SimOptions& options, bool has_ports);

}  // namespace doppel::source
