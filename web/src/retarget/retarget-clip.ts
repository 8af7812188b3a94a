// A recording's performer on an avatar, frame by frame through the core: the avatar's motion with VRM bones, and what it cost.
// It solves nothing and writes no file: the core solves, write-vrma.ts and write-bvh.ts write.

import type { BodyDescription, BodyReport, BodySettings, FootSole, Vector3 } from "../core/body-documents";
import type { BodyStatus } from "../core/body-engine";
import type { Core } from "../core/core";
import type { FaceEngine } from "../core/face-engine";
import type { MotionClip, MotionPerformer, MotionSole } from "../sources/motion/motion-clip";
import type { FrameMeters } from "./frame-meters";
import { type HumanSkeleton, humanSkeleton } from "./human-skeleton";
import { PerformerFeeder, type TrackedProp } from "./performer-feeder";
import { PoseTaker } from "./pose-taker";
import { type PerformerOptions, recordedPerformer } from "./recorded-performer";
import { resampleClip } from "./resample-clip";

export interface RetargetOptions extends PerformerOptions {
  /** Which performer, from 0. Default 0. */
  readonly performer?: number;
  /** `$.retargeting` of a profile; what is absent has its default. */
  readonly settings?: BodySettings;
  /** Frames a second of the result, above 0. Default: the recording's own frames. */
  readonly rate?: number;
  /** First and last moment that is taken, seconds of the recording. Default: all of it. */
  readonly from?: number;
  readonly to?: number;
  /** Rigid bodies of the recording that are props, by their index. */
  readonly props?: readonly TrackedProp[];
  /** Called now and then: how many frames are solved of how many. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Frames between two calls of `onProgress`. */
const PROGRESS_EVERY = 64;

export interface RetargetedClip {
  /** One performer, VRM bones, an unturned T-pose as rest, beginning at 0 s. */
  readonly clip: MotionClip;
  /** Of every frame that was solved, in seconds of the recording. */
  readonly meters: FrameMeters;
  /** Of every frame: what happened, and which bit says what. */
  readonly status: Uint32Array;
  readonly bits: BodyStatus;
  /** What the performer and the avatar were found to be. */
  readonly performer: BodyReport;
  readonly avatar: BodyReport;
  /** Settings in force, with the calibration. */
  readonly settings: BodySettings;
  /** Height of the floor in the recording that was taken, metres. */
  readonly floor: number;
  /** The avatarScale at which both necks are at one height; null where it can not be told. */
  readonly neckHeightScale: number | null;
}

/** Frames from the last one at or before `from` to the first one at or after `to`. */
function framesBetween(times: Float64Array, from: number, to: number): readonly [number, number] {
  let first = 0;
  while (first + 1 < times.length && (times[first + 1] ?? 0) <= from) first += 1;
  let end = first + 1;
  while (end < times.length && (times[end - 1] ?? 0) < to) end += 1;
  return [first, end];
}

function solveFrames(
  engine: FaceEngine,
  avatar: number,
  clip: MotionClip,
  [first, end]: readonly [number, number],
  feeder: PerformerFeeder,
  skeleton: HumanSkeleton,
  onProgress: RetargetOptions["onProgress"],
) {
  const { bodies } = engine;
  const { layout } = bodies;
  const count = end - first;
  const taker = new PoseTaker(skeleton, count);
  const rows = new Float32Array(count * layout.meterStride);
  const status = new Uint32Array(count);
  const row = engine.row(avatar);
  for (let frame = first; frame < end; ++frame) {
    feeder.feed(frame);
    engine.step(frame === first ? 0 : (clip.times[frame] ?? 0) - (clip.times[frame - 1] ?? 0));
    const at = frame - first;
    taker.take(at, bodies.poses(), row * layout.poseStride, layout.posePositions);
    const meters = bodies.meters().subarray(row * layout.meterStride, (row + 1) * layout.meterStride);
    rows.set(meters, at * layout.meterStride);
    status[at] = bodies.status()[row] ?? 0;
    if (at % PROGRESS_EVERY === 0) onProgress?.(at, count);
  }
  return { rotations: taker.rotations, positions: taker.positions, rows, status };
}

/**
 * @param avatar as `avatarBody` gives it
 * @param name of the avatar, which the performer of the result gets
 * @throws RangeError no such performer; the core's errors where a skeleton is no body, or settings are refused
 */
export function retargetClip(
  core: Core,
  clip: MotionClip,
  avatar: { readonly description: BodyDescription; readonly name: string },
  options: RetargetOptions = {},
): RetargetedClip {
  const index = options.performer ?? 0;
  const performer = clip.performers[index];
  if (performer === undefined)
    throw new RangeError(`performer: expected 0 to ${clip.performers.length - 1}, found ${index}`);
  const engine = core.createEngine(1);
  try {
    const { bodies } = engine;
    const handle = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
    bodies.setBody(handle, avatar.description);
    const { description, floor, planted } = recordedPerformer(
      (body) => core.describeBody(body),
      clip,
      performer,
      options,
    );
    const source = bodies.addPerformer(description);
    bodies.followPerformer(handle, source);
    if (options.settings !== undefined) bodies.setSettings(handle, options.settings);
    const reports = { performer: bodies.performerReport(source), avatar: bodies.report(handle) };
    const settings = bodies.settings(handle);
    const scale = Number(settings.parameters?.avatarScale ?? 1);
    const skeleton = humanSkeleton(avatar.description, reports.avatar, scale);
    const feeder = new PerformerFeeder(bodies, clip, performer, source, floor, options.props ?? []);
    const between = framesBetween(clip.times, options.from ?? 0, options.to ?? Infinity);
    const solved = solveFrames(engine, handle, clip, between, feeder, skeleton, options.onProgress);
    const times = clip.times.slice(...between);
    const result = clipOf(clip, times, {
      name: avatar.name,
      bones: skeleton.bones,
      rotations: solved.rotations,
      positioned: [0],
      positions: solved.positions,
      tracked: null,
      ...solesOf(avatar.description, scale),
    });
    return {
      ...reports,
      clip: options.rate === undefined ? result : resampleClip(result, options.rate),
      meters: { times, rows: solved.rows, planted: planted.slice(2 * between[0], 2 * between[1]) },
      status: solved.status,
      bits: bodies.statusBits,
      settings,
      floor,
      neckHeightScale: bodies.neckHeightScale(handle),
    };
  } finally {
    engine.delete();
  }
}

/** The avatar's soles at its scale. */
function solesOf({ soles }: BodyDescription, scale: number): Pick<MotionPerformer, "soles"> {
  if (soles?.left === undefined || soles.right === undefined) return {};
  const scaled = (sole: FootSole): MotionSole => {
    const at = ([x, y, z]: Vector3 = [0, 0, 0]): Vector3 => [scale * x, scale * y, scale * z];
    const { heel, ball, toe, heelEdge, ballEdge, toeEdge, rigid = false } = sole;
    return {
      heel: at(heel),
      ball: at(ball),
      toe: at(toe),
      heelEdge: at(heelEdge),
      ballEdge: at(ballEdge),
      toeEdge: at(toeEdge),
      rigid,
    };
  };
  return { soles: { left: scaled(soles.left), right: scaled(soles.right) } };
}

function clipOf(source: MotionClip, times: Float64Array, performer: MotionPerformer): MotionClip {
  const own = times.map((time) => time - (times[0] ?? 0));
  return {
    name: source.name,
    format: "vrma",
    frameCount: times.length,
    frameRate: source.frameRate,
    times: own,
    duration: (own.at(-1) ?? 0) + 1 / source.frameRate,
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
