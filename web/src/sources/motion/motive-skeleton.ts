// Builds a performer from the bones of a Motive export: coordinate space, hierarchy, rest offsets, local rotations.
// The values stay in the file's unit and axes.

import { counted, medianOf } from "../recording";
import type { MotionBone, MotionPerformer, MotionWarning, Vec3 } from "./motion-clip";
import { findMotiveParents } from "./motive-parents";
import type { MotiveTrack } from "./motive-rows";
import { conjugate, multiply, normalize, rotate } from "./quaternion";

/** Frames that rest offsets are the median of. */
const LOOKED_AT = 200;
/** How many times steadier the other coordinate space has to keep the bones before the header is not believed. */
const SPACE_FACTOR = 10;
/** A bone whose place moves by more than this share of the skeleton's longest bone keeps its places; less is noise of the solver. */
const MOVING_SHARE = 0.02;

export interface MotiveSkeleton {
  readonly performer: MotionPerformer;
  readonly warnings: readonly MotionWarning[];
}

function deviation(lengths: readonly number[]): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length);
}

/**
 * Whether the bones are in their parents' spaces: there every bone but the root stays where it is, while in the world the way from the
 * parent keeps its length. The header decides unless the data contradicts it clearly.
 */
function findSpace(tracks: readonly MotiveTrack[], parents: readonly number[], stated: boolean): boolean {
  let inWorld = 0;
  let inParent = 0;
  for (const [bone, parent] of parents.entries()) {
    const child = tracks[bone];
    const above = tracks[parent];
    if (child === undefined || above === undefined || parents[parent] === undefined) continue;
    const own: number[] = [];
    const between: number[] = [];
    for (const frame of sampled(child, above)) {
      const at = 3 * frame;
      const way = [0, 1, 2].map((i) => (child.positions[at + i] ?? 0) - (above.positions[at + i] ?? 0));
      between.push(Math.hypot(...way));
      own.push(Math.hypot(...child.positions.subarray(at, at + 3)));
    }
    if (own.length === 0) continue;
    inWorld += deviation(between);
    inParent += deviation(own);
  }
  if (stated) return !(inParent > SPACE_FACTOR * inWorld && inParent > 0);
  return inWorld > SPACE_FACTOR * inParent && inWorld > 0;
}

function* sampled(child: MotiveTrack, parent: MotiveTrack): Generator<number> {
  const frames = child.tracked.length;
  const step = Math.max(1, Math.floor(frames / LOOKED_AT));
  for (let frame = 0; frame < frames; frame += step)
    if (child.tracked[frame] === 1 && parent.tracked[frame] === 1) yield frame;
}

/** Depth first from the root, children in the order of the file. */
function depthFirst(parents: readonly number[]): number[] {
  const order: number[] = [];
  const open = [parents.indexOf(-1)];
  for (let bone = open.pop(); bone !== undefined; bone = open.pop()) {
    order.push(bone);
    for (let child = parents.length - 1; child >= 0; --child) if (parents[child] === bone) open.push(child);
  }
  return order;
}

interface Local {
  readonly rotations: Float32Array;
  readonly positions: Float32Array;
}

/** A bone in its parent's space. Where either is lost, what it was before is held: not its place in the world, which would bend it. */
function localOf(child: MotiveTrack, parent: MotiveTrack | undefined, isLocal: boolean): Local {
  if (parent === undefined || isLocal) return child;
  const frames = child.tracked.length;
  const rotations = new Float32Array(4 * frames);
  const positions = new Float32Array(3 * frames);
  const turn = [0, 0, 0, 1];
  const place = [0, 0, 0];
  const isSeen = (frame: number) => child.tracked[frame] === 1 && parent.tracked[frame] === 1;
  const first = Math.max(
    0,
    child.tracked.findIndex((_, frame) => isSeen(frame)),
  );
  for (let frame = first; frame < frames; ++frame) {
    if (frame > first && !isSeen(frame)) {
      rotations.copyWithin(4 * frame, 4 * frame - 4, 4 * frame);
      positions.copyWithin(3 * frame, 3 * frame - 3, 3 * frame);
      continue;
    }
    conjugate(parent.rotations, 4 * frame, turn, 0);
    for (let i = 0; i < 3; ++i)
      place[i] = (child.positions[3 * frame + i] ?? 0) - (parent.positions[3 * frame + i] ?? 0);
    rotate(turn, 0, place, 0, positions, 3 * frame);
    multiply(turn, 0, child.rotations, 4 * frame, rotations, 4 * frame);
    normalize(rotations, 4 * frame);
  }
  for (let frame = 0; frame < first; ++frame) {
    rotations.copyWithin(4 * frame, 4 * first, 4 * first + 4);
    positions.copyWithin(3 * frame, 3 * first, 3 * first + 3);
  }
  return { rotations, positions };
}

