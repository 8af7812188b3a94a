// Ranges of the simulator's options.
#include "sim/options.hpp"

#include <string>

#include "base/error.hpp"

namespace doppel::sim {
namespace {

void in_range(const char* name, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw Error(ErrorCode::kInvalidArgument, std::string(name) + " is " + std::to_string(value) + ", it may be " +
                                               std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace

void check(const SimOptions& options) {
  in_range("performers", options.performers, 0, kMostPerformers);
  in_range("rate", options.rate, kSlowestRate, kFastestRate);
  in_range("props", options.props, 0, 50);
  in_range("markers", options.markers, 0, 100);
  in_range("spine bones", options.shape.spine_bones, 1, 7);
  in_range("neck bones", options.shape.neck_bones, 1, 3);
  in_range("height", options.shape.height, 0.5, 3.0);
  for (const double share : {options.faults.loss, options.faults.reorder, options.faults.duplicate, options.faults.truncate}) {
    in_range("a share of frames", share, 0.0, 1.0);
  }
  in_range("jitter", options.faults.jitter, 0.0, 1.0);
  if (options.version < natnet::kOldestVersion || options.version > natnet::kNewestVersion) {
    throw Error(ErrorCode::kInvalidArgument,
                "version " + natnet::to_string(options.version) + " cannot be simulated, 2.5 to 4.2 can");
  }
}

}  // namespace doppel::sim
