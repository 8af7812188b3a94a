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
  std::vector<std::uint8_t> out;
  begin_message(id, out);
  ByteWriter writer(out);
  writer.fixed_text(request.name, kNameSize);
  write_version(writer, request.app_version);
  write_version(writer, request.natnet_version);
  writer.write(static_cast<std::uint8_t>(request.subscribed_data_only ? 1 : 0));
  write_version(writer, request.wanted_version);
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_server_info(const ServerInfo& info) {
  std::vector<std::uint8_t> out;
  begin_message(MessageId::kServerInfo, out);
  ByteWriter writer(out);
  writer.fixed_text(info.name, kNameSize);
  write_version(writer, info.app_version);
  write_version(writer, info.natnet_version);
  if (info.has_endpoint) {
    writer.write(info.clock_frequency);
    writer.write(info.data_port);
    writer.write(static_cast<std::uint8_t>(info.is_multicast ? 1 : 0));
    writer.write(info.multicast_group);
  }
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_text(MessageId id, std::string_view text) {
  std::vector<std::uint8_t> out;
  begin_message(id, out);
  ByteWriter(out).text(text.substr(0, kLargestPayload - 1));
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_number_response(float value) {
  std::vector<std::uint8_t> out;
  begin_message(MessageId::kResponse, out);
  ByteWriter(out).write(value);
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_number_response(std::int32_t value) {
  std::vector<std::uint8_t> out;
  begin_message(MessageId::kResponse, out);
  ByteWriter(out).write(value);
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_echo_request(std::uint64_t client_ticks) {
  std::vector<std::uint8_t> out;
  begin_message(MessageId::kEchoRequest, out);
  ByteWriter(out).write(client_ticks);
  end_message(out);
  return out;
}

std::vector<std::uint8_t> make_echo_response(const EchoResponse& response) {
  std::vector<std::uint8_t> out;
  begin_message(MessageId::kEchoResponse, out);
  ByteWriter writer(out);
  writer.write(response.client_ticks);
  writer.write(response.server_ticks);
  end_message(out);
  return out;
}

}  // namespace doppel::natnet
