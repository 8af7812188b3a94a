// Fuzzer of the profile: what is read must write and read back as it is, to the bit in effect, and have a link.
// It is not a corpus test; seeds are in corpus/profile.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/link.hpp"
#include "io/profile.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace doppel::io;
  try {
    const Profile profile = parse_profile({reinterpret_cast<const char*>(data), size});
    const Profile again = parse_profile(write_json(profile_json(profile), true));
    if (again.calibration != profile.calibration) std::abort();
    const std::string link = encode_link(profile);
    if (link.size() >= kLinkLimit || encode_link(decode_link(link)) != link) std::abort();
  } catch (const doppel::Error&) {
  }
  return 0;
}
