import fc from "fast-check";
import { expect, it } from "vitest";
import { createPose, poseToWorld, restPose, samplePose } from "../../../../web/src/sources/motion/pose";
import { angleBetween, anyClip, jointsOf } from "../../../support/motion-clips";

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("none");
  return first;
}

it("at a frame's time the pose is the frame's, and its joints are those of matrices", () => {
  fc.assert(
    fc.property(anyClip, fc.nat(3), (clip, pick) => {
      const performer = only(clip.performers);
      const frame = pick % clip.frameCount;
      const pose = createPose(performer);
      samplePose(performer, clip.times, clip.times[frame] ?? 0, pose);
      poseToWorld(performer, pose);
      const joints = jointsOf(performer, frame).flat();
      const worst = Math.max(...joints.map((value, at) => Math.abs(value - (pose.worldPositions[at] ?? 9))));
      expect(worst).toBeLessThan(1e-5);
    }),
  );
});

it("between two frames every bone is on the shortest arc, at the share of the time", () => {
  fc.assert(
    fc.property(anyClip, fc.double({ min: 0, max: 1, noNaN: true }), (clip, share) => {
      if (clip.frameCount < 2) return;
      const performer = only(clip.performers);
      const pose = createPose(performer);
      samplePose(performer, clip.times, share / clip.frameRate, pose);
      const count = performer.bones.length;
      for (let bone = 0; bone < count; ++bone) {
        const whole = angleBetween(performer.rotations, 4 * bone, performer.rotations, 4 * (count + bone));
        const first = angleBetween(performer.rotations, 4 * bone, pose.rotations, 4 * bone);
        const second = angleBetween(pose.rotations, 4 * bone, performer.rotations, 4 * (count + bone));
        // Rotations that are nearly opposite have no one shortest arc in single precision.
        if (whole > 179.9) continue;
        expect(Math.abs(first - share * whole)).toBeLessThan(0.05);
        expect(Math.abs(second - (1 - share) * whole)).toBeLessThan(0.05);
        expect(Math.abs(Math.hypot(...pose.rotations.subarray(4 * bone, 4 * bone + 4)) - 1)).toBeLessThan(
          1e-6,
        );
      }
      const tracks = performer.positioned.length;
      for (const [track, bone] of performer.positioned.entries()) {
        const from = performer.positions[3 * track] ?? 0;
        const to = performer.positions[3 * (tracks + track)] ?? 0;
        expect(pose.translations[3 * bone]).toBeCloseTo(from + share * (to - from), 5);
      }
    }),
  );
});

it("before the first frame, after the last and at no number at all the nearest frame holds", () => {
  const clip = only(fc.sample(anyClip, { numRuns: 1, seed: 7 }));
  const performer = only(clip.performers);
  const pose = createPose(performer);
  const size = 4 * performer.bones.length;
  const lastFrame = performer.rotations.subarray((clip.frameCount - 1) * size);
  for (const [time, frame] of [
    [-1, performer.rotations.subarray(0, size)],
    [Number.NaN, performer.rotations.subarray(0, size)],
    [1e9, lastFrame],
    [Number.POSITIVE_INFINITY, lastFrame],
  ] as const) {
    samplePose(performer, clip.times, time, pose);
    expect(pose.rotations).toEqual(frame);
  }
});

it("at rest no bone is turned and every joint is at the sum of its offsets", () => {
  fc.assert(
    fc.property(anyClip, (clip) => {
      const performer = only(clip.performers);
      const pose = createPose(performer);
      samplePose(performer, clip.times, 0, pose);
      restPose(performer, pose);
      for (const [bone, { parent, offset }] of performer.bones.entries()) {
        for (let axis = 0; axis < 3; ++axis) {
          const above = parent < 0 ? 0 : (pose.worldPositions[3 * parent + axis] ?? 0);
          expect(pose.worldPositions[3 * bone + axis]).toBeCloseTo(above + (offset[axis] ?? 0), 5);
        }
      }
    }),
  );
});
