// Which frames are new: late ones, duplicates and the server's restarts told apart, and losses counted.
// It decides by the server's numbers and clock alone; arrival times do not enter.
#pragma once

#include <cstdint>
#include <optional>

#include "natnet/clock.hpp"
#include "natnet/frame_data.hpp"
#include "natnet/version.hpp"

namespace doppel::natnet {

/// So many frames in a row that would all be late are a restart whatever the step. Default of ours: more than any network
/// reorders.
inline constexpr int kRestartFrames = 12;
/// A step back of the number by more than this is a restart where frames carry no clock (2.5). Default of ours.
inline constexpr std::int32_t kRestartNumbers = 240;

/// When the server sent the frame, seconds of its own clock; nothing where the layout or the server has no such stamp.
/// `ticks_per_second` 0: not known.
std::optional<double> transmit_time(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second);

enum class FrameOrderResult {
  kNew,
  kNewEpoch,  // new, and numbers or time have gone back: the server was restarted, or a take starts again
  kLate,
  kDuplicate,
};

class FrameOrder {
 public:
  /// `ticks_per_second` as above.
  FrameOrderResult judge(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second);

  /// Another server takes over: whatever its clock says, its first frame begins an epoch.
  void expect_epoch() { is_epoch_expected_ = is_started_; }

  /// Numbers that were jumped over and had no frame when 64 newer ones had passed, or the epoch ended.
  std::uint64_t lost() const { return lost_; }

 private:
  struct Key {
    double time = 0.0;  // seconds of the server's clock; only where there is one
    bool has_time = false;
    std::int32_t number = 0;
  };
  static Key key_of(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second);
  FrameOrderResult accept(const FrameData& frame, const Key& key);
  FrameOrderResult start_epoch(const Key& key);
  void close_window();

  bool is_started_ = false;
  bool is_epoch_expected_ = false;
  Key newest_;
  /// Bit i: number `newest - i` was seen.
  std::uint64_t seen_ = 0;
  /// Numbers below the first of the epoch were never due.
  std::int64_t first_number_ = 0;
  int late_in_a_row_ = 0;
  Key last_late_;
  std::uint64_t lost_ = 0;
};

}  // namespace doppel::natnet
