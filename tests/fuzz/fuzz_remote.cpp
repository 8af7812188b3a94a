// Fuzzer of the remote control's relay: lines of JSON from a page and two controllers, in any order, with the passing of time.
// Nothing may crash, throw, or reach a peer that is no JSON. Seeds are in corpus/remote.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "server/remote_hub.hpp"

namespace {

using namespace doppel::server;

class Listener final : public Peer {
 public:
  void send_text(const TextPointer& text) override {
    // Behind the frame's header: 2, 4 or 10 bytes.
    const auto length = static_cast<unsigned char>((*text)[1]);
    const std::string_view payload = std::string_view(*text).substr(length < 126 ? 2 : length == 126 ? 4 : 10);
    if (!nlohmann::json::accept(payload)) std::abort();
  }
  void send_frame(const FramePointer&) override {}
  void drop_frame() override {}
  void skip_frame() override {}
  void close(std::uint16_t, std::string_view) override { is_closed = true; }
  Counters counters() const override { return {}; }
  std::string_view address() const override { return ""; }
  bool is_closed = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  SceneStore scene{""};
  Metrics metrics;
  double now = 0.0;
  RemoteHub hub(scene, metrics, [&] { return now; });
  std::array<std::shared_ptr<Listener>, 3> peers;
  for (int line = 0; line < 64 && !rest.empty(); ++line) {
    // The line's first character says who speaks: 0, 1, 2; + 4: it leaves afterwards.
    const auto who = static_cast<unsigned char>(rest[0]);
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    auto& peer = peers[who % 3];
    if (!peer) {
      peer = std::make_shared<Listener>();
      hub.on_open(peer);
    }
    hub.on_text(peer, rest.substr(1, end > 0 ? end - 1 : 0));
    if (peer->is_closed || (who & 4) != 0) {
      hub.on_closed(peer);
      peer = nullptr;
    }
    hub.tick(now += 1.0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}
