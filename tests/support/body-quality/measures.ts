// The measures by which the core and its peers are judged, all from tracks alone: no figure of the core's own meters is used.
// Contacts are found on the source. Nothing here knows who made a track.

import type { HumanBoneName } from "../../../web/src/tables/human-bones";
import { after, back, degreesBetween, degreesOf, dot, minus, size, turned, type Vec } from "../turns";
import type { Body } from "./body";
import { type Soles, soleHeight } from "./soles";
import { placeAt, type Track, turnAt } from "./track";

/** A source foot stands while its ankle is no higher above its standing height than this, and no faster; for a leg of 0.8 m. */
const STANDING_HEIGHT = 0.04;
const STANDING_SPEED = 0.15;
const USUAL_LEG = 0.8;
/** Frames of a stand that is a contact. */
const FEWEST_FRAMES = 4;

const sides = ["left", "right"] as const;

export interface Case {
  readonly times: Float64Array;
  readonly source: Track;
  readonly performer: Body;
  readonly sourceSoles: Soles;
  readonly target: Track;
  readonly avatar: Body;
  readonly soles: Soles;
  /** How far the target is meant to travel, and to lift its feet, where the source does 1. */
  readonly travel: number;
  readonly isFreeArm: (frame: number, side: number) => boolean;
}

