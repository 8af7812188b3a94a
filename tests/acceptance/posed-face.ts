// Runs an avatar with a profile through the engine and hands out the morph weights that a frame leads to.
// It is not a view: nothing is drawn, and bones are not turned.
import type { Core } from "../../web/src/core/core";
import type { Measurement, Profile } from "../../web/src/core/documents";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { type FaceChannelName, faceChannelCount, faceChannelIndex } from "../../web/src/tables/face-channels";

export type Face = Partial<Record<FaceChannelName, number>>;

export function faceRow(face: Face): Float32Array {
  const row = new Float32Array(faceChannelCount);
  for (const [name, value] of Object.entries(face)) row[faceChannelIndex(name)] = value;
  return row;
}

export interface Posed {
  /** Calibrated values, 52. */
  readonly output: Float32Array;
  /** Weight of each morph slot. */
  readonly weights: Float32Array;
}

/** @param profile null: the values reach the avatar as they came */
export function poseFace(
  core: Core,
  description: Pick<AvatarDescription, "routes">,
  measurement: Measurement,
  profile: Profile | null,
  face: Face,
): Posed {
  const engine = core.createEngine(1);
  try {
    const handle = engine.addAvatar(description.routes, measurement);
    if (profile === null) engine.setBypass(handle, true);
    else engine.setProfile(handle, profile);
    engine.setInput(handle, faceRow(face));
    engine.step(1 / 60);
    return { output: engine.output(handle), weights: engine.morphs().slice(0, description.routes.slotCount) };
  } finally {
    engine.delete();
  }
}
