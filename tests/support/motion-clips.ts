// Made-up body recordings for tests: random skeletons and poses, and arithmetic of their own (matrices) to judge the code by.
// It uses nothing of the code under test but its types.
import fc from "fast-check";
import type { MotionBone, MotionClip, MotionPerformer } from "../../web/src/sources/motion/motion-clip";

export type Matrix = readonly (readonly number[])[];

export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function times(a: Matrix, b: Matrix): Matrix {
  return a.map((row) =>
    [0, 1, 2].map((column) => row.reduce((sum, x, k) => sum + x * (b[k]?.[column] ?? 0), 0)),
  );
}

export function apply(m: Matrix, v: readonly number[]): number[] {
  return m.map((row) => row.reduce((sum, x, k) => sum + x * (v[k] ?? 0), 0));
}

/** Rotation matrix about x, y or z, degrees. */
export function turnAbout(axis: "X" | "Y" | "Z", degrees: number): Matrix {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  if (axis === "X")
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ];
  if (axis === "Y")
    return [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

export function matrixOf(q: ArrayLike<number>, at = 0): Matrix {
  const [x, y, z, w] = [0, 1, 2, 3].map((i) => q[at + i] ?? 0) as [number, number, number, number];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** Joints in the world, by matrices, from the rows of a frame. */
export function jointsOf(performer: MotionPerformer, frame: number): number[][] {
  const { bones, rotations, positioned, positions } = performer;
  const turned: Matrix[] = [];
  const joints: number[][] = [];
  for (const [bone, { parent, offset }] of bones.entries()) {
    const local = matrixOf(rotations, 4 * (frame * bones.length + bone));
    const track = positioned.indexOf(bone);
    const from = 3 * (frame * positioned.length + track);
    const place = track < 0 ? [...offset] : [...positions.subarray(from, from + 3)];
    const above = turned[parent] ?? identity;
    turned.push(times(above, local));
    const origin = joints[parent] ?? [0, 0, 0];
    joints.push(apply(above, place).map((value, axis) => value + (origin[axis] ?? 0)));
  }
  return joints;
}

/** Angle between two rotations, degrees. */
export function angleBetween(a: ArrayLike<number>, atA: number, b: ArrayLike<number>, atB: number): number {
  // By the difference, not by the cosine: small angles stay exact.
  const plus = Math.hypot(...[0, 1, 2, 3].map((i) => (a[atA + i] ?? 0) - (b[atB + i] ?? 0)));
  const minus = Math.hypot(...[0, 1, 2, 3].map((i) => (a[atA + i] ?? 0) + (b[atB + i] ?? 0)));
  return (4 * Math.asin(Math.min(1, Math.min(plus, minus) / 2)) * 180) / Math.PI;
}

const finite = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const quaternion = fc
  .tuple(finite(1), finite(1), finite(1), finite(1))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((value) => value / Math.hypot(...q)));

const boneName = fc.constantFrom("Hips", "Left Arm", "mixamorig:Spine", "a{b", "뼈", "Head", "Foot_L", "x");

function performerFrom(
  parents: readonly number[],
  names: readonly string[],
  offsets: readonly (readonly number[])[],
  poses: readonly { readonly turns: readonly number[][]; readonly places: readonly (readonly number[])[] }[],
  positioned: readonly number[],
): MotionPerformer {
  const bones = parents.map((parent, index): MotionBone => {
    const [x = 0, y = 0, z = 0] = offsets[index] ?? [];
    const isLeaf = !parents.includes(index);
    return { name: names[index] ?? "", parent, offset: [x, y, z], end: isLeaf ? [0.1, x, 0.02] : null };
  });
  const rotations = Float32Array.from(poses.flatMap(({ turns }) => turns.slice(0, bones.length).flat()));
  const positions = Float32Array.from(
    poses.flatMap(({ places }) => positioned.flatMap((bone) => [...(places[bone] ?? [0, 0, 0])])),
  );
  return { name: "made", bones, rotations, positioned, positions, tracked: null };
}

/** Parents first and depth first: each bone hangs on the one before it or on one of that one's ancestors. */
function depthFirst(choices: readonly number[]): number[] {
  const parents = [-1];
  for (const choice of choices) {
    const line: number[] = [];
    for (let at = parents.length - 1; at >= 0; at = parents[at] ?? -1) line.push(at);
    parents.push(line[choice % line.length] ?? 0);
  }
  return parents;
}

/** Clips with random hierarchies, offsets and poses; some bones beside the root have places of their own. */
export const anyClip: fc.Arbitrary<MotionClip> = fc
  .record({
    choices: fc.array(fc.nat(50), { maxLength: 9 }),
    frames: fc.integer({ min: 1, max: 4 }),
    rate: fc.constantFrom(24, 30, 60, 120, 37.5),
    moving: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    names: fc.array(boneName, { minLength: 10, maxLength: 10 }),
    offsets: fc.array(fc.tuple(finite(1), finite(1), finite(1)), { minLength: 10, maxLength: 10 }),
    poses: fc.array(
      fc.record({
        turns: fc.array(quaternion, { minLength: 10, maxLength: 10 }),
        places: fc.array(fc.tuple(finite(3), finite(3), finite(3)), { minLength: 10, maxLength: 10 }),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  })
  .map(({ choices, frames, rate, moving, names, offsets, poses }) => {
    const parents = depthFirst(choices);
    const positioned = parents.flatMap((_, bone) => (bone === 0 || moving[bone] === true ? [bone] : []));
    return clipOf(performerFrom(parents, names, offsets, poses.slice(0, frames), positioned), frames, rate);
  });

export function clipOf(performer: MotionPerformer, frameCount: number, frameRate: number): MotionClip {
  return {
    name: "made.bvh",
    format: "bvh",
    frameCount,
    frameRate,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / frameRate),
    duration: frameCount / frameRate,
    performers: [performer],
    bodies: [],
    markers: [],
    metresPerUnit: 1,
    unitsFrom: "file",
    up: "y",
    upFrom: "file",
    warnings: [],
  };
}
