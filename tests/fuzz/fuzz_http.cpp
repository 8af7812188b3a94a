// Fuzzer of what a stranger can send before and after the handshake: an HTTP request through Beast's parser and the router, and
// WebSocket frames. No path that is let through may lead out of a folder. Seeds are in corpus/http.
#include <boost/beast/http.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "protocol/websocket.hpp"
#include "server/request_facts.hpp"
#include "server/route.hpp"

namespace {

namespace http = boost::beast::http;
using namespace doppel;

struct Limits : protocol::MessageReader::Handler {
  bool on_message(protocol::Opcode opcode, std::string_view payload) override {
    if (payload.size() > 4096 || (opcode == protocol::Opcode::kText && !protocol::is_utf8(payload))) std::abort();
    return true;
  }
  void on_ping(std::string_view payload) override {
    if (payload.size() > 125) std::abort();
  }
  void on_pong() override {}
  void on_close(std::uint16_t) override {}
};

void check(const server::Route& route, bool has_right_host) {
  if (route.service == server::Service::kRefused) {
    if (route.status < 400 || route.status > 599 || route.code.empty()) std::abort();
    return;
  }
  if (!has_right_host) std::abort();
  if (route.path.find("/../") != std::string::npos || route.path.ends_with("/..")) std::abort();
  if (route.path.find('\0') != std::string::npos || route.path.find('\\') != std::string::npos) std::abort();
}

void read_request(std::string_view text) {
  http::request_parser<http::empty_body> parser;
  parser.header_limit(8192);
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(text), error);
  if (!parser.is_header_done()) return;
  server::RequestFacts facts = server::request_facts(parser);
  facts.local_address = "127.0.0.1";
  facts.is_peer_loopback = true;
  const server::AccessRules rules{64212, "", {}, {}};
  const std::string host(facts.host);
  check(server::route(rules, facts), host.find("64212") != std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_request({reinterpret_cast<const char*>(data), size});
  protocol::MessageReader reader(4096, true);
  Limits limits;
  // In two pieces, so that every cut is met.
  const std::size_t cut = size > 0 ? data[size - 1] % size : 0;
  if (reader.feed({data, cut}, limits) == 0) reader.feed({data + cut, size - cut}, limits);
  return 0;
}
