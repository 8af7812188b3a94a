// The commands that a simulated server understands, besides those about the bitstream, which are a matter of each client.
// It answers with whole datagrams and may change the scene's settings.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/scene.hpp"

namespace doppel::sim {

struct Answer {
  std::vector<std::uint8_t> datagram;
  /// The descriptions are others now: the next frame has to say so.
  bool changes_models = false;
};

/// `text` of a REQUEST. UNRECOGNIZED_REQUEST for what it does not know.
Answer answer_command(std::string_view text, double rate, Scene& scene);

}  // namespace doppel::sim
