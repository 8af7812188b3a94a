// Fuzzer of everything that reads NatNet datagrams. The first two bytes are the version, the rest is the datagram.
// What is read as good is written again and must be the same bytes; seeds are in corpus/natnet.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "natnet/decode_frame.hpp"
#include "natnet/decode_model_def.hpp"
#include "natnet/encode.hpp"
#include "natnet/handshake.hpp"
#include "natnet/message.hpp"

namespace {

using namespace doppel::natnet;

void must_be(bool holds) {
  if (!holds) std::abort();
}

void check_same(Bytes payload, const std::vector<std::uint8_t>& datagram) {
  must_be(datagram.size() == payload.size() + kHeaderSize);
  must_be(std::equal(payload.begin(), payload.end(), datagram.begin() + kHeaderSize));
}

/// Bones that stay in the payload are as many, and what stands there is what was read.
void check_packed(Bytes payload, const Version& version, const FrameReport& report, const FrameData& frame) {
  static FrameData packed;
  const FrameReport other = decode_frame(payload, version, packed, BoneForm::kPacked);
  must_be(other.result == report.result && other.bad_sections == report.bad_sections);
  if (report.result == FrameResult::kBad) return;
  must_be(packed.skeletons.size() == frame.skeletons.size());
  for (std::size_t i = 0; i < frame.skeletons.size(); ++i) {
    const SkeletonData& kept = packed.skeletons[i];
    const std::vector<BodyData>& bones = frame.skeletons[i].bones;
    must_be(kept.id == frame.skeletons[i].id);
    must_be(kept.packed.size() / kPlainBodySize + kept.bones.size() == bones.size());
    if (kept.packed.empty()) continue;
    BodyData bone;
    read_plain_body(kept.packed.data() + kept.packed.size() - kPlainBodySize, bone);
    must_be(bone.id == bones.back().id && bone.params == bones.back().params);
  }
}

void run_frame(Bytes payload, const Version& version) {
  static FrameData frame;
  static std::vector<std::uint8_t> datagram;
  const FrameReport report = decode_frame(payload, version, frame);
  if (report.result != FrameResult::kNoLayout) check_packed(payload, version, report, frame);
  // Plates and devices may have been read one with and one without params, which no encoder writes.
  if (report.result != FrameResult::kGood || frame.has_analog_params) return;
  must_be(encode_frame(frame, version, datagram));
  // What a newer version has put behind each item was stepped over, and no encoder knows it.
  if (version > kNewestVersion && datagram.size() < payload.size() + kHeaderSize) return;
  check_same(payload, datagram);
}

void run_model_def(Bytes payload, const Version& version) {
  static ModelDef model_def;
  static std::vector<std::uint8_t> datagram;
  const ModelDefReport report = decode_model_def(payload, version, model_def);
  if (!report.is_complete || version > kNewestVersion) return;
  must_be(encode_model_def(model_def, version, datagram));
  check_same(payload, datagram);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const Version version{data[0], data[1]};
  const Bytes datagram(data + 2, size - 2);
  const std::optional<Message> message = read_message(datagram);
  if (!message) return 0;
  switch (message->id) {
    case MessageId::kFrame: run_frame(message->payload, version); break;
    case MessageId::kModelDef: run_model_def(message->payload, version); break;
    case MessageId::kServerInfo: read_server_info(message->payload); break;
    case MessageId::kConnect:
    case MessageId::kDiscovery: read_connect(message->payload); break;
    case MessageId::kEchoRequest: read_echo_request(message->payload); break;
    case MessageId::kEchoResponse: read_echo_response(message->payload); break;
    default: read_text(message->payload); break;
  }
  return 0;
}
