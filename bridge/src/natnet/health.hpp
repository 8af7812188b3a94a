// From what a connection knows of itself to one code and one sentence for the person who waits for skeletons.
// Pure: it reads facts and decides nothing.
#pragma once

#include <string>
#include <vector>

#include "mocap/status.hpp"

namespace doppel::natnet {

struct HealthFacts {
  mocap::SourceState state = mocap::SourceState::kStopped;
  std::string server;       // address and port; empty while searching
  std::string frames_from;  // `239.255.42.99:1511 on 10.0.0.2`, or `10.0.0.2:49152 (unicast)`
  std::string version;      // announced; empty before
  bool is_multicast = false;
  bool is_version_known = true;  // false: older than can be read
  bool layout_fails = false;     // frames come and do not fit the version
  bool has_models = false;
  bool sees_anything = false;  // frames hold something that is described
  std::vector<std::int32_t> undescribed;
  std::vector<std::string> absent;
  bool coordinates_unknown = false;
};

struct Health {
  std::string code;     // kebab-case, stable; empty when all is well
  std::string message;  // English; empty when all is well
};

Health assess(const HealthFacts& facts);

}  // namespace doppel::natnet
