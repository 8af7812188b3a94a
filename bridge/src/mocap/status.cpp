// Names of a source's states.
// No behaviour.
#include "mocap/status.hpp"

namespace doppel::mocap {

std::string_view to_string(SourceState state) {
  switch (state) {
    case SourceState::kStopped: return "stopped";
    case SourceState::kSearching: return "searching";
    case SourceState::kConnecting: return "connecting";
    case SourceState::kStreaming: return "streaming";
    case SourceState::kSilent: return "silent";
    case SourceState::kEnded: return "ended";
  }
  return "stopped";
}

std::string_view to_string(Coordinates coordinates) {
  switch (coordinates) {
    case Coordinates::kUnknown: return "unknown";
    case Coordinates::kLocal: return "local";
    case Coordinates::kGlobal: return "global";
  }
  return "unknown";
}

}  // namespace doppel::mocap
