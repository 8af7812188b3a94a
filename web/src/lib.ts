// The library `doppel`: everything another page may import. `doppel/load` is lib/load-avatar.ts.
// Only names stand here; what they do stands in lib/.

export type {
  BodyCalibration,
  BodyDescription,
  BodyFinding,
  BodyLayout,
  BodyReport,
  BodySettings,
  BodyTransfer,
  CalibrationPose,
  JointDescription,
  PoseFault,
  PropSlot,
  PropType,
} from "./core/body-documents";
export { CoreUnavailableError } from "./core/core-unavailable-error";
export type {
  ChannelReport,
  InputRange,
  Measurement,
  Profile,
  ProfileChannel,
  RemapMethod,
  Report,
  Verdict,
} from "./core/documents";
export { Body, type BodyMeters } from "./lib/body";
export { type BindBodyOptions, BodyStage, type BodyStageOptions, type PropPose } from "./lib/body-stage";
export type { BytesSource } from "./lib/bytes";
export { type BindOptions, Doppel, type DoppelOptions } from "./lib/doppel";
export { DoppelError, type DoppelErrorCode, OtherAvatarError } from "./lib/errors";
export { Face } from "./lib/face";
export type { Applied, ApplyOptions, FaceControl, FaceFrame, MeasuredOn } from "./lib/face-control";
export { type BodyPose, Performer } from "./lib/performer";
export type { SceneGltf, SceneHolder, SceneObject, SceneRotation, SceneVector } from "./lib/scene-types";
export type { SettingsCache } from "./lib/settings-cache";
export { ProbeError } from "./probe/probe-error";
export type { AvatarDescription, MorphSlot } from "./reader/avatar-description";
export { ReadError } from "./reader/read-error";
export { type BodyMeterName, bodyMeterNames, type WeightLayer, weightLayers } from "./tables/body-meters";
export {
  type BodyParameter,
  type BodyParameterName,
  type BodyUnit,
  type BodyValue,
  bodyParameters,
} from "./tables/body-parameters";
export { type FaceChannelName, faceChannelNames } from "./tables/face-channels";
export { type Hand, type HandPreset, handPresets } from "./tables/hand-presets";
export { type HumanBoneName, humanBoneNames } from "./tables/human-bones";