/** The median place of a bone in its parent's space: its offset at rest, and how far it strays from it. */
function offsetOf(child: MotiveTrack, parent: MotiveTrack, local: Local): { offset: Vec3; strays: number } {
  const frames = [...sampled(child, parent)];
  if (frames.length === 0) return { offset: [0, 0, 0], strays: 0 };
  const middle = (axis: number) => medianOf(frames.map((frame) => local.positions[3 * frame + axis] ?? 0));
  const offset: Vec3 = [middle(0), middle(1), middle(2)];
  const strays = frames.map((frame) =>
    Math.hypot(...offset.map((value, axis) => (local.positions[3 * frame + axis] ?? 0) - value)),
  );
  return { offset, strays: strays.reduce((most, each) => Math.max(most, each), 0) };
}

/** Tracks one behind the other in each frame. */
function interleaved<T extends Float32Array | Uint8Array = Float32Array>(
  tracks: readonly ArrayLike<number>[],
  size: number,
  frameCount: number,
  target = new Float32Array(size * frameCount * tracks.length) as T,
): T {
  for (let track = 0; track < tracks.length; ++track) {
    const values = tracks[track] ?? [];
    for (let frame = 0; frame < frameCount; ++frame) {
      const at = size * (frame * tracks.length + track);
      for (let i = 0; i < size; ++i) target[at + i] = values[size * frame + i] ?? 0;
    }
  }
  return target;
}

function spaceWarning(name: string, isLocal: boolean): MotionWarning {
  const found = isLocal ? "local" : "global";
  const stated = isLocal ? "global" : "local";
  const message = `${name}: the header states ${stated} coordinates, bones keep their lengths in ${found} ones; read as ${found}`;
  return { code: "space-mismatch", count: 1, value: found, message };
}

interface Hierarchy {
  readonly names: readonly string[];
  readonly parents: readonly number[];
  readonly isLocal: boolean;
  readonly warnings: readonly MotionWarning[];
}

function findHierarchy(name: string, tracks: readonly MotiveTrack[], isStatedLocal: boolean): Hierarchy {
  const warnings: MotionWarning[] = [];
  const names = tracks.map(({ group }) => group.name.slice(group.name.indexOf(":") + 1));
  let { parents, guessed } = findMotiveParents(tracks, names, name, isStatedLocal);
  const isLocal = findSpace(tracks, parents, isStatedLocal);
  if (isLocal !== isStatedLocal) {
    warnings.push(spaceWarning(name, isLocal));
    ({ parents, guessed } = findMotiveParents(tracks, names, name, isLocal));
  }
  if (guessed > 0) {
    const message = `${name}: ${counted(guessed, "bone")} with names that Motive does not give; their parents were found from movement`;
    warnings.push({ code: "guessed-parents", count: guessed, value: name, message });
  }
  return { names, parents, isLocal, warnings };
}

/** @param isStatedLocal what the header says about the coordinate space */
export function buildMotiveSkeleton(
  name: string,
  tracks: readonly MotiveTrack[],
  isStatedLocal: boolean,
): MotiveSkeleton {
  const { names, parents, isLocal, warnings } = findHierarchy(name, tracks, isStatedLocal);
  const order = depthFirst(parents);
  const frameCount = tracks[0]?.tracked.length ?? 0;
  const local = order.map((bone) =>
    localOf(tracks[bone] as MotiveTrack, tracks[parents[bone] ?? -1], isLocal),
  );
  const places = order.map((bone, index) => {
    const parent = tracks[parents[bone] ?? -1];
    if (parent === undefined) return { offset: [0, 0, 0] as Vec3, strays: Number.POSITIVE_INFINITY };
    return offsetOf(tracks[bone] as MotiveTrack, parent, local[index] as Local);
  });
  const longest = Math.max(...places.map(({ offset }) => Math.hypot(...offset)));
  const positioned = places.flatMap(({ strays }, bone) =>
    bone === 0 || strays > MOVING_SHARE * longest ? [bone] : [],
  );
  const bones = order.map(
    (bone, index): MotionBone => ({
      name: names[bone] ?? "",
      parent: order.indexOf(parents[bone] ?? -1),
      offset: places[index]?.offset ?? [0, 0, 0],
      end: null,
    }),
  );
  const rotations = interleaved(
    local.map((each) => each.rotations),
    4,
    frameCount,
  );
  const positions = interleaved(
    positioned.map((bone) => (local[bone] as Local).positions),
    3,
    frameCount,
  );
  const tracked = interleaved(
    order.map((bone) => (tracks[bone] as MotiveTrack).tracked),
    1,
    frameCount,
    new Uint8Array(frameCount * order.length),
  );
  const isWhole = tracked.every((flag) => flag === 1);
  return {
    performer: { name, bones, rotations, positioned, positions, tracked: isWhole ? null : tracked },
    warnings,
  };
}
