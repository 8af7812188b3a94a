// What the simulator can be told. Plain data; the command line and tests fill it.
// Every default is a plausible Motive: unicast, 4.1, local coordinates, two spine bones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "natnet/axes.hpp"
#include "natnet/client_options.hpp"
#include "natnet/version.hpp"
#include "sim/motion.hpp"
#include "sim/skeleton.hpp"

namespace doppel::sim {

inline constexpr int kMostPerformers = 20;
inline constexpr double kSlowestRate = 30.0;
inline constexpr double kFastestRate = 360.0;

/// What a bad network and a rough server do; probabilities per frame, 0..1.
struct Faults {
  double loss = 0.0;
  double reorder = 0.0;  // the frame comes two to three frames late
  double duplicate = 0.0;
  double truncate = 0.0;  // the datagram is cut off
  double jitter = 0.0;    // seconds, the most by which a frame is late
  /// Left-over memory behind the server's name, quaternions of changing sign, a description of an unknown type, names that are no
  /// UTF-8.
  bool is_rough = false;
  /// Seconds between restarts (number and clock go back, clients are forgotten); 0: none.
  double restart_every = 0.0;
  /// Seconds between changes of the list of skeletons (the last one goes, or comes back); 0: none.
  double change_every = 0.0;
  std::uint32_t seed = 1;
};

struct SimOptions {
  int performers = 1;   // 1..20
  double rate = 120.0;  // frames a second, 30..360
  /// Taken in turn by the performers; empty: walk, sit, clap, wave.
  std::vector<MotionKind> motions;
  /// Played by every performer instead; empty: procedural.
  std::string bvh;
  SkeletonShape shape;
  int props = 1;    // rigid bodies besides the chairs of sitting performers
  int markers = 0;  // labeled markers per performer, for large frames
  natnet::Version version{4, 1};
  /// What SERVERINFO says instead: a newer number with a layout that is the same, or a lie.
  std::optional<natnet::Version> announced;
  bool is_local = true;  // skeleton coordinates
  natnet::UpAxis up_axis = natnet::UpAxis::kY;
  bool sends_skeletons = true;      // off: described, in no frame
  bool describes_skeletons = true;  // off: in frames, not described (a fault)

  std::string address = "127.0.0.1";
  std::uint16_t command_port = natnet::kCommandPort;  // 0: any free one
  std::uint16_t data_port = natnet::kDataPort;        // 0: any free one
  bool is_multicast = false;
  std::string multicast_group = natnet::kMulticastGroup;
  Faults faults;
};

/// Throws doppel::Error that names the option, its value and its range.
void check(const SimOptions& options);

}  // namespace doppel::sim
