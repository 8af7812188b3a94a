// Where everything in a clip is over time: joints, bodies and markers, for whoever has to make room for it.
// It is no pose: it samples a share of the frames.

import type { MotionClip, Vec3 } from "./motion-clip";
import { createPose, poseToWorld, samplePose } from "./pose";

function placeAt(values: Float32Array, index: number): Vec3 {
  return [values[3 * index] ?? 0, values[3 * index + 1] ?? 0, values[3 * index + 2] ?? 0];
}

/**
 * A list of places for each frame that is looked at, the first frame first. Metres, world; what is not tracked is left out.
 * @param most frames that are looked at, at most
 */
export function placesOf(clip: MotionClip, most: number): Vec3[][] {
  const poses = clip.performers.map(createPose);
  const step = Math.max(1, Math.ceil(clip.frameCount / most));
  const list: Vec3[][] = [];
  for (let frame = 0; frame < clip.frameCount; frame += step) {
    const places: Vec3[] = [];
    for (const [index, performer] of clip.performers.entries()) {
      const pose = poses[index];
      if (pose === undefined) continue;
      samplePose(performer, clip.times, clip.times[frame] ?? 0, pose);
      poseToWorld(performer, pose);
      for (const bone of performer.bones.keys()) places.push(placeAt(pose.worldPositions, bone));
    }
    for (const { positions, tracked } of [...clip.bodies, ...clip.markers])
      if (tracked[frame] === 1) places.push(placeAt(positions, frame));
    list.push(places);
  }
  return list;
}
