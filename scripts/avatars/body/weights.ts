// Which bones a place of the left half follows, as a smooth function of the place alone: what lies together moves together,
// so that no layer of clothes comes through another. Joints bend about planes across them, as fingers of a glove do.
import type { Character } from "../character";
import { add, clamp, dot, length, smoothstep, sub, unit } from "../math/vec";
import type { Influences, Vec3 } from "../model";
import type { Finger, Joints } from "./proportions";
import { FINGERS, fingerBones, otherSide } from "./skeleton";

/** Metres before and behind a joint's plane over which a share passes on, at a head of scale 1 and 1.66 m. */
const WIDTHS = { spine: 0.055, neck: 0.03, arm: 0.064, elbow: 0.045, wrist: 0.02, leg: 0.075, knee: 0.055 };
const ANKLE_WIDTH = 0.03;
const TOE_WIDTH = 0.028;
/** The plane of the shoulder runs from the top of the shoulder into the armpit, the hip's from the groin over the outer hip. */
const ARM_PLANE = unit([0.85, 0.5, 0]);
const LEG_PLANE = unit([0.3, -1, 0.12]);
/** Metres either side of the middle over which the legs' shares mix. */
const CROTCH = 0.022;
/** How sharply a place is its nearest finger's alone, metres. */
const FINGER_SHARPNESS = 0.0015;
/** Width of a finger joint's passage, times the finger's half thickness. */
const FINGER_WIDTH = 0.85;
/** At most this part of the top follows the shoulder bone, and of the collar the neck. */
const SHOULDER_SHARE = 0.75;
const NECK_SHARE = 0.6;
/** Shares are whole multiples of this, so that their sum is exactly 1. */
const GRAIN = 1024;
const LEAST = 0.01;

const ramp = (distance: number, width: number) => smoothstep(-width, width, distance);

export type Shares = Map<string, number>;

function toSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const [q, axis] = [sub(p, a), sub(b, a)];
  const t = clamp(dot(q, axis) / dot(axis, axis), 0, 1);
  return length([q[0] - axis[0] * t, q[1] - axis[1] * t, q[2] - axis[2] * t]);
}

/** Passes part of what `from` has on to `to`. */
function pass(shares: Shares, from: string, to: string, part: number): void {
  const had = shares.get(from) ?? 0;
  shares.set(from, had * (1 - part));
  shares.set(to, (shares.get(to) ?? 0) + had * part);
}

function passToFingers(shares: Shares, joints: Joints, p: Vec3): void {
  const q = sub(p, joints.hand);
  const chains = FINGERS.map((name) => joints.fingers[name]);
  const distances = chains.map(({ joints: [a, b, c, d], radii }) =>
    Math.min(toSegment(q, a, b) - radii[1], toSegment(q, b, c) - radii[2], toSegment(q, c, d) - radii[3]),
  );
  const nearest = Math.min(...distances);
  const pulls = distances.map((distance) => Math.exp(-(distance - nearest) / FINGER_SHARPNESS));
  const total = pulls.reduce((sum, pull) => sum + pull, 0);
  const whole = shares.get("leftHand") ?? 0;
  for (const [at, name] of FINGERS.entries()) {
    const { joints: places, radii } = chains[at] as Finger;
    const bones = fingerBones(name);
    let share = (whole * (pulls[at] as number)) / total;
    for (const [k, bone] of bones.entries()) {
      const [a, b] = [places[k] as Vec3, places[k + 1] as Vec3];
      const before = places[k - 1];
      // The plane halves the angle between the bones before and after.
      const axis = unit(add(unit(sub(b, a)), before ? unit(sub(a, before)) : [0, 0, 0]));
      const taken = share * ramp(dot(sub(q, a), axis), (radii[k] as number) * FINGER_WIDTH);
      const from = bones[k - 1] ?? "leftHand";
      shares.set(from, (shares.get(from) ?? 0) - taken);
      shares.set(bone, taken);
      share = taken;
    }
  }
}

