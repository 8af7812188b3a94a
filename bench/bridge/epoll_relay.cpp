// The smallest relay of the load bench: NatNet 4.1 frames in, the stream's binary frames out, epoll and nothing else.
// It is a yardstick: it trusts what comes, knows no descriptions, control, limits or errors.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "protocol/websocket.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Client {
  bool is_open = false;
  std::string head;
  /// What of a frame the socket did not take.
  Bytes rest;
};

template <typename T>
T load(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
void store(std::uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

/// Header of the WebSocket frame and the frame itself; `begin` becomes where it starts.
void convert(const std::uint8_t* in, Bytes& out, std::size_t& begin) {
  out.assign(10 + 64, 0);
  const auto number = load<std::int32_t>(in + 4);
  const std::uint8_t* at = in + 8;
  // Marker sets, other markers and rigid bodies by their byte counts.
  for (int section = 0; section < 3; ++section) at += 8 + load<std::uint32_t>(at + 4);
  const auto skeletons = load<std::uint32_t>(at);
  at += 8;
  for (std::uint32_t s = 0; s < skeletons; ++s) {
    const auto id = load<std::int32_t>(at);
    const auto bones = load<std::uint32_t>(at + 4);
    at += 8;
    const std::size_t record = out.size();
    out.resize(record + 32 + bones * 16);
    std::uint8_t* to = out.data() + record;
    store(to, id);
    store(to + 4, static_cast<std::uint16_t>(bones));
    store(to + 6, std::uint16_t{1});
    store(to + 8, static_cast<std::uint32_t>(32 + bones * 16));
    std::memcpy(to + 16, at + 4, 12);
    for (std::uint32_t b = 0; b < bones; ++b, at += 38) std::memcpy(to + 32 + b * 16, at + 16, 16);
  }
  std::uint8_t* head = out.data() + 10;
  head[0] = 1;
  store(head + 2, std::uint16_t{64});
  store(head + 12, static_cast<std::uint16_t>(skeletons));
  store(head + 48, number);
  store(head + 56, static_cast<std::uint32_t>(out.size() - 10));
  const std::size_t payload = out.size() - 10;
  begin = 10 - doppel::protocol::header_size(payload);
  doppel::protocol::write_header(out.data() + begin, doppel::protocol::Opcode::kBinary, payload);
}

void push(int fd, Client& client, const std::uint8_t* bytes, std::size_t count) {
  if (!client.rest.empty()) {
    const ssize_t sent = ::send(fd, client.rest.data(), client.rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) client.rest.erase(client.rest.begin(), client.rest.begin() + sent);
    if (!client.rest.empty()) return;
  }
  const ssize_t sent = ::send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent > 0 && static_cast<std::size_t>(sent) < count) client.rest.assign(bytes + sent, bytes + count);
}

void answer_handshake(int fd, Client& client) {
  const std::size_t at = client.head.find("Sec-WebSocket-Key: ");
  const std::string answer =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
      doppel::protocol::accept_key(client.head.substr(at + 19, 24)) + "\r\nSec-WebSocket-Protocol: doppel.mocap.v1\r\n\r\n";
  ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
  client.is_open = true;
}

void watch(int epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const sockaddr_in server = loopback(std::atoi(argv[1]));
  const sockaddr_in here = loopback(std::atoi(argv[2]));
  const int udp = ::socket(AF_INET, SOCK_DGRAM, 0);
  const int room = 1 << 20;
  ::setsockopt(udp, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 || ::listen(listener, 512) != 0) return 1;
  const int epoll = ::epoll_create1(0);
  watch(epoll, udp);
  watch(epoll, listener);
  std::map<int, Client> clients;
  Bytes in(65536);
  Bytes out;
  std::size_t begin = 0;
  bool is_fed = false;
  std::printf("ready\n");
  std::fflush(stdout);
  std::array<epoll_event, 64> events{};
  while (true) {
    const int count = ::epoll_wait(epoll, events.data(), events.size(), is_fed ? -1 : 100);
    if (!is_fed) {
      const std::array<std::uint8_t, 4> connect{0, 0, 0, 0};
      ::sendto(udp, connect.data(), connect.size(), 0, reinterpret_cast<const sockaddr*>(&server), sizeof server);
    }
    for (int i = 0; i < count; ++i) {
      const int fd = events[static_cast<std::size_t>(i)].data.fd;
      if (fd == listener) {
        const int client = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
        ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        clients[client];
        watch(epoll, client);
      } else if (fd == udp) {
        if (::recv(udp, in.data(), in.size(), 0) < 5000) continue;
        is_fed = true;
        convert(in.data(), out, begin);
        for (auto& [socket, client] : clients) {
          if (client.is_open) push(socket, client, out.data() + begin, out.size() - begin);
        }
      } else {
        const ssize_t got = ::recv(fd, in.data(), in.size(), 0);
        if (got <= 0) {
          clients.erase(fd);
          ::close(fd);
          continue;
        }
        Client& client = clients[fd];
        if (!client.is_open) client.head.append(reinterpret_cast<const char*>(in.data()), static_cast<std::size_t>(got));
        if (!client.is_open && client.head.ends_with("\r\n\r\n")) answer_handshake(fd, client);
      }
    }
  }
}
