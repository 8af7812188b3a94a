// A face calibration turned into the curves that the frame path and the report run.
// It is not the measuring or the matching: see `face/calibrate.hpp`.
#include "face/calibration.hpp"

#include <algorithm>

namespace doppel::face {

double total_gain(const Calibration& calibration, std::size_t channel) {
  const FaceChannelInfo& info = kFaceChannels[channel];
  const double user = calibration.channels[channel].user_gain;
  if (info.face_class != FaceClass::kAmplitude) return user;
  return calibration.overall * calibration.group_gain[static_cast<std::size_t>(info.group)] * user;
}

double binary_drive(const Calibration& calibration, std::size_t channel, double input) {
  const ChannelCalibration& settings = calibration.channels[channel];
  const bool closure = kFaceChannels[channel].face_class == FaceClass::kClosure;
  return settings.user_gain * (closure ? input / settings.closed_at : input);
}

double coupled_output(const Calibration& calibration, double close_input, double jaw_input, double jaw_output) {
  if (!(jaw_input >= kZeroInput)) return 0.0;
  const ChannelCalibration& settings = calibration.channels[kMouthClose];
  const double share = clamp01(above_floor(close_input, settings.floor) / jaw_input);
  return clamp01(calibration.coupling * jaw_output * share * std::min(1.0, total_gain(calibration, kMouthClose)));
}

CurveSettings curve_settings(const Calibration& calibration, std::size_t channel, const ChannelMeasurement* measured) {
  const ChannelCalibration& settings = calibration.channels[channel];
  const FaceClass face_class = kFaceChannels[channel].face_class;
  const bool closure = face_class == FaceClass::kClosure;
  CurveSettings curve;
  curve.method = calibration.method;
  curve.ratio = settings.ratio;
  curve.gamma = settings.gamma;
  curve.dead_zone = settings.dead_zone;
  curve.saturation = settings.saturation;
  curve.gain = total_gain(calibration, channel);
  curve.floor = settings.floor;
  curve.closed_at = closure ? settings.closed_at : 1.0;
  curve.in_proportion = face_class == FaceClass::kGaze && measured != nullptr && measured->gaze_degrees > 0.0;
  // The soft clamp of 3.4 ends at 96 % of saturation: lids would stay open. A file that bends a blink itself keeps its formula.
  curve.soft_clamp = !(closure && settings.gamma == 1.0);
  return curve;
}

}  // namespace doppel::face