/** Shares at a place with x >= 0 of the body at ratios of 1. */
export function sharesAt(joints: Joints, { neckBone }: Character, p: Vec3): Shares {
  const size = joints.upperArm[1] / 1.33;
  const width = (name: keyof typeof WIDTHS) => WIDTHS[name] * size;
  const shares: Shares = new Map([["hips", 1]]);
  const leg = ramp(dot(sub(p, joints.upperLeg), LEG_PLANE), width("leg"));
  const isLeft = ramp(p[0], CROTCH * size);
  pass(shares, "hips", "leftUpperLeg", leg * isLeft);
  if (isLeft < 1) pass(shares, "hips", "rightUpperLeg", (leg * (1 - isLeft)) / (1 - leg * isLeft || 1));
  for (const side of ["left", "right"]) {
    pass(shares, `${side}UpperLeg`, `${side}LowerLeg`, ramp(joints.lowerLeg[1] - p[1], width("knee")));
    pass(shares, `${side}LowerLeg`, `${side}Foot`, ramp(joints.foot[1] - p[1], ANKLE_WIDTH * size));
    pass(shares, `${side}Foot`, `${side}Toes`, ramp(p[2] - joints.toes[2], TOE_WIDTH * size));
  }
  pass(shares, "hips", "spine", ramp(p[1] - joints.spine[1], width("spine")));
  pass(shares, "spine", "chest", ramp(p[1] - joints.chest[1], width("spine")));
  pass(shares, "chest", "upperChest", ramp(p[1] - joints.upperChest[1], width("spine")));
  const besideNeck = length([p[0], 0, p[2] - neckBone[2]]);
  pass(
    shares,
    "upperChest",
    "neck",
    NECK_SHARE *
      ramp(p[1] - neckBone[1] + (p[2] - neckBone[2]) * -0.3, width("neck")) *
      smoothstep(0.1 * size, 0.06 * size, besideNeck),
  );
  const sideways =
    smoothstep(0.02 * size, 0.11 * size, p[0]) *
    smoothstep(-0.12 * size, 0, p[1] - joints.shoulder[1]) *
    SHOULDER_SHARE;
  pass(shares, "upperChest", "leftShoulder", sideways);
  const arm = ramp(dot(sub(p, joints.upperArm), ARM_PLANE), width("arm"));
  for (const from of ["spine", "chest", "upperChest", "leftShoulder"])
    pass(shares, from, "leftUpperArm", arm);
  pass(shares, "leftUpperArm", "leftLowerArm", ramp(p[0] - joints.lowerArm[0], width("elbow")));
  pass(shares, "leftLowerArm", "leftHand", ramp(p[0] - joints.hand[0], width("wrist")));
  if ((shares.get("leftHand") ?? 0) > 0) passToFingers(shares, joints, p);
  return shares;
}

/** The part of the hand's share that a sleeve's end has: it stays on the forearm and gives way a little. */
const CUFF_SHARE = 0.3;

export function onForearm(shares: Shares): Shares {
  const hand = [...shares].filter(([bone]) => /^left(Hand|Thumb|Index|Middle|Ring|Little)/.test(bone));
  const moved = hand.reduce((sum, [, share]) => sum + share, 0);
  const rest = [...shares].filter(([bone]) => !hand.some(([name]) => name === bone));
  return new Map([
    ...rest,
    ["leftLowerArm", (shares.get("leftLowerArm") ?? 0) + moved * (1 - CUFF_SHARE)],
    ["leftHand", moved * CUFF_SHARE],
  ]);
}

/** The four greatest, none under 0.01, as multiples of 1/1024 that sum to exactly 1. */
export function influencesOf(shares: Shares): Influences {
  const greatest = [...shares]
    .sort(([a, s], [b, t]) => t - s || (a < b ? -1 : 1))
    .slice(0, 4)
    .filter(([, share]) => share >= LEAST);
  const total = greatest.reduce((sum, [, share]) => sum + share, 0);
  const grains = greatest
    .map(([bone, share]): [string, number] => [bone, Math.round((share / total) * GRAIN)])
    .filter(([, count]) => count / GRAIN >= LEAST);
  const rest = GRAIN - grains.reduce((sum, [, count]) => sum + count, 0);
  // What rounding left goes to a bone without a side if there is one: a place on the middle plane stays even.
  const heir = Math.max(
    0,
    grains.findIndex(([bone]) => otherSide(bone) === bone),
  );
  return grains.map(([bone, count], at) => [bone, (count + (at === heir ? rest : 0)) / GRAIN] as const);
}

export const mirroredInfluences = (influences: Influences): Influences =>
  influences.map(([bone, share]) => [otherSide(bone), share] as const);
