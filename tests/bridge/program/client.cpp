// Sockets of the test clients.
// HTTP is read here by hand, so that the server is not judged by its own library.
#include "program/client.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace doppel::program {

namespace {

constexpr timeval kPatience{10, 0};

std::string host_field(std::uint16_t port) { return "Host: 127.0.0.1:" + std::to_string(port) + "\r\n"; }

void parse_head(std::string_view head, Response& response) {
  response.status = head.size() > 12 ? std::atoi(std::string(head.substr(9, 3)).c_str()) : 0;
  for (std::size_t begin = head.find("\r\n"); begin != std::string_view::npos && begin + 2 < head.size();) {
    const std::size_t end = std::min(head.find("\r\n", begin + 2), head.size());
    const std::string_view line = head.substr(begin + 2, end - begin - 2);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) {
      std::string name(line.substr(0, colon));
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
      response.fields.emplace_back(std::move(name), line.substr(colon + 2));
    }
    begin = end == head.size() ? std::string_view::npos : end;
  }
}

}  // namespace

Connection::Connection(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  const int yes = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  ::close(socket_);
  socket_ = -1;
}

Connection::Connection(Connection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

Connection::~Connection() {
  if (socket_ >= 0) ::close(socket_);
}

bool Connection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string Connection::read() {
  std::array<char, 65536> block{};
  const ssize_t count = ::recv(socket_, block.data(), block.size(), 0);
  return count > 0 ? std::string(block.data(), static_cast<std::size_t>(count)) : std::string();
}

std::string Connection::read_all() {
  std::string all;
  for (std::string block = read(); !block.empty(); block = read()) all += block;
  return all;
}

std::string Response::field(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& each) { return each.first == name; });
  return found == fields.end() ? std::string() : found->second;
}

Response ask(Connection& connection, std::string_view request, bool is_head) {
  Response response;
  connection.write(request);
  std::string received;
  std::size_t end = std::string::npos;
  while ((end = received.find("\r\n\r\n")) == std::string::npos) {
    const std::string block = connection.read();
    if (block.empty()) return response;
    received += block;
  }
  parse_head(std::string_view(received).substr(0, end), response);
  response.body = received.substr(end + 4);
  const std::string length = response.field("content-length");
  const std::size_t wanted = is_head || length.empty() ? 0 : std::stoul(length);
  while (response.body.size() < wanted) {
    const std::string block = connection.read();
    if (block.empty()) break;
    response.body += block;
  }
  return response;
}

Response request(std::uint16_t port, std::string_view method, std::string_view target, std::string_view fields,
                 std::string_view body) {
  Connection connection(port);
  std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n" + host_field(port) + std::string(fields);
  if (!body.empty() || method == "PUT") text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  text += "\r\n";
  text += body;
  return ask(connection, text, method == "HEAD");
}

WebSocket::WebSocket(std::uint16_t port, const Settings& settings) : connection_(port, settings.receive_buffer) {
  if (!connection_.is_open()) return;
  std::string text = "GET " + settings.target + " HTTP/1.1\r\n";
  text += settings.host.empty() ? host_field(port) : "Host: " + settings.host + "\r\n";
  text +=
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  if (!settings.protocols.empty()) text += "Sec-WebSocket-Protocol: " + settings.protocols + "\r\n";
  response_ = ask(connection_, text + settings.fields + "\r\n");
  if (response_.status != 101) return;
  reader_.feed({reinterpret_cast<const std::uint8_t*>(response_.body.data()), response_.body.size()}, *this);
}

void WebSocket::send_frame(unsigned first_byte, std::string_view payload) {
  std::string frame{static_cast<char>(first_byte)};
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else if (payload.size() < 65536) {
    frame += {static_cast<char>(0x80 | 126), static_cast<char>(payload.size() >> 8), static_cast<char>(payload.size() & 0xFF)};
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(std::uint64_t{payload.size()} >> shift);
  }
  const std::string_view mask = "\x11\x22\x33\x44";
  frame += mask;
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  connection_.write(frame);
}

void WebSocket::send(std::string_view text) { send_frame(0x81, text); }

bool WebSocket::on_message(protocol::Opcode opcode, std::string_view payload) {
  messages_.push_back({opcode == protocol::Opcode::kText, std::string(payload)});
  return true;
}

std::optional<WebSocket::Message> WebSocket::next() {
  while (taken_ >= messages_.size()) {
    messages_.clear();
    taken_ = 0;
    const std::string block = connection_.is_open() ? connection_.read() : std::string();
    if (block.empty()) return std::nullopt;
    if (reader_.feed({reinterpret_cast<const std::uint8_t*>(block.data()), block.size()}, *this) != 0) return std::nullopt;
  }
  return std::move(messages_[taken_++]);
}

WebSocket::Json WebSocket::next_text(std::string_view type) {
  while (const auto message = next()) {
    if (!message->is_text) continue;
    Json json = Json::parse(message->payload);
    if (json.value("type", "") == type) return json;
  }
  return Json::object();
}

std::string WebSocket::next_frame() {
  while (const auto message = next()) {
    if (!message->is_text) return message->payload;
  }
  return {};
}

std::uint16_t WebSocket::read_to_close() {
  while (next()) {
  }
  return close_code_;
}

}  // namespace doppel::program
