// The library `doppel`: everything another page may import. `doppel/load` is lib/load-avatar.ts.
// Only names stand here; what they do stands in lib/.

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
export type { BytesSource } from "./lib/bytes";
export { type BindOptions, Doppel, type DoppelOptions } from "./lib/doppel";
export { DoppelError, type DoppelErrorCode, OtherAvatarError } from "./lib/errors";
export { Face } from "./lib/face";
export type { Applied, ApplyOptions, FaceControl, FaceFrame, MeasuredOn } from "./lib/face-control";
export type { SceneGltf, SceneHolder, SceneObject, SceneRotation } from "./lib/scene-types";
export { ProbeError } from "./probe/probe-error";
export type { AvatarDescription, MorphSlot } from "./reader/avatar-description";
export { ReadError } from "./reader/read-error";
export { type FaceChannelName, faceChannelNames } from "./tables/face-channels";
