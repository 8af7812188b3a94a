// The load bench's other end: feeds a relay with NatNet frames and receives its stream on N connections, with one lean epoll
// loop. Prints one line of JSON: delivered share, latency from datagram to client, the relay's processor time and memory.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "feeder.hpp"

namespace {

using namespace doppel::bench;

/// Where the frame's number stands in a binary message, and what must be there to read it.
constexpr std::size_t kNumberAt = 48;
constexpr std::size_t kNeeded = 52;

struct Client {
  int socket = -1;
  bool is_open = false;  // the handshake's answer is over
  std::string head;
  std::array<std::uint8_t, 10 + kNeeded> front{};
  std::size_t have = 0;
  std::uint64_t left = 0;  // of the message, behind `front`
};

struct Results {
  bool is_counting = false;
  std::uint64_t delivered = 0;
  std::uint64_t bytes = 0;
  std::vector<float> latencies;
};

int connect_to(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(fd);
    return -1;
  }
  const std::string request = "GET /mocap HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                              "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                              "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: doppel.mocap.v1\r\n\r\n";
  if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) < 0) return -1;
  ::fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

/// Bytes of the header at the front of a server's frame, 0 while it is not known.
std::size_t header_bytes(const Client& client) {
  if (client.have < 2) return 0;
  const unsigned length = client.front[1] & 127U;
  return length < 126 ? 2 : length == 126 ? 4 : 10;
}

void take(Client& client, const std::uint8_t* bytes, std::size_t count, const Feeder& feeder, double now, Results& results) {
  while (count > 0) {
    if (client.left > 0) {
      const std::size_t skipped = std::min<std::uint64_t>(client.left, count);
      client.left -= skipped;
      bytes += skipped;
      count -= skipped;
      continue;
    }
    client.front[client.have++] = *bytes++;
    --count;
    const std::size_t header = header_bytes(client);
    if (header == 0 || client.have < header) continue;
    std::uint64_t length = client.front[1] & 127U;
    if (header > 2) {
      length = 0;
      for (std::size_t i = 2; i < header; ++i) length = length << 8 | client.front[i];
    }
    const bool is_frame = (client.front[0] & 15) == 2 && length >= kNeeded;
    if (is_frame && client.have < header + kNeeded) continue;
    client.left = length - (client.have - header);
    client.have = 0;
    if (!is_frame || !results.is_counting) continue;
    std::int32_t number = 0;
    std::memcpy(&number, client.front.data() + header + kNumberAt, 4);
    ++results.delivered;
    results.bytes += length;
    results.latencies.push_back(static_cast<float>(now - feeder.sent_at(number)));
  }
}

/// Seconds that all threads of a process have run.
double processor_seconds(const std::string& id) {
  double nanoseconds = 0.0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + id + "/task")) {
    double ran = 0.0;
    std::ifstream(task.path() / "schedstat") >> ran;
    nanoseconds += ran;
  }
  return nanoseconds * 1e-9;
}

double resident_megabytes(const std::string& id) {
  std::ifstream stream("/proc/" + id + "/statm");
  double total = 0.0;
  double resident = 0.0;
  stream >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

void read_until(double end, int epoll, std::vector<Client>& clients, const Feeder& feeder, Results& results) {
  static std::vector<std::uint8_t> block(1U << 18);
  std::array<epoll_event, 64> events{};
  while (steady_now() < end) {
    const int count = ::epoll_wait(epoll, events.data(), events.size(), 5);
    for (int i = 0; i < count; ++i) {
      Client& client = clients[events[static_cast<std::size_t>(i)].data.u32];
      const ssize_t got = ::recv(client.socket, block.data(), block.size(), MSG_DONTWAIT);
      if (got <= 0) continue;
      const double now = steady_now();
      std::size_t at = 0;
      while (!client.is_open && at < static_cast<std::size_t>(got)) {
        client.head += static_cast<char>(block[at++]);
        client.is_open = client.head.ends_with("\r\n\r\n");
      }
      take(client, block.data() + at, static_cast<std::size_t>(got) - at, feeder, now, results);
    }
  }
}

double quantile(std::vector<float>& values, double share) {
  if (values.empty()) return 0.0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fprintf(stderr, "usage: bridge-load COMMAND_PORT RELAY_PORT RELAY_PID CLIENTS RATE SECONDS\n");
    return 2;
  }
  const auto port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  const std::string relay = argv[3];
  const int count = std::atoi(argv[4]);
  const double rate = std::atof(argv[5]);
  const double seconds = std::atof(argv[6]);
  const Feeder feeder(static_cast<std::uint16_t>(std::atoi(argv[1])), rate);
  const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  std::vector<Client> clients(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < clients.size(); ++i) {
    clients[i].socket = connect_to(port);
    if (clients[i].socket < 0) {
      std::fprintf(stderr, "client %zu is not taken\n", i);
      return 1;
    }
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = static_cast<std::uint32_t>(i);
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].socket, &event);
  }
  Results results;
  // Until frames come, and then a second of warmth.
  results.is_counting = true;
  for (const double give_up = steady_now() + 15.0; results.delivered == 0 && steady_now() < give_up;) {
    read_until(steady_now() + 0.1, epoll, clients, feeder, results);
  }
  if (results.delivered == 0) {
    std::fprintf(stderr, "no frame came within 15 s\n");
    return 1;
  }
  read_until(steady_now() + 1.0, epoll, clients, feeder, results);
  results = {};
  results.latencies.reserve(static_cast<std::size_t>(rate * seconds * count * 1.1));
  results.is_counting = true;
  const double memory_before = resident_megabytes(relay);
  const double ran_before = processor_seconds(relay);
  const double began = steady_now();
  const std::int32_t first = feeder.last_number();
  read_until(began + seconds, epoll, clients, feeder, results);
  const double took = steady_now() - began;
  const double ran = processor_seconds(relay) - ran_before;
  const double sent = static_cast<double>(feeder.last_number() - first) * count;
  const auto delivered = static_cast<double>(results.delivered);
  std::printf(
      "{\"clients\":%d,\"rate\":%g,\"seconds\":%.2f,\"fed\":%d,\"deliveredShare\":%.5f,\"p50Ms\":%.4f,\"p99Ms\":%.4f,"
      "\"processorShare\":%.4f,"
      "\"processorMicrosecondsPerFrame\":%.4f,\"bytesPerFrame\":%.0f,\"memoryMb\":%.2f,\"memoryGrowthMb\":%.2f}\n",
      count, rate, took, feeder.last_number() - first, delivered / sent, quantile(results.latencies, 0.5) * 1e3,
      quantile(results.latencies, 0.99) * 1e3, ran / took, ran / delivered * 1e6, static_cast<double>(results.bytes) / delivered,
      resident_megabytes(relay), resident_megabytes(relay) - memory_before);
  return 0;
}
