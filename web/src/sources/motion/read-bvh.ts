// Reads a BVH file: text in, clip out, in metres and Y up. What the file does not state is found, said, and can be set by an option.
// The grammar is bvh-hierarchy.ts and bvh-motion.ts; how axes and units are found is skeleton-axes.ts.

import { counted, RecordingError } from "../recording";
import { type BvhJoint, readBvhHierarchy } from "./bvh-hierarchy";
import { type BvhFrames, readBvhMotion } from "./bvh-motion";
import {
  type MotionClip,
  type MotionOptions,
  type MotionPerformer,
  type MotionWarning,
  motionUnits,
  type Origin,
  unitName,
} from "./motion-clip";
import { normalize, turnBy } from "./quaternion";
import { findHeight, findUnit, findUp, type UpFinding } from "./skeleton-axes";
import { performerToYUp } from "./to-y-up";

/** Taken where the height tells nothing. */
const UNIT_WITHOUT_HEIGHT = "cm";

interface Placed {
  readonly joint: BvhJoint;
  /** Index of the joint's first channel in a row. */
  readonly column: number;
}

/** Where a joint is in a frame: what its position channels say, the offset where an axis has none. */
function placeOf({ joint, column }: Placed, row: number, values: Float64Array, isAdded: boolean): number[] {
  const offset = joint.offset ?? [0, 0, 0];
  const place = [...offset];
  for (const [index, channel] of joint.channels.entries()) {
    if (channel.kind !== "position") continue;
    const value = values[row + column + index] ?? 0;
    place[channel.axis] = isAdded ? value + (offset[channel.axis] ?? 0) : value;
  }
  return place;
}

/**
 * Whether positions are to be added to the offset, or stand for it. Writers differ; both are told apart by which of them keeps the
 * joint nearer to its offset.
 */
function arePositionsAdded(placed: Placed, frames: BvhFrames, channelCount: number): boolean {
  const offset = placed.joint.offset ?? [0, 0, 0];
  const square = offset.reduce((sum, value) => sum + value * value, 0);
  if (square === 0) return false;
  // The root walks away: only its first frame tells.
  const last = placed.joint.parent < 0 ? 1 : frames.frameCount;
  let along = 0;
  for (let frame = 0; frame < last; ++frame) {
    const place = placeOf(placed, frame * channelCount, frames.values, false);
    for (let axis = 0; axis < 3; ++axis) along += ((place[axis] ?? 0) * (offset[axis] ?? 0)) / last;
  }
  return along <= square / 2;
}

function performerOf(
  name: string,
  placed: readonly Placed[],
  first: number,
  frames: BvhFrames,
  channelCount: number,
  added: ReadonlySet<Placed>,
): MotionPerformer {
  const { frameCount, values } = frames;
  const positioned = placed.flatMap(({ joint }, bone) =>
    bone === 0 || joint.channels.some(({ kind }) => kind === "position") ? [bone] : [],
  );
  const rotations = new Float32Array(frameCount * placed.length * 4);
  const positions = new Float32Array(frameCount * positioned.length * 3);
  const turn = [0, 0, 0, 1];
  for (let frame = 0; frame < frameCount; ++frame) {
    const row = frame * channelCount;
    for (const [bone, { joint, column }] of placed.entries()) {
      turn.fill(0);
      turn[3] = 1;
      for (const [index, { kind, axis }] of joint.channels.entries())
        if (kind === "rotation") turnBy(turn, 0, axis, values[row + column + index] ?? 0);
      normalize(turn, 0);
      rotations.set(turn, 4 * (frame * placed.length + bone));
    }
    for (const [track, bone] of positioned.entries()) {
      const each = placed[bone];
      if (each === undefined) continue;
      positions.set(placeOf(each, row, values, added.has(each)), 3 * (frame * positioned.length + track));
    }
  }
  const bones = placed.map(({ joint }) => ({
    name: joint.name,
    parent: joint.parent < 0 ? -1 : joint.parent - first,
    offset: joint.offset ?? ([0, 0, 0] as const),
    end: joint.end,
  }));
  return { name, bones, rotations, positioned, positions, tracked: null };
}

function positionWarnings(placed: readonly Placed[], added: ReadonlySet<Placed>): MotionWarning[] {
  const warnings: MotionWarning[] = [];
  const moving = placed.filter(({ joint }) => joint.channels.some(({ kind }) => kind === "position"));
  const roots = moving.filter(({ joint }) => joint.parent < 0 && joint.offset?.some((value) => value !== 0));
  for (const root of roots) {
    const value = added.has(root) ? "added" : "absolute";
    const how = added.has(root) ? "its positions are added to it" : "its positions stand for it";
    warnings.push({
      code: "root-offset",
      count: 1,
      value,
      message: `the root ${root.joint.name} has an offset; ${how}`,
    });
  }
  const others = moving.filter(({ joint }) => joint.parent >= 0);
  if (others.length > 0) {
    const sum = others.filter((each) => added.has(each)).length;
    const how = sum === 0 ? "" : `, ${sum} of them added to the offset`;
    const message = `${counted(others.length, "bone")} beside the root have positions of their own${how}`;
    warnings.push({ code: "bone-positions", count: others.length, value: "", message });
  }
  const names = placed.map(({ joint }) => joint.name);
  const doubled = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (doubled.length > 0) {
    const value = doubled.join(", ");
    const message = `several bones are named ${value}; they are told apart by their place`;
    warnings.push({ code: "duplicate-names", count: doubled.length, value, message });
  }
  return warnings;
}

