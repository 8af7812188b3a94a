// The server's transmit stamp decides where there is one, for numbers may repeat and jump while a take is edited; else the
// timestamp; else the number.
#include "natnet/frame_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace doppel::natnet {
namespace {

constexpr std::int64_t kWindow = 64;
/// Numbers a second beyond which a gap is no loss: a take was scrubbed, or the numbers begin elsewhere. No camera is as fast.
/// Default of ours.
constexpr double kFastestNumbers = 2000.0;

}  // namespace

std::optional<double> transmit_time(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second) {
  if (!layout.clock_stamps || ticks_per_second == 0 || frame.transmit_ticks == 0) return std::nullopt;
  return static_cast<double>(frame.transmit_ticks) / static_cast<double>(ticks_per_second);
}

FrameOrder::Key FrameOrder::key_of(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second) {
  Key key;
  key.number = frame.number;
  if (const std::optional<double> transmitted = transmit_time(frame, layout, ticks_per_second)) {
    key.time = *transmitted;
    key.has_time = true;
  } else if (layout.timestamp_double && std::isfinite(frame.timestamp)) {
    key.time = frame.timestamp;
    key.has_time = true;
  }
  return key;
}

// What is left in the window when it is given up: every due number that is not seen is lost.
void FrameOrder::close_window() {
  const std::int64_t due = std::min<std::int64_t>(kWindow, newest_.number - first_number_ + 1);
  const std::uint64_t mask = due >= kWindow ? ~std::uint64_t{0} : (std::uint64_t{1} << static_cast<unsigned>(due)) - 1;
  lost_ += static_cast<std::uint64_t>(std::popcount(~seen_ & mask));
}

FrameOrderResult FrameOrder::start_epoch(const Key& key) {
  const bool is_first = !is_started_;
  if (!is_first) close_window();
  is_started_ = true;
  is_epoch_expected_ = false;
  newest_ = key;
  seen_ = 1;
  first_number_ = key.number;
  late_in_a_row_ = 0;
  return is_first ? FrameOrderResult::kNew : FrameOrderResult::kNewEpoch;
}

FrameOrderResult FrameOrder::accept(const FrameData& frame, const Key& key) {
  late_in_a_row_ = 0;
  const std::int64_t step = static_cast<std::int64_t>(frame.number) - newest_.number;
  if (step < 0) return start_epoch(key);
  if (key.has_time && step > kWindow && static_cast<double>(step) > kFastestNumbers * (key.time - newest_.time)) {
    close_window();
    newest_ = key;
    seen_ = 1;
    first_number_ = key.number;
    return FrameOrderResult::kNew;
  }
  newest_ = key;
  if (step == 0) return FrameOrderResult::kNew;  // a take that stands still
  // Numbers that leave the window unseen are lost; those that never entered it too.
  for (std::int64_t i = 0; i < std::min(step, kWindow); ++i) {
    const std::int64_t leaving = static_cast<std::int64_t>(newest_.number) - step - kWindow + 1 + i;
    const bool is_seen = (seen_ >> 63U) != 0;
    if (!is_seen && leaving >= first_number_) ++lost_;
    seen_ <<= 1U;
  }
  if (step > kWindow) lost_ += static_cast<std::uint64_t>(step - kWindow);
  seen_ |= 1U;
  return FrameOrderResult::kNew;
}

FrameOrderResult FrameOrder::judge(const FrameData& frame, const Layout& layout, std::uint64_t ticks_per_second) {
  const Key key = key_of(frame, layout, ticks_per_second);
  if (!is_started_ || is_epoch_expected_ || key.has_time != newest_.has_time) return start_epoch(key);
  const std::int64_t step = static_cast<std::int64_t>(key.number) - newest_.number;
  const double time_step = key.time - newest_.time;
  const bool is_newer = key.has_time ? time_step > 0.0 : step > 0;
  if (is_newer) return accept(frame, key);
  if (step == 0 && time_step == 0.0) return FrameOrderResult::kDuplicate;
  if (key.has_time ? time_step < -kRestartStep : step < -kRestartNumbers) return start_epoch(key);

  const std::int64_t back = -step;
  const bool is_in_window = back >= 0 && back < kWindow;
  const std::uint64_t bit = is_in_window ? std::uint64_t{1} << static_cast<unsigned>(back) : 0;
  const bool is_seen = (seen_ & bit) != 0;
  // A restarted server's frames follow one another although they all seem late; frames that the network held back do not for
  // long.
  const bool follows = late_in_a_row_ > 0 && key.number > last_late_.number;
  late_in_a_row_ = follows ? late_in_a_row_ + 1 : 1;
  last_late_ = key;
  if (late_in_a_row_ >= kRestartFrames) return start_epoch(key);
  seen_ |= bit;
  return is_seen ? FrameOrderResult::kDuplicate : FrameOrderResult::kLate;
}

}  // namespace doppel::natnet
