// Who gets the stream besides its clients, in the stream's own form: a recorder.
// It answers nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace doppel::server {

class StreamTap {
 public:
  virtual ~StreamTap() = default;
  virtual void on_descriptions_text(std::string_view text) = 0;
  virtual void on_frame_bytes(std::span<const std::uint8_t> bytes) = 0;
};

}  // namespace doppel::server
