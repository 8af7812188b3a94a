// Writes one performer as a BVH file: centimetres, Y up, any rotation order, one row a frame at an even rate.
// It is not a retargeter: the bones go out as they are.

import type { MotionClip, MotionPerformer, Vec3 } from "./motion-clip";
import { createPose, type MotionPose, samplePose } from "./pose";
import { type EulerOrder, toEuler } from "./quaternion";

export interface BvhWriteOptions {
  /** Which performer, from 0. Default 0. */
  readonly performer?: number;
  /** Order of the rotation channels of every joint: the first turns outermost. Default ZXY, which most programs write. */
  readonly order?: EulerOrder;
}

const UNITS_PER_METRE = 100;
/** Decimals of lengths in centimetres and of angles in degrees: far below what any capture resolves. */
const DECIMALS = 6;
/** Share of a step by which times may be off before frames are sampled anew. */
const EVEN_SHARE = 0.01;

function numberText(value: number): string {
  const text = value.toFixed(DECIMALS);
  return Number(text) === 0 ? "0" : text.replace(/\.?0+$/, "");
}

function vectorText(vector: ArrayLike<number>): string {
  return Array.from(vector, (value) => numberText(value * UNITS_PER_METRE)).join(" ");
}

/** Names go to the end of a line: what would end them early is replaced. */
function nameText(name: string): string {
  const plain = name.replace(/[\s{}]+/g, " ").trim();
  return plain === "" ? "Bone" : plain;
}

/** The lines of the hierarchy, and the bones in the order in which they stand there: that of the values in a row. */
function hierarchyLines(performer: MotionPerformer, order: EulerOrder) {
  const { bones, positioned } = performer;
  const rotationNames = [...order].map((axis) => `${axis}rotation`).join(" ");
  const lines = ["HIERARCHY"];
  const written: number[] = [];
  const write = (bone: number, depth: number) => {
    const indent = "\t".repeat(depth);
    written.push(bone);
    const { name, offset, end } = bones[bone] ?? { name: "", offset: [0, 0, 0], end: null };
    lines.push(`${indent}${depth === 0 ? "ROOT" : "JOINT"} ${nameText(name)}`, `${indent}{`);
    lines.push(`${indent}\tOFFSET ${vectorText(offset)}`);
    const moves = positioned.includes(bone);
    const channels = moves ? `6 Xposition Yposition Zposition ${rotationNames}` : `3 ${rotationNames}`;
    lines.push(`${indent}\tCHANNELS ${channels}`);
    const children = bones.flatMap(({ parent }, index) => (parent === bone ? [index] : []));
    for (const child of children) write(child, depth + 1);
    if (children.length === 0) {
      lines.push(`${indent}\tEnd Site`, `${indent}\t{`);
      lines.push(`${indent}\t\tOFFSET ${vectorText(end ?? [0, 0, 0])}`, `${indent}\t}`);
    }
    lines.push(`${indent}}`);
  };
  write(0, 0);
  return { lines, written };
}

/** Times of the rows: the clip's own where they are even, else as many as its duration holds. */
function evenTimes(clip: MotionClip): Float64Array {
  const step = 1 / clip.frameRate;
  const isEven = clip.times.every((time, frame) => Math.abs(time - frame * step) < EVEN_SHARE * step);
  if (isEven) return clip.times;
  const count = Math.max(1, Math.round(clip.duration * clip.frameRate));
  return Float64Array.from({ length: count }, (_, frame) => frame * step);
}

/**
 * Whether a joint's positions are written as differences to its offset. Both forms are in use; this is the one that readers who judge
 * by the nearer of both take for what it is.
 */
function isWrittenAdded(offset: Vec3, place: readonly number[]): boolean {
  // As it is written: what rounds to 0 is read as no offset.
  const square =
    offset.reduce((sum, value) => sum + Number(numberText(value * UNITS_PER_METRE)) ** 2, 0) /
    UNITS_PER_METRE ** 2;
  return square > 0 && place.reduce((sum, value, axis) => sum + value * (offset[axis] ?? 0), 0) <= square / 2;
}

function addedTracks(performer: MotionPerformer): boolean[] {
  const { bones, positioned, positions } = performer;
  const stride = 3 * positioned.length;
  const frameCount = positions.length / stride;
  return positioned.map((bone, track) => {
    const last = bone === 0 ? 1 : frameCount;
    const mean = [0, 0, 0];
    for (let frame = 0; frame < last; ++frame)
      for (let axis = 0; axis < 3; ++axis)
        mean[axis] = (mean[axis] ?? 0) + (positions[frame * stride + 3 * track + axis] ?? 0) / last;
    return isWrittenAdded(bones[bone]?.offset ?? [0, 0, 0], mean);
  });
}

function rowText(performer: MotionPerformer, pose: MotionPose, order: EulerOrder, state: RowState): string {
  const cells: string[] = [];
  for (const bone of state.written) {
    const offset = performer.bones[bone]?.offset ?? [0, 0, 0];
    const track = performer.positioned.indexOf(bone);
    if (track >= 0) {
      for (let axis = 0; axis < 3; ++axis) {
        const from = state.added[track] === true ? (offset[axis] ?? 0) : 0;
        cells.push(numberText(((pose.translations[3 * bone + axis] ?? 0) - from) * UNITS_PER_METRE));
      }
    }
    toEuler(pose.rotations, 4 * bone, order, state.angles);
    for (let index = 0; index < 3; ++index) {
      // Curves go on over 180 degrees instead of jumping back: programs that blend them need it.
      const before = state.previous[3 * bone + index] ?? 0;
      const angle =
        (state.angles[index] ?? 0) + 360 * Math.round((before - (state.angles[index] ?? 0)) / 360);
      state.previous[3 * bone + index] = angle;
      cells.push(numberText(angle));
    }
  }
  return cells.join(" ");
}

interface RowState {
  readonly written: readonly number[];
  readonly added: readonly boolean[];
  readonly previous: Float64Array;
  readonly angles: number[];
}

/** @throws RangeError where the clip has no such performer */
export function writeBvh(clip: MotionClip, options: BvhWriteOptions = {}): string {
  const index = options.performer ?? 0;
  const performer = clip.performers[index];
  if (performer === undefined) {
    throw new RangeError(`performer: expected 0 to ${clip.performers.length - 1}, found ${index}`);
  }
  const order = options.order ?? "ZXY";
  const { lines, written } = hierarchyLines(performer, order);
  const times = evenTimes(clip);
  lines.push(
    "MOTION",
    `Frames: ${times.length}`,
    `Frame Time: ${Number((1 / clip.frameRate).toPrecision(9))}`,
  );
  const pose = createPose(performer);
  const state: RowState = {
    written,
    added: addedTracks(performer),
    previous: new Float64Array(3 * performer.bones.length),
    angles: [0, 0, 0],
  };
  for (const time of times) {
    samplePose(performer, clip.times, time, pose);
    lines.push(rowText(performer, pose, order, state));
  }
  return `${lines.join("\n")}\n`;
}
