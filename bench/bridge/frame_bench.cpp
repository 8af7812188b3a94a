// Times what the bridge does with one frame of ten skeletons of 51 bones, step by step: bytes to fields, fields to poses, poses
// to the stream's bytes, and the whole way. It asserts nothing, and has neither sockets nor clients: `npm run bench:bridge` has.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "feeder.hpp"
#include "natnet/assemble.hpp"
#include "natnet/decode_frame.hpp"
#include "natnet/decode_model_def.hpp"
#include "natnet/describe.hpp"
#include "natnet/encode.hpp"
#include "natnet/frame_pipeline.hpp"
#include "natnet/message.hpp"
#include "protocol/mocap_frame.hpp"
#include "server/mocap_hub.hpp"

namespace {

namespace bench = doppel::bench;
namespace mocap = doppel::mocap;
namespace natnet = doppel::natnet;
namespace protocol = doppel::protocol;
namespace server = doppel::server;

/// Frames that differ, as payloads.
constexpr std::int32_t kFrames = 64;

std::vector<std::vector<std::uint8_t>> make_payloads() {
  std::vector<std::vector<std::uint8_t>> payloads;
  natnet::FrameData frame = bench::make_frame();
  for (std::int32_t number = 1; number <= kFrames; ++number) {
    bench::turn(frame, number / 240.0);
    frame.number = number;
    std::vector<std::uint8_t> datagram;
    if (natnet::encode_frame(frame, bench::kVersion, datagram)) {
      payloads.emplace_back(datagram.begin() + natnet::kHeaderSize, datagram.end());
    }
  }
  return payloads;
}

mocap::DescriptionsPointer make_descriptions() {
  auto descriptions = natnet::describe(bench::make_model(), bench::kVersion, natnet::UpAxis::kY).descriptions;
  descriptions.revision = 1;
  return std::make_shared<const mocap::Descriptions>(std::move(descriptions));
}

/// As the bridge does it.
natnet::FrameReport decode_packed(natnet::Bytes payload, natnet::FrameData& frame) {
  return natnet::decode_frame(payload, bench::kVersion, frame, natnet::BoneForm::kPacked);
}

void decode(benchmark::State& state) {
  const auto payloads = make_payloads();
  natnet::FrameData frame;
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(decode_packed(payloads[i++ % kFrames], frame));
}

void assemble(benchmark::State& state) {
  const auto payloads = make_payloads();
  std::vector<natnet::FrameData> frames(kFrames);
  for (std::size_t i = 0; i < kFrames; ++i) decode_packed(payloads[i], frames[i]);
  natnet::FrameAssembler assembler(mocap::Coordinates::kUnknown, natnet::UpAxis::kY);
  assembler.set_descriptions(make_descriptions());
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(assembler.assemble(frames[i++ % kFrames]));
}

void encode(benchmark::State& state) {
  natnet::FrameData data;
  const auto payloads = make_payloads();
  decode_packed(payloads[0], data);
  natnet::FrameAssembler assembler(mocap::Coordinates::kUnknown, natnet::UpAxis::kY);
  const auto descriptions = make_descriptions();
  assembler.set_descriptions(descriptions);
  assembler.assemble(data);
  const protocol::FrameEncoder encoder(*descriptions);
  std::vector<std::uint8_t> bytes;
  for (auto _ : state) {
    bytes.clear();
    encoder.encode(assembler.frame(), {}, bytes);
    benchmark::DoNotOptimize(bytes.data());
  }
}

/// From the datagram's payload to the shared buffer, with nobody who gets it.
void whole_way(benchmark::State& state) {
  natnet::FrameData data = bench::make_frame();
  const server::BridgeClock clock;
  server::Metrics metrics;
  server::MocapHub hub({"0", "0", "natnet"}, clock, metrics);
  natnet::FramePipeline pipeline({}, hub);
  natnet::ServerInfo info;
  info.natnet_version = bench::kVersion;
  info.clock_frequency = 1000000000;
  info.has_endpoint = true;
  pipeline.set_server(info, 1, std::nullopt);
  std::vector<std::uint8_t> datagram;
  if (!natnet::encode_model_def(bench::make_model(), bench::kVersion, datagram)) return;
  pipeline.take_models(natnet::Bytes(datagram).subspan(natnet::kHeaderSize));
  double now = 1000.0;
  for (auto _ : state) {
    state.PauseTiming();
    now += 1.0 / 240.0;
    bench::turn(data, now);
    ++data.number;
    data.timestamp = now;
    data.transmit_ticks = data.mid_exposure_ticks = static_cast<std::uint64_t>(now * 1e9);
    if (!natnet::encode_frame(data, bench::kVersion, datagram)) return;
    state.ResumeTiming();
    pipeline.take_frame(natnet::Bytes(datagram).subspan(natnet::kHeaderSize), now);
  }
}

BENCHMARK(decode);
BENCHMARK(assemble);
BENCHMARK(encode);
BENCHMARK(whole_way);

}  // namespace
