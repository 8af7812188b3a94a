// What legs of another length can not do: with hips and feet where the performer's are in the world, how near their directions can come to its.
// It judges no method: hips may be at any height and knees to any side, frame by frame, whatever that would look like.

import { performerOf, UNFILTERED } from "../../tests/support/body-quality/performer";
import { coreTrack } from "../../tests/support/body-quality/solved";
import { placeAt, type Track } from "../../tests/support/body-quality/track";
import { degreesBetween, minus, plus, size, type Vec } from "../../tests/support/turns";
import type { Core } from "../../web/src/core/core";
import type { MotionClip } from "../../web/src/sources/motion/motion-clip";
import type { AvatarSource } from "./subjects";

/** Degrees that a row of the table may have. */
const ALLOWED = 8;
/** Heights that hips are tried at, beside where they are, metres. */
const LOWEST = -0.6;
const HIGHEST = 0.3;
const STEP = 0.01;
/** Sides that a knee is tried at. */
const KNEE_SIDES = 48;
/** Frames that are looked at, spread over the recording. */
const FRAMES = 60;

interface Leg {
  readonly thigh: Vec;
  readonly knee: Vec;
  readonly ankle: Vec;
}

function legAt(track: Track, frame: number, side: "left" | "right"): Leg {
  return {
    thigh: placeAt(track, frame, `${side}UpperLeg`),
    knee: placeAt(track, frame, `${side}LowerLeg`),
    ankle: placeAt(track, frame, `${side}Foot`),
  };
}

const scaled = ([x, y, z]: Vec, by: number): Vec => [x * by, y * by, z * by];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (v: Vec): Vec => scaled(v, 1 / size(v));

/** Mean of thigh and shin, degrees. */
const off = (own: Leg, source: Leg): number =>
  (degreesBetween(minus(own.knee, own.thigh), minus(source.knee, source.thigh)) +
    degreesBetween(minus(own.ankle, own.knee), minus(source.ankle, source.knee))) /
  2;

/** The least that a leg can be off with its thigh moved up by `height`; infinite where the foot is out of reach. */
function least(own: Leg, source: Leg, height: number): number {
  const [upper, lower] = [size(minus(own.knee, own.thigh)), size(minus(own.ankle, own.knee))];
  const thigh = plus(own.thigh, [0, height, 0]);
  const line = minus(own.ankle, thigh);
  const length = size(line);
  if (length > upper + lower) return Infinity;
  const along = (upper ** 2 - lower ** 2 + length ** 2) / (2 * length);
  const aside = Math.sqrt(Math.max(0, upper ** 2 - along ** 2));
  const down = unit(line);
  const across = unit(cross(down, [0, 0.3, 1]));
  const third = cross(down, across);
  let best = Infinity;
  for (let i = 0; i < KNEE_SIDES; ++i) {
    const angle = (2 * Math.PI * i) / KNEE_SIDES;
    const to = plus(scaled(across, aside * Math.cos(angle)), scaled(third, aside * Math.sin(angle)));
    best = Math.min(best, off({ ...own, thigh, knee: plus(thigh, plus(scaled(down, along), to)) }, source));
  }
  return best;
}

function boundOf(own: Track, source: Track): readonly [number, number] {
  let [now, bound, count] = [0, 0, 0];
  for (let frame = 0; frame < own.frameCount; frame += Math.max(1, Math.floor(own.frameCount / FRAMES))) {
    const legs = (["left", "right"] as const).map(
      (side) => [legAt(own, frame, side), legAt(source, frame, side)] as const,
    );
    const sum = (of: (own: Leg, source: Leg) => number) =>
      legs.reduce((total, [leg, theirs]) => total + of(leg, theirs), 0);
    now += sum(off);
    let best = sum((leg, theirs) => least(leg, theirs, 0));
    for (let height = LOWEST; height <= HIGHEST; height += STEP)
      best = Math.min(
        best,
        sum((leg, theirs) => least(leg, theirs, height)),
      );
    bound += Math.min(best, sum(off));
    count += 2;
  }
  return [now / count, bound / count];
}

/** Rows whose legs are further off than allowed, with the least that is possible. */
export function printLegBounds(
  core: Core,
  clips: readonly MotionClip[],
  avatars: readonly AvatarSource[],
): void {
  console.log(
    `\nlegs over ${ALLOWED} degrees in world motion: what hips and feet at the performer's places allow at best`,
  );
  console.log(`${"recording".padEnd(26)}${"avatar".padEnd(22)}${"deg".padStart(8)}${"at best".padStart(10)}`);
  for (const clip of clips) {
    const source = performerOf(core, clip);
    for (const avatar of avatars) {
      const { body } = avatar.make(source.body.report.measures.leg[0]);
      const props = clip.bodies.map((_, index) => ({ body: index, type: "chair" as const }));
      const { track } = coreTrack(core, clip, source, body, { parameters: UNFILTERED }, props);
      const [now, best] = boundOf(track, source.track);
      if (now <= ALLOWED) continue;
      console.log(
        clip.name.padEnd(26) +
          avatar.name.padEnd(22) +
          now.toFixed(1).padStart(8) +
          best.toFixed(1).padStart(10),
      );
    }
  }
}
