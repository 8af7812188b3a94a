// The frame path of one face: 52 raw values in, 52 calibrated values, morph weights and bone turns out.
// It is not the engine: it knows one avatar, and owns no rows.
#include "face/face_solver.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "face/face_status.hpp"

namespace doppel::face {

FaceSolver::FaceSolver(const FaceRoutes& routes, const FaceMeasurement* measurement)
    : mixer_(routes), measured_(measurement != nullptr) {
  if (measured_) measurement_ = *measurement;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    const Presence unmeasured = Presence::kMoves;
    presence_[i] = !mixer_.has_route(i) ? Presence::kMissing : measured_ ? measurement_.channels[i].presence : unmeasured;
  }
  set_calibration(Calibration{});
}

void FaceSolver::set_calibration(const Calibration& calibration) {
  calibration_ = calibration;
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    curves_[i] = CompiledCurve(curve_settings(calibration_, i, measured_ ? &measurement_.channels[i] : nullptr));
  }
  lid_guard_ = measured_ ? LidGuard(measurement_, calibration_) : LidGuard();
}

void FaceSolver::set_solo(int channel) {
  if (channel < kNoSolo || channel >= static_cast<int>(kFaceChannelCount)) {
    throw Error(ErrorCode::kInvalidArgument, "channel: must be from -1 to 51, found " + std::to_string(channel));
  }
  solo_ = channel;
}

void FaceSolver::apply_solo(Values& values) const noexcept {
  if (solo_ == kNoSolo) return;
  const auto kept = static_cast<std::size_t>(solo_);
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    if (i != kept) values[i] = 0.0;
  }
  if (kept == kMouthClose) values[kJawOpen] = kSoloJawOpen;
}

double FaceSolver::binary_output(std::size_t channel, double value) noexcept {
  const double driven = binary_drive(calibration_, channel, value);
  binary_on_[channel] = driven >= (binary_on_[channel] ? kBinaryOff : kBinaryOn);
  return binary_on_[channel] ? 1.0 : 0.0;
}

void FaceSolver::calibrate(const Values& clean, Values& outputs) noexcept {
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) {
    switch (presence_[i]) {
      case Presence::kMissing:
      case Presence::kEmpty: outputs[i] = 0.0; break;
      case Presence::kBinary: outputs[i] = binary_output(i, clean[i]); break;
      case Presence::kMoves: outputs[i] = curves_[i](clean[i]); break;
    }
    if (calibration_.channels[i].muted) outputs[i] = 0.0;
  }
  // After the mutes: over a jaw that is held shut, mouthClose would push the lips through each other.
  if (presence_[kMouthClose] == Presence::kMoves && !calibration_.channels[kMouthClose].muted) {
    outputs[kMouthClose] = coupled_output(calibration_, clean[kMouthClose], clean[kJawOpen], outputs[kJawOpen]);
  }
}

std::uint32_t FaceSolver::solve(const FaceRows& rows) noexcept {
  Values clean{};
  std::uint32_t status = input_.read(rows.input, clean);
  apply_solo(clean);
  Values outputs = clean;
  if (!bypass_) {
    calibrate(clean, outputs);
    if (lid_guard_.hold(outputs)) status |= kStatusLidGuard;
  }
  for (std::size_t i = 0; i < kFaceChannelCount; ++i) rows.output[i] = static_cast<float>(outputs[i]);
  mixer_.mix(outputs, rows.morphs, rows.bones);
  return status;
}

}  // namespace doppel::face
