import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MotionClip } from "../../../../web/src/sources/motion/motion-clip";
import { eulerOrders } from "../../../../web/src/sources/motion/quaternion";
import { readBvh } from "../../../../web/src/sources/motion/read-bvh";
import { writeBvh } from "../../../../web/src/sources/motion/write-bvh";
import { angleBetween, anyClip, clipOf, jointsOf } from "../../../support/motion-clips";
import { hasSamples, sampleNote, sharedPath } from "../../../support/samples";

/** Metres, and half the angle in radians. */
const TOLERANCE = 1e-6;

function expectEqual(found: MotionClip, clip: MotionClip): void {
  const [a] = clip.performers;
  const [b] = found.performers;
  if (a === undefined || b === undefined) throw new Error("no performer");
  expect(found.frameCount).toBe(clip.frameCount);
  expect(found.frameRate).toBeCloseTo(clip.frameRate, 6);
  expect(b.bones.map(({ parent }) => parent)).toEqual(a.bones.map(({ parent }) => parent));
  expect(b.positioned).toEqual(a.positioned);
  const offsets = (bones: typeof a.bones) =>
    bones.flatMap(({ offset, end }) => [...offset, ...(end ?? [0, 0, 0])]);
  expect(largestDifference(offsets(a.bones), offsets(b.bones))).toBeLessThan(TOLERANCE);
  expect(largestDifference(a.positions, b.positions)).toBeLessThan(TOLERANCE);
  let angle = 0;
  for (let at = 0; at < a.rotations.length; at += 4)
    angle = Math.max(angle, angleBetween(a.rotations, at, b.rotations, at));
  expect(angle).toBeLessThan(4e-5);
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Math.max(0, ...Array.from(a, (value, at) => Math.abs(value - (b[at] ?? Number.NaN))));
}

it("what is written reads back equal, for any skeleton, pose and order", () => {
  fc.assert(
    fc.property(anyClip, fc.constantFrom(...eulerOrders), (clip, order) => {
      const text = writeBvh(clip, { order });
      expectEqual(readBvh(text, "b.bvh", { metresPerUnit: 0.01, up: "y", restUp: "y" }), clip);
    }),
    { numRuns: 150 },
  );
});

it("a middle angle of 90 degrees, where two axes fall together, reads back equal too", () => {
  const half = Math.SQRT1_2;
  const turns = [
    [0, half, 0, half],
    [0.5, 0.5, 0.5, 0.5],
    [half, 0, 0, half],
    [0.5, -0.5, 0.5, 0.5],
    [0, 0, half, half],
    [0, 1, 0, 0],
  ];
  const performer = {
    name: "a",
    bones: [{ name: "Hips", parent: -1, offset: [0, 0, 0] as const, end: null }],
    rotations: Float32Array.from(turns.flat()),
    positioned: [0],
    positions: new Float32Array(3 * turns.length),
    tracked: null,
  };
  const clip = clipOf(performer, turns.length, 30);
  for (const order of eulerOrders) {
    expectEqual(readBvh(writeBvh(clip, { order }), "b.bvh", { metresPerUnit: 0.01, up: "y" }), clip);
  }
});

it("angles go on past 180 degrees instead of jumping", () => {
  const turns = Array.from({ length: 60 }, (_, frame) => {
    const half = (frame * 20 * Math.PI) / 360;
    return [0, Math.sin(half), 0, Math.cos(half)];
  });
  const performer = {
    name: "a",
    bones: [{ name: "Hips", parent: -1, offset: [0, 0, 0] as const, end: null }],
    rotations: Float32Array.from(turns.flat()),
    positioned: [0],
    positions: new Float32Array(180),
    tracked: null,
  };
  const rows = writeBvh(clipOf(performer, 60, 30), { order: "YXZ" })
    .trim()
    .split("\n")
    .slice(-60);
  const yaw = rows.map((row) => Number(row.split(" ")[3]));
  for (const [frame, angle] of yaw.entries()) expect(angle).toBeCloseTo(20 * frame, 3);
});

it("uneven times are sampled at the clip's rate", () => {
  const performer = {
    name: "a",
    bones: [{ name: "Hips", parent: -1, offset: [0, 0, 0] as const, end: null }],
    rotations: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    positioned: [0],
    positions: Float32Array.from([0, 0, 0, 1, 0, 0, 4, 0, 0]),
    tracked: null,
  };
  const clip = { ...clipOf(performer, 3, 10), times: Float64Array.from([0, 0.1, 0.4]), duration: 0.5 };
  const rows = writeBvh(clip).trim().split("\n").slice(-5);
  expect(rows.map((row) => Number(row.split(" ")[0]))).toEqual([0, 100, 200, 300, 400]);
});

it("a performer that is not there is refused", () => {
  const [clip] = fc.sample(anyClip, 1);
  if (clip === undefined) throw new Error("no clip");
  expect(() => writeBvh(clip, { performer: 1 })).toThrow(/performer: expected 0 to 0, found 1/);
});

describe.skipIf(!hasSamples)(`samples${sampleNote}`, () => {
  it.each(["cmu_12_01_walk.bvh", "collar-yxz-armsdown.bvh", "zup-mixed-orders.bvh"])(
    "%s reads back equal, unit and up axis found again",
    (name) => {
      const clip = readBvh(readFileSync(sharedPath(`samples/${name}`), "utf8"), name);
      const found = readBvh(writeBvh(clip), name);
      expect(found.up).toBe("y");
      expect(found.metresPerUnit).toBe(0.01);
      expectEqual(found, clip);
      const [a] = clip.performers;
      const [b] = found.performers;
      if (a === undefined || b === undefined) throw new Error("no performer");
      const joints = jointsOf(b, 40);
      for (const [index, joint] of jointsOf(a, 40).entries())
        for (const [axis, value] of joint.entries()) expect(joints[index]?.[axis]).toBeCloseTo(value, 5);
    },
  );
});
