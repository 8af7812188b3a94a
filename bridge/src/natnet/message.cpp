// Headers of messages.
#include "natnet/message.hpp"

#include "natnet/byte_writer.hpp"

namespace doppel::natnet {

std::optional<Message> read_message(Bytes datagram) {
  ByteReader reader(datagram);
  const auto id = reader.read<std::uint16_t>();
  const auto length = reader.read<std::uint16_t>();
  if (!reader.ok() || length > reader.left()) return std::nullopt;
  return Message{static_cast<MessageId>(id), datagram.subspan(kHeaderSize, length), length < reader.left()};
}

std::optional<Message> read_request(Bytes datagram) {
  if (datagram.size() < kHeaderSize) return std::nullopt;
  ByteReader reader(datagram);
  const auto id = reader.read<std::uint16_t>();
  return Message{static_cast<MessageId>(id), datagram.subspan(kHeaderSize), false};
}

std::vector<std::uint8_t> make_message(MessageId id, Bytes payload) {
  std::vector<std::uint8_t> out;
  begin_message(id, out);
  out.insert(out.end(), payload.begin(), payload.end());
  end_message(out);
  return out;
}

void begin_message(MessageId id, std::vector<std::uint8_t>& out) {
  out.clear();
  ByteWriter writer(out);
  writer.write(static_cast<std::uint16_t>(id));
  writer.write(std::uint16_t{0});
}

bool end_message(std::vector<std::uint8_t>& out) {
  const std::size_t payload = out.size() - kHeaderSize;
  if (payload > kLargestPayload) return false;
  ByteWriter(out).write_at(2, static_cast<std::uint16_t>(payload));
  return true;
}

}  // namespace doppel::natnet
