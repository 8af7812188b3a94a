// The most hindering trouble first: each sentence says what is the matter and what would help.
// Codes are what the page translates by.
#include "natnet/health.hpp"

namespace doppel::natnet {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string joined(const std::vector<std::int32_t>& ids) {
  std::string text;
  for (const std::int32_t id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
  return text;
}

Health without_frames(const HealthFacts& facts) {
  if (facts.state == mocap::SourceState::kSearching) {
    return {"no-server",
            "No NatNet server has answered on this network: is streaming on in Motive? Its address can be given with --server."};
  }
  if (facts.state == mocap::SourceState::kConnecting) {
    return {"no-answer", "No answer from " + facts.server +
                             ": is Motive running there with streaming on, and does a firewall let UDP port 1510 through?"};
  }
  const std::string help =
      facts.is_multicast
          ? "the streaming interface in Motive, --interface here, and a firewall for UDP port 1511 are what to look at; "
            "over Wi-Fi take unicast"
          : "a firewall for UDP is what to look at";
  return {"no-frames", "The server answers, but no frame arrives at " + facts.frames_from + ": " + help + "."};
}

}  // namespace

Health assess(const HealthFacts& facts) {
  switch (facts.state) {
    case mocap::SourceState::kStopped:
    case mocap::SourceState::kEnded: return {};
    default: break;
  }
  if (!facts.is_version_known) {
    return {"version-too-old", "The server speaks NatNet " + facts.version + "; 2.5 (Motive 1.5) and newer can be read."};
  }
  if (facts.layout_fails) {
    return {"layout-mismatch",
            "Frames arrive that are not those of NatNet " + facts.version + ", which the server announced; they are dropped."};
  }
  if (facts.state != mocap::SourceState::kStreaming) return without_frames(facts);
  if (!facts.has_models) {
    return {"no-descriptions", "Frames arrive, but the server has not yet described what is in them; it is asked every second."};
  }
  if (!facts.undescribed.empty()) {
    return {"skeleton-not-described", "Skeletons with the ids " + joined(facts.undescribed) +
                                          " are streamed, but the server has not described them; it is asked again."};
  }
  if (!facts.absent.empty()) {
    return {"skeleton-not-streamed",
            joined(facts.absent) +
                ": described, but in no frame. Is the skeleton enabled in Motive, and Skeletons switched on in its "
                "streaming settings?"};
  }
  if (!facts.sees_anything) {
    return {"nothing-tracked",
            "Frames arrive, but nothing in them is tracked: is there a skeleton or rigid body in Motive's live view?"};
  }
  if (facts.coordinates_unknown) {
    return {"coordinates-unknown",
            "It is not yet clear whether skeletons are streamed in local or global coordinates; --coordinates settles it."};
  }
  return {};
}

}  // namespace doppel::natnet