function upOf(found: UpFinding, options: MotionOptions, warnings: MotionWarning[]): UpFinding {
  const world = options.up ?? found.world;
  const rest = options.restUp ?? (found.isFound ? found.rest : world);
  if (options.up === undefined && (!found.isFound || world === "z" || rest === "z")) {
    const how = found.isFound ? "found from head and feet" : "taken, head and feet tell nothing";
    const skeleton = rest === world ? "" : `, ${rest.toUpperCase()} up in the skeleton at rest`;
    const message = `${world.toUpperCase()} up${skeleton}: ${how} (option up)`;
    warnings.push({ code: "assumed-up", count: 1, value: world, message });
  }
  return { world, rest, isFound: found.isFound };
}

function unitOf(height: number, options: MotionOptions, warnings: MotionWarning[]): [number, Origin] {
  if (options.metresPerUnit !== undefined) return [options.metresPerUnit, "option"];
  const found = findUnit(height);
  const metres = motionUnits[found ?? UNIT_WITHOUT_HEIGHT];
  const value = unitName(metres);
  const high = `a height of ${Number(height.toPrecision(4))} units is ${(height * metres).toFixed(2)} m`;
  const message = `lengths in ${value}: ${found === null ? "taken, the skeleton has no height" : high} (option units)`;
  warnings.push({ code: "assumed-units", count: 1, value, message });
  return [metres, found === null ? "default" : "found"];
}

/** One for each root, still in the file's unit and axes. */
function performersOf(
  file: string,
  joints: readonly BvhJoint[],
  placed: readonly Placed[],
  frames: BvhFrames,
  channelCount: number,
  added: ReadonlySet<Placed>,
): MotionPerformer[] {
  const roots = joints.flatMap((joint, index) => (joint.parent < 0 ? [index] : []));
  return roots.map((first, index) => {
    const own = placed.slice(first, roots[index + 1]);
    const name = roots.length === 1 ? file : (joints[first]?.name ?? file);
    return performerOf(name, own, first, frames, channelCount, added);
  });
}

/**
 * Parses a whole file. Several roots become several performers, in one unit and with one up axis.
 * @param file name for messages
 * @throws RecordingError with line and expectation
 */
export function readBvh(text: string, file: string, options: MotionOptions = {}): MotionClip {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (lines.every((line) => line.trim() === ""))
    throw new RecordingError(file, "", "expected a BVH file, found an empty one");
  const { joints, nextLine } = readBvhHierarchy(file, lines);
  let channelCount = 0;
  const placed = joints.map((joint): Placed => {
    const column = channelCount;
    channelCount += joint.channels.length;
    return { joint, column };
  });
  const channelNames = joints.flatMap((joint) =>
    joint.channels.map(({ kind, axis }) => `${joint.name} ${"XYZ".charAt(axis)}${kind}`),
  );
  const frames = readBvhMotion(file, lines, nextLine, channelNames);
  const frameRate = options.frameRate ?? frames.frameRate;
  const times = Float64Array.from({ length: frames.frameCount }, (_, frame) => frame / frameRate);
  const added = new Set(
    placed.filter(
      (each) =>
        each.joint.channels.some(({ kind }) => kind === "position") &&
        arePositionsAdded(each, frames, channelCount),
    ),
  );
  const raw = performersOf(file, joints, placed, frames, channelCount, added);
  const warnings = frames.warnings.filter(
    ({ code }) => code !== "assumed-rate" || options.frameRate === undefined,
  );
  warnings.push(...positionWarnings(placed, added));
  const [leader] = raw;
  if (leader === undefined) throw new RecordingError(file, "", "expected ROOT, found none");
  const up = upOf(findUp(leader, times), options, warnings);
  const [metresPerUnit, unitsFrom] = unitOf(findHeight(leader, times, up), options, warnings);
  return {
    name: file,
    format: "bvh",
    frameCount: frames.frameCount,
    frameRate,
    times,
    duration: frames.frameCount / frameRate,
    performers: raw.map((performer) => performerToYUp(performer, up.world, up.rest, metresPerUnit)),
    bodies: [],
    markers: [],
    metresPerUnit,
    unitsFrom,
    up: up.world,
    upFrom: options.up !== undefined ? "option" : up.isFound ? "found" : "default",
    warnings,
  };
}
