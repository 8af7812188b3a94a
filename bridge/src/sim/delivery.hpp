// What a bad network does to a stream of frames: drops, doubles, delays and cuts them, by a seeded chance.
// It has no clock of its own: it says when, and the server waits.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "sim/options.hpp"

namespace doppel::sim {

struct Delivery {
  double delay = 0.0;  // seconds after the frame was made
  bool is_cut = false;
};

class Network {
 public:
  explicit Network(const Faults& faults) : faults_(faults), random_(faults.seed) {}

  /// Copies of one frame that arrive: none where it is lost, two where it is doubled. `period` is the time between frames,
  /// seconds.
  std::vector<Delivery> deliver(double period) {
    if (chance(faults_.loss)) return {};
    std::vector<Delivery> copies{make(period)};
    if (chance(faults_.duplicate)) copies.push_back(make(period));
    return copies;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
  bool chance(double share) { return share > 0.0 && uniform() < share; }
  Delivery make(double period) {
    Delivery delivery;
    if (faults_.jitter > 0.0) delivery.delay += uniform() * faults_.jitter;
    if (chance(faults_.reorder)) delivery.delay += (1.5 + 1.5 * uniform()) * period;
    delivery.is_cut = chance(faults_.truncate);
    return delivery;
  }

  Faults faults_;
  std::mt19937 random_;
};

}  // namespace doppel::sim
