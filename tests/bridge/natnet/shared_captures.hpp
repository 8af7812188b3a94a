// Recorded packets that lie beside the checkout, in ../shared/captures/natnet; tests say so where they are absent.
// It also takes UDP payloads out of a network capture, as far as the one that lies there needs it.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace doppel::natnet::test {

inline std::string captures_folder() { return std::string(DOPPEL_SOURCE_DIR) + "/../shared/captures/natnet/"; }

inline std::optional<std::vector<std::uint8_t>> read_capture(const std::string& name) {
  std::ifstream file(captures_folder() + name, std::ios::binary);
  if (!file) return std::nullopt;
  return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {});
}

inline std::optional<nlohmann::json> expected_captures() {
  std::ifstream file(captures_folder() + "expected.json");
  if (!file) return std::nullopt;
  return nlohmann::json::parse(file);
}

struct CapturedDatagram {
  std::string source, destination;  // a.b.c.d:port
  std::vector<std::uint8_t> payload;
};

/// Ethernet, IPv4, UDP, unfragmented: enhanced packet blocks of a little-endian pcapng file.
inline std::vector<CapturedDatagram> read_pcapng(const std::vector<std::uint8_t>& file) {
  const auto u32 = [&](std::size_t at) {
    return static_cast<std::uint32_t>(file.at(at)) | static_cast<std::uint32_t>(file.at(at + 1)) << 8U |
           static_cast<std::uint32_t>(file.at(at + 2)) << 16U | static_cast<std::uint32_t>(file.at(at + 3)) << 24U;
  };
  const auto endpoint = [&](std::size_t address, std::size_t port) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) text += (i > 0 ? "." : "") + std::to_string(file.at(address + i));
    return text + ":" + std::to_string(file.at(port) * 256 + file.at(port + 1));
  };
  constexpr std::uint32_t kEnhancedPacket = 6;
  std::vector<CapturedDatagram> datagrams;
  for (std::size_t at = 0; at + 12 <= file.size(); at += u32(at + 4)) {
    if (u32(at) != kEnhancedPacket) continue;
    const std::size_t ip = at + 28 + 14;
    const std::size_t udp = ip + static_cast<std::size_t>(file.at(ip) & 15U) * 4;
    if (file.at(ip + 9) != 17) continue;
    const std::size_t length = file.at(udp + 4) * 256U + file.at(udp + 5);
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(udp + 8);
    datagrams.push_back(
        {endpoint(ip + 12, udp), endpoint(ip + 16, udp + 2), {begin, begin + static_cast<std::ptrdiff_t>(length - 8)}});
  }
  return datagrams;
}

}  // namespace doppel::natnet::test
