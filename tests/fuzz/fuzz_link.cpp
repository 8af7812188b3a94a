// Fuzzer of the share link: as text, and as a body that gets a right checksum, so that the layout itself is reached.
// It is not a corpus test; seeds are in corpus/link.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/base64url.hpp"
#include "io/link.hpp"

namespace {

void decode(std::string_view link) {
  using namespace doppel::io;
  try {
    const Profile profile = decode_link(link);
    const Profile again = decode_link(encode_link(profile));
    if (again.calibration != profile.calibration) std::abort();
  } catch (const doppel::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  decode({reinterpret_cast<const char*>(data), size});
  std::vector<std::uint8_t> body(data, data + size);
  const std::uint32_t crc = doppel::io::crc32(body);
  for (const int shift : {24, 16, 8, 0}) body.push_back(static_cast<std::uint8_t>(crc >> shift));
  decode("#p=" + doppel::io::to_base64url(body));
  return 0;
}
