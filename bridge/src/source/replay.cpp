// Timing of a recording: when the next frame is due, what loop, seek and pause do to it.
// Reading the file is take_reader's.
#include "source/replay.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cmath>
#include <optional>

#include "take/take_reader.hpp"

namespace doppel::source {

namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

/// Later than this, the clock of the recording is set anew instead of playing faster: the machine slept.
constexpr double kLongestLag = 0.25;
constexpr double kStatusSeconds = 1.0;
/// Between the last frame and the first one of the next round where a recording says nothing: one frame of 100 a second.
constexpr double kLoopGap = 0.01;

double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

class Replay final : public ReplaySource {
 public:
  explicit Replay(ReplayOptions options) : options_(std::move(options)) {}

  void start(asio::io_context& context, mocap::Sink& sink) override {
    reader_.emplace(options_.file);
    sink_ = &sink;
    timer_.emplace(context);
    status_timer_.emplace(context);
    status_.source = "replay";
    status_.server = options_.file.filename().string();
    status_.state = mocap::SourceState::kStreaming;
    begin_at(0.0);
    report_faults();
    tell_status();
    schedule();
  }

  void stop() override {
    sink_ = nullptr;
    if (timer_) timer_->cancel();
    if (status_timer_) status_timer_->cancel();
  }

  void steer(const mocap::ReplayControl& control) override {
    if (!sink_) return;
    const double position = position_now();
    if (control.loop) options_.loop = *control.loop;
    if (control.speed) options_.speed = *control.speed;
    if (control.paused) is_paused_ = *control.paused;
    // At its end a recording that is to go on begins anew.
    const bool restarts = is_ended_ && !control.position && (control.paused == false || control.loop == true);
    if (control.position || restarts)
      begin_at(restarts ? 0.0 : std::clamp(*control.position, 0.0, reader_->duration()));
    else
      anchor(position);
    if (control.position && is_paused_) show_next();
    set_state(is_ended_ ? mocap::SourceState::kEnded : mocap::SourceState::kStreaming);
    schedule();
  }

  mocap::ReplayState replay_state() const override {
    if (!reader_) return {};
    return {std::min(position_now(), reader_->duration()), reader_->duration(), options_.speed, options_.loop, is_paused_};
  }

 private:
  double position_now() const {
    if (is_paused_ || is_ended_) return anchor_position_;
    return anchor_position_ + (now() - anchor_time_) * options_.speed;
  }

  void anchor(double position) {
    anchor_position_ = position;
    anchor_time_ = now();
  }

  void begin_at(double position) {
    reader_->seek(position);
    ++epoch_;
    recorded_epoch_.reset();
    is_ended_ = false;
    has_next_ = reader_->read(next_);
    anchor(has_next_ ? next_.position : position);
  }

  void schedule() {
    timer_->cancel();
    if (!sink_ || is_paused_ || is_ended_) return;
    if (!has_next_) return at_end();
    const double wait = (next_.position - position_now()) / options_.speed;
    timer_->expires_after(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(0.0, wait))));
    timer_->async_wait([this](const boost::system::error_code& error) {
      if (!error) play();
    });
  }

  void at_end() {
    if (!options_.loop) {
      anchor(reader_->duration());
      is_ended_ = true;
      return set_state(mocap::SourceState::kEnded);
    }
    begin_at(0.0);
    // Also a recording of one moment then turns no faster than this.
    anchor_time_ += kLoopGap;
    schedule();
  }

  void play() {
    if (!sink_ || is_paused_ || is_ended_) return;
    if (position_now() - next_.position > kLongestLag * options_.speed) anchor(next_.position);
    while (has_next_ && next_.position <= position_now() && !is_paused_ && sink_) show_next();
    if (sink_) schedule();
  }

  void show_next() {
    if (!has_next_) return;
    if (next_.descriptions) describe(next_.descriptions);
    mocap::Frame& frame = next_.frame;
    if (recorded_epoch_ && *recorded_epoch_ != frame.epoch) ++epoch_;
    recorded_epoch_ = frame.epoch;
    frame.epoch = epoch_;
    frame.revision = revision_;
    frame.captured_at = now();
    frame.received_at = frame.captured_at;
    ++status_.counters.frames;
    ++frames_in_second_;
    sink_->on_frame(frame);
    if (sink_) has_next_ = reader_->read(next_);
  }

  void describe(const mocap::DescriptionsPointer& recorded) {
    // After a seek or a loop they may be the ones that hold already.
    if (recorded == described_) return;
    described_ = recorded;
    auto descriptions = std::make_shared<mocap::Descriptions>(*recorded);
    descriptions->revision = ++revision_;
    sink_->on_descriptions(descriptions);
  }

  void report_faults() {
    const take::TakeFaults& faults = reader_->faults();
    if (faults.damaged_bytes == 0 && faults.damaged_chunks == 0) return;
    status_.code = "damaged-take";
    status_.message = "The recording was cut off or is damaged; what is whole is played.";
  }

  void set_state(mocap::SourceState state) {
    if (status_.state == state) return;
    status_.state = state;
    if (sink_) sink_->on_status(status_);
  }

  void tell_status() {
    status_.counters.lost = reader_->faults().lost_frames;
    status_.counters.bad_sections = reader_->faults().damaged_chunks;
    status_.rate = frames_in_second_ / kStatusSeconds;
    frames_in_second_ = 0;
    sink_->on_status(status_);
    status_timer_->expires_after(std::chrono::milliseconds(1000));
    status_timer_->async_wait([this](const boost::system::error_code& error) {
      if (!error && sink_) tell_status();
    });
  }

  ReplayOptions options_;
  std::optional<take::TakeReader> reader_;
  mocap::Sink* sink_ = nullptr;
  std::optional<asio::steady_timer> timer_;
  std::optional<asio::steady_timer> status_timer_;
  mocap::Status status_;
  take::TakeFrame next_;
  bool has_next_ = false;
  mocap::DescriptionsPointer described_;
  std::uint32_t revision_ = 0;
  std::uint32_t epoch_ = 0;
  std::optional<std::uint32_t> recorded_epoch_;
  /// The recording stood at `anchor_position_` when the steady clock stood at `anchor_time_`.
  double anchor_position_ = 0.0;
  double anchor_time_ = 0.0;
  double frames_in_second_ = 0.0;
  bool is_paused_ = false;
  bool is_ended_ = false;
};

}  // namespace

std::unique_ptr<ReplaySource> make_replay_source(ReplayOptions options) { return std::make_unique<Replay>(std::move(options)); }

}  // namespace doppel::source
