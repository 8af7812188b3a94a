// Finds what is whole in the file, and reads it.
// Faults are counted once, when they are met; the file is never written.
#include "take/take_reader.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "protocol/little_endian.hpp"
#include "protocol/mocap_messages.hpp"

namespace doppel::take {

using protocol::FrameFault;

namespace {

constexpr std::size_t kNoChunk = std::numeric_limits<std::size_t>::max();

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument, file.string() + ": " + reason);
}

}  // namespace

TakeReader::TakeReader(const std::filesystem::path& file) : stream_(file, std::ios::binary), loaded_descriptions_(kNoChunk) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (error || !stream_) refuse(file, "the file cannot be read");
  Head head{};
  stream_.read(reinterpret_cast<char*>(head.data()), head.size());
  const auto version = stream_ ? read_file_head(head) : std::nullopt;
  if (!version) refuse(file, "expected a take of doppel-bridge (.dtake)");
  if (*version > kVersion) refuse(file, "this take is of version " + std::to_string(*version) + ", written by a newer bridge");
  find_chunks(size);
  index_frames();
  seek(0.0);
  TakeFrame first;
  if (!read(first)) refuse(file, "there is no frame in this take");
  seek(0.0);
}

void TakeReader::find_chunks(std::uint64_t size) {
  std::uint64_t offset = kHeadBytes;
  Head bytes{};
  std::size_t descriptions = kNoChunk;
  while (offset + kHeadBytes <= size) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    const auto head = stream_ ? read_chunk_head(bytes) : std::nullopt;
    if (!head || offset + kHeadBytes + head->payload_bytes > size) {
      faults_.damaged_bytes += kHeadBytes;
      offset += kHeadBytes;
      continue;
    }
    if (head->kind == ChunkKind::kDescriptions) descriptions = chunks_.size();
    chunks_.push_back({offset, *head, std::nullopt, descriptions});
    offset += kHeadBytes + protocol::align16(head->payload_bytes);
  }
  faults_.damaged_bytes += size > offset ? size - offset : 0;
}

void TakeReader::index_frames() {
  bool is_first = true;
  std::vector<std::uint8_t> payload;
  protocol::FrameHeader header;
  for (Chunk& chunk : chunks_) {
    if (chunk.head.kind == ChunkKind::kInfo) {
      if (!load_payload(chunk, payload))
        ++faults_.damaged_chunks;
      else if (info_.empty())
        info_.assign(payload.begin(), payload.end());
    }
    if (chunk.head.kind != ChunkKind::kFrames) continue;
    // Everything counts from the first frame, so its chunk must be whole. The others are looked at when they are sought: to go
    // through all payloads of a long take would take as long as to read it.
    if (is_first && !load_payload(chunk, payload)) {
      ++faults_.damaged_chunks;
      continue;
    }
    std::array<std::uint8_t, protocol::kFrameHeaderBytes> bytes{};
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(chunk.offset + kHeadBytes));
    stream_.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    if (!stream_ || protocol::decode_header(bytes, header) != FrameFault::kNone) continue;
    if (is_first) started_at_ = header.capture_time;
    is_first = false;
    chunk.begins = header.capture_time - started_at_;
  }
  // The end of the last chunk that is whole is the take's.
  for (std::size_t i = chunks_.size(); i-- > 0;) {
    if (!chunks_[i].begins || !load_payload(chunks_[i], payload)) continue;
    for (std::size_t at = 0; at < payload.size(); at += header.byte_length) {
      if (protocol::decode_header(std::span(payload).subspan(at), header) != FrameFault::kNone) break;
      duration_ = std::max(duration_, header.capture_time - started_at_);
    }
    break;
  }
}

bool TakeReader::load_payload(const Chunk& chunk, std::vector<std::uint8_t>& payload) {
  payload.resize(chunk.head.payload_bytes);
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(chunk.offset + kHeadBytes));
  stream_.read(reinterpret_cast<char*>(payload.data()), static_cast<std::streamsize>(payload.size()));
  return stream_ && crc32(payload) == chunk.head.payload_crc;
}

bool TakeReader::load_descriptions(std::size_t chunk) {
  if (chunk == loaded_descriptions_) return descriptions_ != nullptr;
  loaded_descriptions_ = chunk;
  descriptions_ = nullptr;
  if (chunk == kNoChunk) return false;
  std::vector<std::uint8_t> payload;
  std::string fault;
  if (load_payload(chunks_[chunk], payload)) {
    auto parsed = protocol::parse_descriptions({reinterpret_cast<const char*>(payload.data()), payload.size()}, fault);
    if (parsed) descriptions_ = std::make_shared<const mocap::Descriptions>(std::move(*parsed));
  }
  if (!descriptions_) ++faults_.damaged_chunks;
  are_descriptions_new_ = true;
  return descriptions_ != nullptr;
}

void TakeReader::seek(double position) {
  skip_to_ = position;
  last_position_ = -1.0;
  payload_at_ = 0;
  // What was read before may have been of other descriptions.
  are_descriptions_new_ = true;
  next_chunk_ = 0;
  for (std::size_t i = chunks_.size(); i-- > 0;) {
    Chunk& chunk = chunks_[i];
    if (!chunk.begins || *chunk.begins > std::max(position, 0.0)) continue;
    // A damaged chunk may tell any time; who begins with it would miss what stands before it.
    if (load_payload(chunk, payload_)) {
      next_chunk_ = i;
      break;
    }
    chunk.begins.reset();
  }
  payload_.clear();
}

bool TakeReader::next_chunk() {
  while (next_chunk_ < chunks_.size()) {
    const Chunk& chunk = chunks_[next_chunk_++];
    if (chunk.head.kind != ChunkKind::kFrames) continue;
    const bool is_described = load_descriptions(chunk.descriptions);
    if (is_described && load_payload(chunk, payload_)) {
      payload_at_ = 0;
      return true;
    }
    ++faults_.damaged_chunks;
  }
  payload_.clear();
  payload_at_ = 0;
  return false;
}

bool TakeReader::read(TakeFrame& frame) {
  while (true) {
    if (payload_at_ >= payload_.size() && !next_chunk()) return false;
    const auto rest = std::span<const std::uint8_t>(payload_).subspan(payload_at_);
    protocol::FrameHeader header;
    const FrameFault head_fault = protocol::decode_header(rest, header);
    if (head_fault != FrameFault::kNone || header.byte_length > rest.size()) {
      ++faults_.damaged_chunks;
      payload_at_ = payload_.size();
      continue;
    }
    payload_at_ += header.byte_length;
    const double position = header.capture_time - started_at_;
    if (position < skip_to_) continue;
    const FrameFault fault = protocol::decode_frame(rest.first(header.byte_length), *descriptions_, header, frame.frame);
    if (fault != FrameFault::kNone || position < last_position_) {
      ++faults_.lost_frames;
      continue;
    }
    last_position_ = position;
    frame.position = position;
    frame.descriptions = are_descriptions_new_ ? descriptions_ : nullptr;
    are_descriptions_new_ = false;
    return true;
  }
}

}  // namespace doppel::take
