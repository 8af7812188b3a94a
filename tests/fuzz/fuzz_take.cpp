// Fuzzer of the take file's reader: any bytes behind a right head, and chunks whose checksums are made right.
// Seeds are in corpus/take.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "take/take_reader.hpp"

namespace {

using namespace doppel::take;

void read(const std::filesystem::path& file) {
  try {
    TakeReader reader(file);
    TakeFrame frame;
    double last = 0.0;
    while (reader.read(frame)) {
      if (frame.position < last) std::abort();
      last = frame.position;
    }
    reader.seek(reader.duration() / 2);
    reader.read(frame);
  } catch (const doppel::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("doppel-fuzz-take-" + std::to_string(::getpid()));
  {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    const Head head = write_file_head();
    stream.write(reinterpret_cast<const char*>(head.data()), head.size());
    // A byte of kind, two of length, the payload: again and again.
    std::span<const std::uint8_t> rest(data, size);
    while (rest.size() > 3) {
      constexpr std::array<ChunkKind, 4> kKinds{ChunkKind::kInfo, ChunkKind::kDescriptions, ChunkKind::kFrames,
                                                ChunkKind{0x20202020}};
      const ChunkKind kind = kKinds[rest[0] % 4];
      const std::size_t length = std::min<std::size_t>(rest[1] + 256U * rest[2], rest.size() - 3);
      const auto payload = rest.subspan(3, length);
      const Head chunk = write_chunk_head(kind, payload);
      stream.write(reinterpret_cast<const char*>(chunk.data()), chunk.size());
      stream.write(reinterpret_cast<const char*>(payload.data()), static_cast<std::streamsize>(payload.size()));
      stream << std::string((16 - length % 16) % 16, '\0');
      rest = rest.subspan(3 + length);
    }
  }
  read(file);
  std::filesystem::remove(file);
  return 0;
}