export interface Figures {
  /** cm/s above the source's own, of standing feet. */
  readonly slideMean: number;
  readonly slideP95: number;
  /** cm, the most that a foot moves away from where it came down, beside the source's own way. */
  readonly drift: number;
  /** mm between the sole and where the source's sole is, in contact. */
  readonly sole: number;
  readonly penetration: number;
  readonly floating: number;
  /** Degrees off the source's world directions, mean. */
  readonly arms: number;
  readonly hands: number;
  readonly legs: number;
  readonly torso: number;
  /** %. */
  readonly stretch: number;
  /** p99 of the second difference of the bend over the source's own. */
  readonly kneeAcceleration: number;
  readonly elbowAcceleration: number;
  /** Frames in which a bone turns by over 30 degrees and the source's does not. */
  readonly jumps: number;
  /** Frames with a knee bent back by over 2 degrees that the source has not. */
  readonly backwards: number;
  readonly notNumbers: number;
  /** ms by which the target's limbs come later than the source's. */
  readonly lag: number;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
const level = (v: Vec): Vec => [v[0], 0, v[2]];

/** Stretches of frames in which a source foot stands: first and last. */
export function contacts({ times, source, performer }: Case, side: number): (readonly [number, number])[] {
  const foot = `${sides[side] ?? "left"}Foot` as const;
  const { leg, ankleHeight } = performer.report.measures;
  const k = (leg[side] ?? 0) / USUAL_LEG;
  const found: (readonly [number, number])[] = [];
  let first = -1;
  for (let frame = 1; frame <= times.length; ++frame) {
    const dt = (times[frame] ?? 0) - (times[frame - 1] ?? 0);
    const speed = size(minus(placeAt(source, frame, foot), placeAt(source, frame - 1, foot))) / dt;
    const height = placeAt(source, frame, foot)[1] - ankleHeight;
    const stands = frame < times.length && speed < STANDING_SPEED * k && height < STANDING_HEIGHT * k;
    if (stands && first < 0) first = frame;
    if (!stands && first >= 0) {
      if (frame - first >= FEWEST_FRAMES) found.push([first, frame - 1]);
      first = -1;
    }
  }
  return found;
}

/** How far a bone of a foot moves beside the source's own way: since the frame before, and since the contact began; metres, level. */
function moves(at: Case, bone: HumanBoneName, frame: number, first: number): readonly [number, number] {
  const way = (track: Track, from: number) =>
    level(minus(placeAt(track, frame, bone), placeAt(track, from, bone)));
  const own = way(at.source, first).map((value) => value * at.travel) as unknown as Vec;
  const step = size(way(at.target, frame - 1)) - at.travel * size(way(at.source, frame - 1));
  return [frame === first ? 0 : Math.max(0, step), size(minus(way(at.target, first), own))];
}

function feet(at: Case) {
  const slide: number[] = [];
  const off: number[] = [];
  let [drift, penetration, floating] = [0, 0, 0];
  for (const [side, name] of sides.entries()) {
    // A foot that rolls on its ball moves its ankle, one that comes down on its heel its toes: it slides where neither stays.
    const bones = ([`${name}Foot`, `${name}Toes`] as const).filter(
      (bone) => at.source.has(bone) && at.target.has(bone),
    );
    for (const [first, last] of contacts(at, side)) {
      for (let frame = first; frame <= last; ++frame) {
        const moved = bones.map((bone) => moves(at, bone, frame, first));
        drift = Math.max(drift, 100 * Math.min(...moved.map(([, since]) => since)));
        const height =
          1000 *
          (soleHeight(at.target, frame, at.soles[side] ?? []) -
            at.travel * soleHeight(at.source, frame, at.sourceSoles[side] ?? []));
        off.push(Math.abs(height));
        penetration = Math.max(penetration, -height);
        floating = Math.max(floating, height);
        const dt = (at.times[frame] ?? 0) - (at.times[frame - 1] ?? 0);
        if (frame > first) slide.push((100 * Math.min(...moved.map(([step]) => step))) / dt);
      }
    }
  }
  return {
    slideMean: mean(slide),
    slideP95: percentile(slide, 0.95),
    drift,
    sole: mean(off),
    penetration,
    floating,
  };
}

type Pair = readonly [HumanBoneName, HumanBoneName];

function direction(track: Track, frame: number, [from, to]: Pair): Vec {
  return minus(placeAt(track, frame, to), placeAt(track, frame, from));
}

function directions(at: Case) {
  const arms: number[] = [];
  const hands: number[] = [];
  const legs: number[] = [];
  const torso: number[] = [];
  const both = (...bones: HumanBoneName[]) =>
    bones.every((bone) => at.source.has(bone) && at.target.has(bone));
  const compare = (into: number[], frame: number, pair: Pair) => {
    if (both(...pair))
      into.push(degreesBetween(direction(at.source, frame, pair), direction(at.target, frame, pair)));
  };
  for (let frame = 0; frame < at.times.length; ++frame) {
    for (const [side, name] of sides.entries()) {
      if (at.isFreeArm(frame, side)) {
        compare(arms, frame, [`${name}UpperArm`, `${name}LowerArm`]);
        compare(arms, frame, [`${name}LowerArm`, `${name}Hand`]);
        const hand = `${name}Hand` as const;
        // Where the fingers point in the T-pose, and how both hands are turned there.
        const out: Vec = [side === 0 ? 1 : -1, 0, 0];
        if (both(hand))
          hands.push(
            degreesBetween(
              turned(turnAt(at.source, frame, hand), out),
              turned(turnAt(at.target, frame, hand), out),
            ),
          );
      }
      compare(legs, frame, [`${name}UpperLeg`, `${name}LowerLeg`]);
      compare(legs, frame, [`${name}LowerLeg`, `${name}Foot`]);
    }
    for (const bone of ["hips", "upperChest"] as const) {
      if (both(bone))
        torso.push(
          degreesBetween(
            turned(turnAt(at.source, frame, bone), [0, 1, 0]),
            turned(turnAt(at.target, frame, bone), [0, 1, 0]),
          ),
        );
    }
    // Names of a spine are a matter of taste: its ends are compared.
    const top = (track: Track): Vec => turned(turnAt(track, frame, topOf(track)), [0, 1, 0]);
    torso.push(degreesBetween(top(at.source), top(at.target)));
  }
  return {
    arms: mean(arms),
    hands: mean(hands),
    legs: mean(legs),
    torso: mean(torso),
  };
}

function topOf(track: Track): HumanBoneName {
  for (const bone of ["upperChest", "chest", "spine"] as const) if (track.has(bone)) return bone;
  return "hips";
}

function stretch({ target, avatar, times }: Case): number {
  let most = 0;
  for (const [bone, parent] of avatar.parents) {
    if (parent === null || !/Arm|Leg|Hand$|Foot/.test(bone)) continue;
    const rest = size(minus(avatar.places.get(bone) as Vec, avatar.places.get(parent) as Vec));
    if (rest < 1e-6) continue;
    for (let frame = 0; frame < times.length; ++frame)
      most = Math.max(most, (100 * Math.abs(size(direction(target, frame, [parent, bone])) - rest)) / rest);
  }
  return most;
}

export const KNEES: readonly Pair[] = sides.map((side) => [`${side}UpperLeg`, `${side}LowerLeg`]);
const ELBOWS: readonly Pair[] = sides.map((side) => [`${side}UpperArm`, `${side}LowerArm`]);
const endOf = (bone: HumanBoneName): HumanBoneName =>
  bone.replace("LowerLeg", "Foot").replace("LowerArm", "Hand") as HumanBoneName;

/** Degrees between both bones of a limb, by frame. */
function bends(track: Track, [upper, lower]: Pair): number[] {
  return Array.from({ length: track.frameCount }, (_, frame) =>
    degreesBetween(direction(track, frame, [upper, lower]), direction(track, frame, [lower, endOf(lower)])),
  );
}

/** p99 of the bends' second derivative, degrees a second squared. */
export function acceleration(track: Track, limbs: readonly Pair[], times: Float64Array): number {
  const values = limbs.flatMap((limb) => {
    const bend = bends(track, limb);
    return bend.slice(2).map((value, at) => {
      const dt = (times[at + 2] ?? 0) - (times[at + 1] ?? 0);
      return Math.abs(value - 2 * (bend[at + 1] ?? 0) + (bend[at] ?? 0)) / dt ** 2;
    });
  });
  return percentile(values, 0.99);
}

/** Below this both are as good as still, degrees a second squared. */
const STILL = 200;

function accelerationRatio({ source, target, times }: Case, limbs: readonly Pair[]): number {
  return (
    Math.max(acceleration(target, limbs, times), STILL) / Math.max(acceleration(source, limbs, times), STILL)
  );
}

function jumps({ source, target, times }: Case): number {
  const bones = (["LowerLeg", "UpperLeg", "Foot", "LowerArm", "UpperArm", "Hand"] as const).flatMap((part) =>
    sides.map((side) => `${side}${part}` as HumanBoneName),
  );
  const step = (track: Track, frame: number, bone: HumanBoneName) =>
    degreesOf(after(back(turnAt(track, frame - 1, bone)), turnAt(track, frame, bone)));
  let count = 0;
  for (let frame = 1; frame < times.length; ++frame)
    if (
      bones.some(
        (bone) =>
          source.has(bone) &&
          target.has(bone) &&
          step(target, frame, bone) > 30 &&
          step(source, frame, bone) <= 30,
      )
    )
      count += 1;
  return count;
}

/** Degrees by which a shin is bent forward of its thigh: what a knee can not do. */
function backBend(track: Track, frame: number, [upper, lower]: Pair): number {
  const thigh = direction(track, frame, [upper, lower]);
  const shin = direction(track, frame, [lower, endOf(lower)]);
  const front = turned(turnAt(track, frame, upper), [0, 0, 1]);
  return dot(
    minus(shin, thigh.map((v) => (v * dot(shin, thigh)) / dot(thigh, thigh)) as unknown as Vec),
    front,
  ) > 0
    ? degreesBetween(thigh, shin)
    : 0;
}

function backwards({ source, target, times }: Case): number {
  let count = 0;
  for (let frame = 0; frame < times.length; ++frame)
    if (KNEES.some((knee) => backBend(target, frame, knee) > 2 && backBend(source, frame, knee) <= 2))
      count += 1;
  return count;
}

/** The shift at which the target's forearms and shins go best with the source's. */
function lag({ source, target, times }: Case): number {
  const pairs: readonly Pair[] = [...KNEES, ...ELBOWS].map(([, lower]) => [lower, endOf(lower)]);
  const step = (times.at(-1) ?? 0) / Math.max(1, times.length - 1);
  const most = Math.min(Math.ceil(0.15 / step), times.length - 2);
  const error = (shift: number) => {
    const values: number[] = [];
    for (let frame = most; frame < times.length; ++frame)
      for (const pair of pairs)
        values.push(degreesBetween(direction(source, frame - shift, pair), direction(target, frame, pair)));
    return mean(values);
  };
  const errors = Array.from({ length: most + 1 }, (_, shift) => error(shift));
  const best = errors.indexOf(Math.min(...errors));
  // A minimum that is hardly one tells nothing: limbs that are as far off at any shift.
  return (errors[best] ?? 0) < 0.9 * (errors[0] ?? 0) ? 1000 * step * best : 0;
}

export function figuresOf(at: Case): Figures {
  const notNumbers =
    at.target.places.filter((v) => !Number.isFinite(v)).length +
    at.target.turns.filter((v) => !Number.isFinite(v)).length;
  return {
    ...feet(at),
    ...directions(at),
    stretch: stretch(at),
    kneeAcceleration: accelerationRatio(at, KNEES),
    elbowAcceleration: accelerationRatio(at, ELBOWS),
    jumps: jumps(at),
    backwards: backwards(at),
    notNumbers,
    lag: lag(at),
  };
}
