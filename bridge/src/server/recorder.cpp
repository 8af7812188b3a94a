// Puts what the hub streams into the take's chunks.
// Frames before the first descriptions are not worth keeping and are left out.
#include "server/recorder.hpp"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "base/version.hpp"
#include "protocol/mocap_frame.hpp"
#include "server/clock.hpp"

namespace doppel::server {

namespace {

std::string info_text(std::string_view source) {
  const nlohmann::ordered_json json{{"source", source}, {"bridge", version()}, {"started", BridgeClock().now()}};
  return json.dump();
}

}  // namespace

Recorder::Recorder(const std::filesystem::path& file, std::string_view source) : writer_(file, info_text(source)) {}

void Recorder::on_descriptions_text(std::string_view text) {
  is_described_ = true;
  writer_.add_descriptions(text);
  check();
}

void Recorder::on_frame_bytes(std::span<const std::uint8_t> bytes) {
  protocol::FrameHeader header;
  const std::uint64_t before = writer_.frame_count();
  if (!has_failed_ && is_described_ && protocol::decode_header(bytes, header) == protocol::FrameFault::kNone) {
    writer_.add_frame(bytes, header.capture_time);
  }
  if (writer_.frame_count() == before) {
    ++dropped_;
    return;
  }
  if (before == 0) first_time_ = header.capture_time;
  last_time_ = header.capture_time;
  check();
}

void Recorder::check() {
  if (has_failed_ || writer_.is_good()) return;
  has_failed_ = true;
  spdlog::error("{} cannot be written any further: the recording ends here, the stream goes on", file().string());
}

}  // namespace doppel::server
