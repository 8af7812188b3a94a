// A recording at another, even rate.
// It blends frames that are there; a rate above the recording's own adds no movement.
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { createPose, samplePose } from "../sources/motion/pose";

function resampled(performer: MotionPerformer, from: Float64Array, times: Float64Array): MotionPerformer {
  const count = performer.bones.length;
  const { positioned } = performer;
  const rotations = new Float32Array(4 * count * times.length);
  const positions = new Float32Array(3 * positioned.length * times.length);
  const pose = createPose(performer);
  for (const [frame, time] of times.entries()) {
    samplePose(performer, from, time, pose);
    rotations.set(pose.rotations, 4 * count * frame);
    for (const [track, bone] of positioned.entries()) {
      const place = pose.translations.subarray(3 * bone, 3 * bone + 3);
      positions.set(place, 3 * (frame * positioned.length + track));
    }
  }
  return { ...performer, rotations, positions, tracked: null };
}

/**
 * The performers of a clip, `rate` frames a second; rigid bodies and markers are left out.
 * @param rate above 0
 */
export function resampleClip(clip: MotionClip, rate: number): MotionClip {
  const last = clip.times.at(-1) ?? 0;
  // A hair more: the last time is a product of as many steps as there are frames.
  const frameCount = Math.floor(last * rate + 1e-6) + 1;
  const times = Float64Array.from({ length: frameCount }, (_, frame) => frame / rate);
  return {
    ...clip,
    frameCount,
    frameRate: rate,
    times,
    duration: frameCount / rate,
    performers: clip.performers.map((performer) => resampled(performer, clip.times, times)),
    bodies: [],
    markers: [],
  };
}
