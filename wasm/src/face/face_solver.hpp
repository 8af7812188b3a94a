// The frame path of one face: 52 raw values in, 52 calibrated values, morph weights and bone turns out.
// It is not the engine: it knows one avatar, and owns no rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "face/calibration.hpp"
#include "face/face_input.hpp"
#include "face/lid_guard.hpp"
#include "face/measurement.hpp"
#include "face/remap.hpp"
#include "face/route_mixer.hpp"

namespace doppel::face {

/// Input that jawOpen is given while mouthClose is on solo: a closed mouth does not close.
inline constexpr double kSoloJawOpen = 0.5;
/// Solo of no channel.
inline constexpr int kNoSolo = -1;

/// Where one frame goes. All spans belong to the caller.
struct FaceRows {
  std::span<const float, kFaceChannelCount> input;
  std::span<float, kFaceChannelCount> output;
  std::span<float> morphs;  // at least the routes' slot count
  std::span<float, kFaceBoneCount * kFaceBoneFloats> bones;
};

/// Order of one frame: clean the input, solo, remap with gains, mute, couple mouthClose to jawOpen, guard the lids, mix the
/// routes.
class FaceSolver {
 public:
  /// `measurement` null: nothing was measured; then every channel with a route counts as moving and the lids are not guarded.
  /// Throws kInvalidArgument where the routes name what does not exist.
  FaceSolver(const FaceRoutes& routes, const FaceMeasurement* measurement);

  /// Compiles the curves. The calibration must be within its ranges (`io` checks it). Input state is kept.
  void set_calibration(const Calibration& calibration);
  const Calibration& calibration() const { return calibration_; }
  void set_bypass(bool on) { bypass_ = on; }
  /// kNoSolo or 0..51; a muted channel stays mute. Throws kInvalidArgument.
  void set_solo(int channel);
  void set_input_range(InputRange range) { input_.set_range(range); }
  const FaceInput& input() const { return input_; }
  std::uint32_t slot_count() const { return mixer_.slot_count(); }

  /// One frame. Returns the `FaceStatusBit`s. Neither throws nor allocates.
  std::uint32_t solve(const FaceRows& rows) noexcept;

 private:
  using Values = std::array<double, kFaceChannelCount>;
  void apply_solo(Values& values) const noexcept;
  void calibrate(const Values& clean, Values& outputs) noexcept;
  double binary_output(std::size_t channel, double value) noexcept;

  RouteMixer mixer_;
  FaceInput input_;
  FaceMeasurement measurement_;
  bool measured_;
  Calibration calibration_;
  LidGuard lid_guard_;
  std::array<CompiledCurve, kFaceChannelCount> curves_{};
  std::array<Presence, kFaceChannelCount> presence_{};
  std::array<bool, kFaceChannelCount> binary_on_{};
  bool bypass_ = false;
  int solo_ = kNoSolo;
};

}  // namespace doppel::face
