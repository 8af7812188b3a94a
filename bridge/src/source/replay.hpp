// A recording as a source: plays a `.dtake` file in its own time, slower or faster, once or over and over.
// No Asio in this header.
#pragma once

#include <filesystem>
#include <memory>

#include "mocap/replay_control.hpp"
#include "mocap/source.hpp"

namespace doppel::source {

struct ReplayOptions {
  std::filesystem::path file;
  /// mocap::kSlowestReplay..mocap::kFastestReplay.
  double speed = 1.0;
  bool loop = true;
};

class ReplaySource : public mocap::Source, public mocap::Replayable {};

/// Opens the file at `start`; throws doppel::Error then.
std::unique_ptr<ReplaySource> make_replay_source(ReplayOptions options);

}  // namespace doppel::source
