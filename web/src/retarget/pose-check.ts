// How a performer's pose differs from the T- or I-pose that is asked for, in words' terms: which limb, which way, how many degrees.
// The core decides whether a pose is taken; this says what a person has to change. The core's limits are repeated here, and a test holds them equal.

import { JOINT_STRIDE } from "../sources/body-input";
import { multiply, type Numbers, rotate } from "../sources/motion/quaternion";

type Vec3 = readonly [number, number, number];

/** Joints in the world, metres, by human bone. */
export type Places = Readonly<Partial<Record<string, Vec3>>>;

/** Beyond these the core refuses a pose: degrees that the trunk leans, degrees of an arm off its direction, share of a leg's length. */
export const MAX_LEAN = 30;
export const MAX_ARM_ERROR = 35;
export const MIN_STANDING = 0.94;
/** Below these a pose is good, and nothing is said. */
export const GOOD_LEAN = 8;
export const GOOD_ARM = 10;
export const GOOD_STANDING = 0.97;

export type PoseFlawKind =
  | "arm-low"
  | "arm-high"
  | "arm-forward"
  | "arm-back"
  | "arm-out"
  | "elbow-bent"
  | "knee-bent"
  | "leaning";

export interface PoseFlaw {
  readonly kind: PoseFlawKind;
  readonly side: "left" | "right" | "";
  /** Degrees; of a knee, percent of the leg's length. */
  readonly amount: number;
  /** The core would refuse it. */
  readonly isRefused: boolean;
}

export type CheckedPose = "T" | "I";

/**
 * World places of the human bones.
 * @param parents of each joint, which stands before its children; -1: a root
 * @param row of a performer from `at` on, as `BodyInput` writes it
 */
export function worldPlaces(
  parents: readonly number[],
  humanoid: Readonly<Record<string, number>>,
  row: Numbers,
  at: number,
): Places {
  const places = new Float64Array(3 * parents.length);
  const turns = new Float64Array(4 * parents.length);
  parents.forEach((parent, joint) => {
    const from = at + JOINT_STRIDE * joint;
    const [to, above] = [3 * joint, 3 * parent];
    if (parent < 0) {
      for (let i = 0; i < 3; ++i) places[to + i] = row[from + i] ?? 0;
      for (let i = 0; i < 4; ++i) turns[4 * joint + i] = row[from + 3 + i] ?? 0;
      return;
    }
    multiply(turns, 4 * parent, row, from + 3, turns, 4 * joint);
    rotate(turns, 4 * parent, row, from, places, to);
    for (let i = 0; i < 3; ++i) places[to + i] = (places[to + i] ?? 0) + (places[above + i] ?? 0);
  });
  return Object.fromEntries(
    Object.entries(humanoid).map(([bone, joint]): [string, Vec3] => [
      bone,
      [places[3 * joint] ?? 0, places[3 * joint + 1] ?? 0, places[3 * joint + 2] ?? 0],
    ]),
  );
}

/**
 * What is to be changed, the worst first; empty where the pose is good. Null where the performer lacks arms, legs or hips.
 * @param leg length of a leg at rest, metres
 */
export function checkPose(pose: CheckedPose, places: Places, leg: number): readonly PoseFlaw[] | null {
  const names = ["UpperLeg", "Foot", "UpperArm", "LowerArm", "Hand"];
  const of = (side: string, name: string) => places[`${side}${name}`];
  if (!["left", "right"].every((side) => names.every((name) => of(side, name) !== undefined))) return null;
  const at = (side: string, name: string): Vec3 => of(side, name) ?? [0, 0, 0];
  const middle = (name: string): Vec3 => scale(add(at("left", name), at("right", name)), 0.5);
  const left = levelled(subtract(at("left", "UpperLeg"), at("right", "UpperLeg")));
  // Y up, right-handed: what lies to the left of who faces along it.
  const forward: Vec3 = [-left[2], 0, left[0]];
  const flaws: PoseFlaw[] = [];
  const note = (
    kind: PoseFlawKind,
    side: PoseFlaw["side"],
    amount: number,
    good: number,
    refused: number,
  ) => {
    if (amount > good) flaws.push({ kind, side, amount: Math.round(amount), isRefused: amount > refused });
  };
  note("leaning", "", angle(subtract(middle("UpperArm"), middle("UpperLeg")), UP), GOOD_LEAN, MAX_LEAN);
  for (const side of ["left", "right"] as const) {
    const share = (at(side, "UpperLeg")[1] - at(side, "Foot")[1]) / leg;
    if (share < GOOD_STANDING)
      flaws.push({
        kind: "knee-bent",
        side,
        amount: Math.round(100 * share),
        isRefused: share < MIN_STANDING,
      });
    const upper = subtract(at(side, "LowerArm"), at(side, "UpperArm"));
    const arm = subtract(at(side, "Hand"), at(side, "UpperArm"));
    const out = side === "left" ? left : scale(left, -1);
    const wanted = pose === "T" ? out : DOWN;
    const bend = angle(upper, subtract(at(side, "Hand"), at(side, "LowerArm")));
    const off = angle(arm, wanted);
    if (off > GOOD_ARM) {
      const kind = pose === "T" ? offLevel(arm, forward) : offDown(arm, forward, out);
      note(kind, side, off, GOOD_ARM, MAX_ARM_ERROR);
    } else note("elbow-bent", side, bend, 2 * GOOD_ARM, Number.POSITIVE_INFINITY);
  }
  return flaws.sort((a, b) => Number(b.isRefused) - Number(a.isRefused) || severity(b) - severity(a));
}

const severity = ({ kind, amount }: PoseFlaw) => (kind === "knee-bent" ? 3 * (100 - amount) : amount);

/** Which way an arm that should be level is off most. */
function offLevel(arm: Vec3, forward: Vec3): PoseFlawKind {
  const ahead = dot(arm, forward);
  if (Math.abs(arm[1]) >= Math.abs(ahead)) return arm[1] < 0 ? "arm-low" : "arm-high";
  return ahead > 0 ? "arm-forward" : "arm-back";
}

/** Which way an arm that should hang is off most. */
function offDown(arm: Vec3, forward: Vec3, out: Vec3): PoseFlawKind {
  if (arm[1] > 0) return "arm-high";
  const ahead = dot(arm, forward);
  const aside = dot(arm, out);
  if (Math.abs(aside) >= Math.abs(ahead)) return "arm-out";
  return ahead > 0 ? "arm-forward" : "arm-back";
}

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];

const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vec3): number => Math.hypot(...a);

/** Degrees between two directions. */
function angle(a: Vec3, b: Vec3): number {
  const lengths = length(a) * length(b);
  if (!(lengths > 0)) return 0;
  return (Math.acos(Math.min(1, Math.max(-1, dot(a, b) / lengths))) * 180) / Math.PI;
}

/** Of length 1, without its height. */
function levelled([x, , z]: Vec3): Vec3 {
  const size = Math.hypot(x, z) || 1;
  return [x / size, 0, z / size];
}
