// Fuzzer of the stream's binary messages and of the text messages: what is taken must be finite and come back the same.
// Seeds are in corpus/mocap_frame; the first byte chooses the parser.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "mocap_fixtures.hpp"
#include "protocol/face_frame.hpp"
#include "protocol/mocap_frame.hpp"
#include "protocol/mocap_messages.hpp"

namespace {

using namespace doppel;

void read_frame(std::span<const std::uint8_t> bytes) {
  static const mocap::Descriptions descriptions = fixtures::make_descriptions(2, 3, 1, 7);
  protocol::FrameHeader header;
  mocap::Frame frame;
  if (protocol::decode_frame(bytes, descriptions, header, frame) != protocol::FrameFault::kNone) return;
  for (const auto& skeleton : frame.skeletons) {
    for (const auto& bone : skeleton.bones) {
      for (const float value : bone.position) {
        if (!std::isfinite(value)) std::abort();
      }
    }
  }
  std::vector<std::uint8_t> again;
  protocol::encode_frame(frame, descriptions, {header.sequence, 0.0, header.send_time, header.is_discontinuity}, again);
  if (protocol::decode_frame(again, descriptions, header, frame) != protocol::FrameFault::kNone) std::abort();
}

void read_face(std::span<const std::uint8_t> bytes) {
  if (protocol::check_face_frame(bytes) != protocol::FaceFault::kNone) return;
  if (bytes.size() < protocol::kFaceHeaderBytes || bytes[0] != protocol::kFaceKind) std::abort();
}

void read_text(std::string_view text) {
  std::string fault;
  if (const auto descriptions = protocol::parse_descriptions(text, fault)) {
    if (!protocol::parse_descriptions(protocol::descriptions_message(*descriptions), fault)) std::abort();
  }
  protocol::parse_mocap_request(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  if (data[0] & 1)
    read_frame({data, size});
  else if (data[0] == protocol::kFaceKind)
    read_face({data, size});
  else
    read_text({reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
