// Limits are looked at when it begins and four times a second: what comes in between is less than the space that stays free.
// A file that is there is never touched: the take writer gives the new one a number.
#include "server/recordings.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace doppel::server {

namespace fs = std::filesystem;

namespace {

constexpr double kMebibyte = 1048576.0;

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / kMebibyte; }

std::tm local_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return local;
}

}  // namespace

std::string take_name(const std::tm& local) {
  char text[32];
  return {text, std::strftime(text, sizeof(text), "take-%Y-%m-%d-%H%M", &local)};
}

Recordings::Recordings(TakeStore& takes, std::string source, RecordingLimits limits)
    : takes_(takes), source_(std::move(source)), limits_(limits) {}

Recordings::~Recordings() { stop(); }

std::optional<Recordings::Refusal> Recordings::steer(const mocap::RecordingControl& control) {
  if (control.starts) return start(control.name);
  if (!recorder_) return Refusal{"not-recording", "nothing is being recorded"};
  stop();
  return std::nullopt;
}

std::optional<Recordings::Refusal> Recordings::start(const std::string& name) {
  if (recorder_) return Refusal{"already-recording", "being recorded already: " + state().name};
  if (!takes_.has_folder()) return Refusal{"no-data-folder", "the bridge has no folder for takes; --data FOLDER gives it one"};
  std::error_code error;
  fs::create_directories(takes_.folder(), error);
  if (error) return Refusal{"write-failed", "the folder for takes cannot be made: " + error.message()};
  const auto space = fs::space(takes_.folder(), error);
  if (!error && space.available < limits_.free_space) {
    return Refusal{"no-space", fmt::format("the disk has {:.0f} MiB free; {:.0f} MiB are to stay free",
                                           mebibytes(space.available), mebibytes(limits_.free_space))};
  }
  try {
    start_at(takes_.folder() / ((name.empty() ? take_name(local_now()) : name) + std::string(kTakeEnding)));
  } catch (const Error& fault) {
    return Refusal{"write-failed", fault.what()};
  }
  return std::nullopt;
}

void Recordings::start_at(const fs::path& file) {
  recorder_ = std::make_unique<Recorder>(file, source_);
  takes_.set_unfinished(recorder_->file());
  spdlog::info("recording to {}", recorder_->file().string());
}

std::optional<Recordings::Refusal> Recordings::limit_reached() const {
  if (recorder_->has_failed()) return Refusal{"write-failed", "the disk took no more"};
  if (recorder_->byte_count() >= limits_.largest_take) {
    return Refusal{"too-large", fmt::format("a take may have {:.0f} MiB", mebibytes(limits_.largest_take))};
  }
  std::error_code error;
  const auto space = fs::space(recorder_->file(), error);
  // A pipe or a device has no such number.
  if (error || !fs::is_regular_file(recorder_->file(), error) || space.available >= limits_.free_space) return std::nullopt;
  return Refusal{"no-space", fmt::format("less than {:.0f} MiB are free on the disk", mebibytes(limits_.free_space))};
}

bool Recordings::check() {
  if (!recorder_) return false;
  const auto reason = limit_reached();
  if (!reason) return false;
  spdlog::error("the recording ends: {}", reason->message);
  stop();
  ended_.error = reason->code;
  ended_.message = reason->message;
  return true;
}

void Recordings::stop() {
  if (!recorder_) return;
  ended_ = state();
  ended_.is_active = false;
  spdlog::info("{} frames recorded to {}", recorder_->frame_count(), recorder_->file().string());
  // Its end writes what it holds, as a last chunk: the file has then a head more than was said.
  const fs::path file = recorder_->file();
  recorder_ = nullptr;
  takes_.set_unfinished({});
  std::error_code error;
  const auto bytes = fs::file_size(file, error);
  if (!error) ended_.bytes = bytes;
}

mocap::RecordingState Recordings::state() const {
  if (!recorder_) return ended_;
  mocap::RecordingState state;
  state.is_active = true;
  state.name = recorder_->file().filename().string();
  state.seconds = recorder_->seconds();
  state.frames = recorder_->frame_count();
  state.bytes = recorder_->byte_count();
  state.dropped = recorder_->dropped_count();
  return state;
}

}  // namespace doppel::server
