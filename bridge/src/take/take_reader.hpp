// Reads a `.dtake` file: its chunks, then frame after frame from any position.
// It keeps no time: when a frame is due is the player's affair.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mocap/frame.hpp"
#include "protocol/mocap_frame.hpp"
#include "take/take_format.hpp"

namespace doppel::take {

/// What was found to be wrong; all 0 in a whole take.
struct TakeFaults {
  std::uint64_t damaged_bytes = 0;   // stepped over to find the next chunk, or the unfinished end
  std::uint64_t damaged_chunks = 0;  // with a wrong checksum or contents that cannot be read
  std::uint64_t lost_frames = 0;     // that no description fits, or that go back in time
};

/// A frame of the take.
struct TakeFrame {
  /// Seconds from the take's beginning.
  double position = 0.0;
  /// As recorded; times are on the recording bridge's clock.
  mocap::Frame frame;
  /// Set where other descriptions hold from this frame on, than for the one that was read before it.
  mocap::DescriptionsPointer descriptions;
};

class TakeReader {
 public:
  /// Goes through the file from head to head. Throws doppel::Error where it is no take, one of a newer version, or has no frame.
  explicit TakeReader(const std::filesystem::path& file);

  /// Position of the last frame, seconds.
  double duration() const { return duration_; }
  const std::string& info() const { return info_; }
  const TakeFaults& faults() const { return faults_; }

  /// The next `read` gives the first frame at or after `position`, with its descriptions.
  void seek(double position);
  /// False at the end. `frame`'s storage is used again.
  bool read(TakeFrame& frame);

 private:
  struct Chunk {
    std::uint64_t offset = 0;
    ChunkHead head;
    /// Of frames: position of the first one as it stands there, seconds; nothing where that cannot be read, or the chunk was
    /// found to be damaged.
    std::optional<double> begins;
    /// Of frames: index of the descriptions' chunk that they follow; its own index where there is none.
    std::size_t descriptions = 0;
  };

  void find_chunks(std::uint64_t size);
  void index_frames();
  bool load_payload(const Chunk& chunk, std::vector<std::uint8_t>& payload);
  bool load_descriptions(std::size_t chunk);
  bool next_chunk();

  std::ifstream stream_;
  std::string info_;
  TakeFaults faults_;
  /// Of all kinds, in order.
  std::vector<Chunk> chunks_;
  double started_at_ = 0.0;
  double duration_ = 0.0;

  std::size_t next_chunk_ = 0;
  std::vector<std::uint8_t> payload_;
  std::size_t payload_at_ = 0;
  std::size_t loaded_descriptions_ = 0;
  mocap::DescriptionsPointer descriptions_;
  bool are_descriptions_new_ = false;
  double skip_to_ = 0.0;
  double last_position_ = -1.0;
};

}  // namespace doppel::take
