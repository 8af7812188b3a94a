// Finds out what a recording does not state: which axis points up, at rest and in the world, and how long its unit is.
// It decides from head, feet and height alone; it maps no bones and converts nothing.

import { medianOf } from "../recording";
import { type MotionPerformer, type MotionUnit, motionUnits, type UpAxis } from "./motion-clip";
import { createPose, type MotionPose, poseToWorld, restPose, samplePose } from "./pose";
import { rotate } from "./quaternion";

/** Height of a grown person from sole to crown less what skeletons leave out, metres: what units are judged by. */
export const TYPICAL_HEIGHT = 1.65;
/** Share of the way from feet to head that has to lie along an axis for it to be up. */
const CLEAR_SHARE = 0.8;
/** Poses of a recording that are looked at. */
const LOOKED_AT = 24;
/** A root that is lower than this share of the height lies or has its origin there: it says nothing about the axis. */
const STANDING_SHARE = 0.3;

export interface UpFinding {
  readonly world: UpAxis;
  readonly rest: UpAxis;
  /** False where neither rest nor movement tells. */
  readonly isFound: boolean;
}

function indicesOf(performer: MotionPerformer, pattern: RegExp): number[] {
  return performer.bones.flatMap(({ name }, index) => (pattern.test(name) ? [index] : []));
}

interface Ends {
  readonly heads: readonly number[];
  readonly feet: readonly number[];
}

function endsOf(performer: MotionPerformer): Ends {
  const heads = indicesOf(performer, /head(?!.*(end|nub|tip))/i);
  const feet = indicesOf(performer, /foot|feet|ankle|toe|ball_|ball$/i);
  return { heads: heads.length > 0 ? heads : indicesOf(performer, /neck|skull/i), feet };
}

function meanOf(pose: MotionPose, bones: readonly number[], axis: number): number {
  let sum = 0;
  for (const bone of bones) sum += pose.worldPositions[3 * bone + axis] ?? 0;
  return sum / bones.length;
}

/** From the middle of the feet to the head, as shares of its length; null where names tell neither, or both are one place. */
function uprightOf(pose: MotionPose, { heads, feet }: Ends): number[] | null {
  if (heads.length === 0 || feet.length === 0) return null;
  const way = [0, 1, 2].map((axis) => meanOf(pose, heads, axis) - meanOf(pose, feet, axis));
  const length = Math.hypot(...way);
  return length > 1e-9 ? way.map((value) => value / length) : null;
}

/** Lowest and highest place of joints and tips along each axis, as their distance. */
export function extentOf(performer: MotionPerformer, pose: MotionPose): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const tip = [0, 0, 0];
  const take = (values: ArrayLike<number>, from: number) => {
    for (let axis = 0; axis < 3; ++axis) {
      low[axis] = Math.min(low[axis] ?? 0, values[from + axis] ?? 0);
      high[axis] = Math.max(high[axis] ?? 0, values[from + axis] ?? 0);
    }
  };
  for (const [bone, { end }] of performer.bones.entries()) {
    take(pose.worldPositions, 3 * bone);
    if (end === null) continue;
    rotate(pose.worldRotations, 4 * bone, [...end], 0, tip, 0);
    for (let axis = 0; axis < 3; ++axis)
      tip[axis] = (tip[axis] ?? 0) + (pose.worldPositions[3 * bone + axis] ?? 0);
    take(tip, 0);
  }
  return [0, 1, 2].map((axis) => (high[axis] ?? 0) - (low[axis] ?? 0)) as [number, number, number];
}

function eachPose(performer: MotionPerformer, times: Float64Array, visit: (pose: MotionPose) => void): void {
  const pose = createPose(performer);
  const step = Math.max(1, Math.floor(times.length / LOOKED_AT));
  for (let frame = 0; frame < times.length; frame += step) {
    samplePose(performer, times, times[frame] ?? 0, pose);
    poseToWorld(performer, pose);
    visit(pose);
  }
}

function clearAxis(way: readonly number[] | null): UpAxis | null {
  if (way === null) return null;
  if ((way[1] ?? 0) >= CLEAR_SHARE) return "y";
  return (way[2] ?? 0) >= CLEAR_SHARE ? "z" : null;
}

// Without names: a person is taller than deep, whatever the arms do.
function tallerAxis(extent: readonly number[]): UpAxis | null {
  const [, y = 0, z = 0] = extent;
  if (y > 2 * z) return "y";
  return z > 2 * y ? "z" : null;
}

/**
 * Which axis is up in a performer that is still in the axes of its file. The movement decides where it is clear: a skeleton may be Y up
 * and its root turned into a Z-up world. A person who lies through the whole recording is told by the root, which is low then.
 */
export function findUp(performer: MotionPerformer, times: Float64Array): UpFinding {
  const ends = endsOf(performer);
  const pose = createPose(performer);
  restPose(performer, pose);
  const extent = extentOf(performer, pose);
  const rest = clearAxis(uprightOf(pose, ends)) ?? tallerAxis(extent);
  const sum = [0, 0, 0];
  const root = [0, 0, 0];
  let count = 0;
  eachPose(performer, times, (each) => {
    const way = uprightOf(each, ends);
    for (let axis = 0; axis < 3; ++axis) {
      sum[axis] = (sum[axis] ?? 0) + (way?.[axis] ?? 0);
      root[axis] = (root[axis] ?? 0) + (each.worldPositions[axis] ?? 0);
    }
    count += 1;
  });
  let world = clearAxis(sum.map((value) => value / count));
  if (world !== null && rest !== null && world !== rest) {
    const height = Math.max(...extent);
    const along = (root[world === "y" ? 1 : 2] ?? 0) / count;
    if (along < STANDING_SHARE * height) world = rest;
  }
  return {
    world: world ?? rest ?? "y",
    rest: rest ?? world ?? "y",
    isFound: world !== null || rest !== null,
  };
}

/** Height in the file's unit: at rest along its up axis, or the median of the movement where the rest is flat; 0 where nothing is high. */
export function findHeight(performer: MotionPerformer, times: Float64Array, up: UpFinding): number {
  const pose = createPose(performer);
  restPose(performer, pose);
  const extent = extentOf(performer, pose);
  const atRest = extent[up.rest === "y" ? 1 : 2] ?? 0;
  const heights: number[] = [];
  eachPose(performer, times, (each) =>
    heights.push(extentOf(performer, each)[up.world === "y" ? 1 : 2] ?? 0),
  );
  const moving = medianOf(heights);
  return atRest > 0.6 * Math.max(...extent, moving) ? atRest : moving;
}

/** Height of a performer that is in metres and Y up. */
export function restHeight(performer: MotionPerformer, times: Float64Array): number {
  return findHeight(performer, times, { world: "y", rest: "y", isFound: true });
}

/** The unit in which a height comes nearest to a person's, by its logarithm; null for a height of 0. */
export function findUnit(height: number): MotionUnit | null {
  if (!(height > 0)) return null;
  const distance = (unit: MotionUnit) => Math.abs(Math.log((height * motionUnits[unit]) / TYPICAL_HEIGHT));
  return (Object.keys(motionUnits) as MotionUnit[]).reduce((best, unit) =>
    distance(unit) < distance(best) ? unit : best,
  );
}
