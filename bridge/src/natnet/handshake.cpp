// Reading and writing of the small messages.
#include "natnet/handshake.hpp"

#include <algorithm>

#include "natnet/byte_writer.hpp"

namespace doppel::natnet {
namespace {

constexpr std::size_t kNameSize = 256;
constexpr std::size_t kShortServerInfo = kNameSize + 8;
constexpr std::size_t kLongServerInfo = 279;
constexpr std::size_t kConnectWithWish = 269;

Version read_version(ByteReader& reader) {
  Version version;
  version.major = reader.read<std::uint8_t>();
  version.minor = reader.read<std::uint8_t>();
  version.build = reader.read<std::uint8_t>();
  version.revision = reader.read<std::uint8_t>();
  return version;
}

void write_version(ByteWriter& writer, const Version& version) {
  for (const std::uint8_t part : {version.major, version.minor, version.build, version.revision}) writer.write(part);
}

/// A whole message with the payload that `write` makes.
template <class Write>
std::vector<std::uint8_t> message(MessageId id, const Write& write) {
  std::vector<std::uint8_t> out;
  begin_message(id, out);
  ByteWriter writer(out);
  write(writer);
  end_message(out);
  return out;
}

std::string read_name(ByteReader& reader) { return std::string(read_text(reader.take(std::min(kNameSize, reader.left())))); }

}  // namespace

ConnectRequest read_connect(Bytes payload) {
  ConnectRequest request;
  ByteReader reader(payload);
  request.name = read_name(reader);
  if (payload.size() < kShortServerInfo) return request;
  request.app_version = read_version(reader);
  request.natnet_version = read_version(reader);
  if (payload.size() < kConnectWithWish) return request;
  request.subscribed_data_only = reader.read<std::uint8_t>() != 0;
  request.wanted_version = read_version(reader);
  return request;
}

std::optional<ServerInfo> read_server_info(Bytes payload) {
  if (payload.size() < kShortServerInfo) return std::nullopt;
  ServerInfo info;
  ByteReader reader(payload);
  info.name = read_name(reader);
  info.app_version = read_version(reader);
  info.natnet_version = read_version(reader);
  info.has_endpoint = payload.size() >= kLongServerInfo;
  if (!info.has_endpoint) return info;
  info.clock_frequency = reader.read<std::uint64_t>();
  info.data_port = reader.read<std::uint16_t>();
  info.is_multicast = reader.read<std::uint8_t>() != 0;
  info.multicast_group = reader.read<std::array<std::uint8_t, 4>>();
  return info;
}

std::optional<std::uint64_t> read_echo_request(Bytes payload) {
  ByteReader reader(payload);
  const auto ticks = reader.read<std::uint64_t>();
  return reader.ok() ? std::optional(ticks) : std::nullopt;
}

std::optional<EchoResponse> read_echo_response(Bytes payload) {
  ByteReader reader(payload);
  EchoResponse response;
  response.client_ticks = reader.read<std::uint64_t>();
  response.server_ticks = reader.read<std::uint64_t>();
  return reader.ok() ? std::optional(response) : std::nullopt;
}

std::string_view read_text(Bytes payload) {
  const auto end = std::find(payload.begin(), payload.end(), std::uint8_t{0});
  return {reinterpret_cast<const char*>(payload.data()), static_cast<std::size_t>(end - payload.begin())};
}

std::vector<std::uint8_t> make_connect(MessageId id, const ConnectRequest& request) {
  return message(id, [&](ByteWriter& writer) {
    writer.fixed_text(request.name, kNameSize);
    write_version(writer, request.app_version);
    write_version(writer, request.natnet_version);
    writer.write(static_cast<std::uint8_t>(request.subscribed_data_only ? 1 : 0));
    write_version(writer, request.wanted_version);
  });
}

std::vector<std::uint8_t> make_server_info(const ServerInfo& info) {
  return message(MessageId::kServerInfo, [&](ByteWriter& writer) {
    writer.fixed_text(info.name, kNameSize);
    write_version(writer, info.app_version);
    write_version(writer, info.natnet_version);
    if (!info.has_endpoint) return;
    writer.write(info.clock_frequency);
    writer.write(info.data_port);
    writer.write(static_cast<std::uint8_t>(info.is_multicast ? 1 : 0));
    writer.write(info.multicast_group);
  });
}

std::vector<std::uint8_t> make_text(MessageId id, std::string_view text) {
  return message(id, [&](ByteWriter& writer) { writer.text(text.substr(0, kLargestPayload - 1)); });
}

std::vector<std::uint8_t> make_number_response(float value) {
  return message(MessageId::kResponse, [&](ByteWriter& writer) { writer.write(value); });
}

std::vector<std::uint8_t> make_number_response(std::int32_t value) {
  return message(MessageId::kResponse, [&](ByteWriter& writer) { writer.write(value); });
}

std::vector<std::uint8_t> make_echo_request(std::uint64_t client_ticks) {
  return message(MessageId::kEchoRequest, [&](ByteWriter& writer) { writer.write(client_ticks); });
}

std::vector<std::uint8_t> make_echo_response(const EchoResponse& response) {
  return message(MessageId::kEchoResponse, [&](ByteWriter& writer) {
    writer.write(response.client_ticks);
    writer.write(response.server_ticks);
  });
}

}  // namespace doppel::natnet
