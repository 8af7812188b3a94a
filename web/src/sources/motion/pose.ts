// A performer's pose at a time: local rotations and places blended between frames, and from them the joints in the world.
// It plays nothing: the time is handed in. After its buffers are made nothing here allocates.

import { rowAt } from "../row-at";
import type { MotionPerformer } from "./motion-clip";
import { multiply, rotate, slerp } from "./quaternion";

/** Buffers for one performer; made once. */
export interface MotionPose {
  /** bones x 4, in the parent's space. */
  readonly rotations: Float32Array;
  /** bones x 3, in the parent's space, metres. */
  readonly translations: Float32Array;
  /** bones x 4, in the world. */
  readonly worldRotations: Float32Array;
  /** bones x 3, in the world, metres. */
  readonly worldPositions: Float32Array;
}

export function createPose(performer: MotionPerformer): MotionPose {
  const count = performer.bones.length;
  const pose = {
    rotations: new Float32Array(4 * count),
    translations: new Float32Array(3 * count),
    worldRotations: new Float32Array(4 * count),
    worldPositions: new Float32Array(3 * count),
  };
  restPose(performer, pose);
  return pose;
}

/** No bone turned, each joint at its offset. */
export function restPose(performer: MotionPerformer, pose: MotionPose): void {
  pose.rotations.fill(0);
  for (const [bone, { offset }] of performer.bones.entries()) {
    pose.rotations[4 * bone + 3] = 1;
    pose.translations.set(offset, 3 * bone);
  }
  poseToWorld(performer, pose);
}

/**
 * Fills the local rotations and translations.
 * @param times of the clip
 * @param seconds before the first and after the last frame the nearest holds; not a number counts as 0
 */
export function samplePose(
  performer: MotionPerformer,
  times: Float64Array,
  seconds: number,
  pose: MotionPose,
): void {
  const time = Number.isNaN(seconds) ? 0 : seconds;
  const frame = rowAt(times, time);
  const start = times[frame] ?? 0;
  const end = times[frame + 1];
  const blend = end === undefined ? 0 : Math.min(Math.max((time - start) / (end - start), 0), 1);
  const { bones, rotations, positioned, positions } = performer;
  const count = bones.length;
  for (let bone = 0; bone < count; ++bone) {
    const at = 4 * (frame * count + bone);
    if (blend > 0) slerp(rotations, at, rotations, at + 4 * count, blend, pose.rotations, 4 * bone);
    else for (let i = 0; i < 4; ++i) pose.rotations[4 * bone + i] = rotations[at + i] ?? 0;
  }
  const tracks = positioned.length;
  for (let track = 0; track < tracks; ++track) {
    const bone = positioned[track] ?? 0;
    const at = 3 * (frame * tracks + track);
    for (let i = 0; i < 3; ++i) {
      const value = positions[at + i] ?? 0;
      const next = blend > 0 ? (positions[at + 3 * tracks + i] ?? value) : value;
      pose.translations[3 * bone + i] = value + blend * (next - value);
    }
  }
}

/** Works the joints in the world out from the local rotations and translations. */
export function poseToWorld(performer: MotionPerformer, pose: MotionPose): void {
  const { bones } = performer;
  const { rotations, translations, worldRotations, worldPositions } = pose;
  for (let bone = 0; bone < bones.length; ++bone) {
    const parent = bones[bone]?.parent ?? -1;
    if (parent < 0) {
      for (let i = 0; i < 4; ++i) worldRotations[4 * bone + i] = rotations[4 * bone + i] ?? 0;
      for (let i = 0; i < 3; ++i) worldPositions[3 * bone + i] = translations[3 * bone + i] ?? 0;
      continue;
    }
    multiply(worldRotations, 4 * parent, rotations, 4 * bone, worldRotations, 4 * bone);
    rotate(worldRotations, 4 * parent, translations, 3 * bone, worldPositions, 3 * bone);
    for (let i = 0; i < 3; ++i)
      worldPositions[3 * bone + i] =
        (worldPositions[3 * bone + i] ?? 0) + (worldPositions[3 * parent + i] ?? 0);
  }
}
