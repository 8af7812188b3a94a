// The small messages: CONNECT, DISCOVERY, SERVERINFO, REQUEST, RESPONSE, ECHOREQUEST and ECHORESPONSE, payloads only or whole.
// It keeps no state: who is connected and when to ask again is the client's and the simulator's matter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "natnet/byte_reader.hpp"
#include "natnet/message.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

struct ConnectRequest {
  std::string name;
  Version app_version;
  Version natnet_version;
  bool subscribed_data_only = false;
  /// 0.0: the server's own.
  Version wanted_version;
};

struct ServerInfo {
  std::string name;
  Version app_version;
  /// Decides the layout of everything that follows.
  Version natnet_version;
  /// The rest is there since 3.0 (`has_endpoint`).
  bool has_endpoint = false;
  std::uint64_t clock_frequency = 0;  // ticks per second
  std::uint16_t data_port = 0;
  bool is_multicast = false;
  std::array<std::uint8_t, 4> multicast_group{};  // in reading order

  friend bool operator==(const ServerInfo&, const ServerInfo&) = default;
};

struct EchoResponse {
  std::uint64_t client_ticks = 0;  // as in the request
  std::uint64_t server_ticks = 0;
};

/// Accepts every known variant, from an empty payload on; what is missing stays at its default.
ConnectRequest read_connect(Bytes payload);
/// Nothing below 264 bytes. Bytes after the name's NUL are left-over memory and ignored.
std::optional<ServerInfo> read_server_info(Bytes payload);
std::optional<std::uint64_t> read_echo_request(Bytes payload);
std::optional<EchoResponse> read_echo_response(Bytes payload);
/// Text of a REQUEST, RESPONSE or MESSAGESTRING, with or without its NUL.
std::string_view read_text(Bytes payload);

/// Whole messages. `id` of `make_connect` is kConnect or kDiscovery; its payload has 269 bytes, as the vendor's newer library
/// sends.
std::vector<std::uint8_t> make_connect(MessageId id, const ConnectRequest& request);
std::vector<std::uint8_t> make_server_info(const ServerInfo& info);
std::vector<std::uint8_t> make_text(MessageId id, std::string_view text);
std::vector<std::uint8_t> make_number_response(float value);
std::vector<std::uint8_t> make_number_response(std::int32_t value);
std::vector<std::uint8_t> make_echo_request(std::uint64_t client_ticks);
std::vector<std::uint8_t> make_echo_response(const EchoResponse& response);

}  // namespace doppel::natnet
