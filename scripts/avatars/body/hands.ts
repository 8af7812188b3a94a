// The left hand as a field: palm, thumb with its ball and web, four fingers; and nails as small plates upon it.
// Both characters have the same hand in different sizes (proportions.ts).
import { type Field, gradient, settle, smoothMin } from "../math/fields";
import { add, along, bell, cross, dot, length, scale, smoothstep, sub, unit } from "../math/vec";
import type { Vec3 } from "../model";
import { flatCapsule, loft } from "./loft";
import type { Finger, Joints } from "./proportions";
import { FINGERS } from "./skeleton";

/** Metres at the hand of a woman of 1.66 m; all are times the hand's scale. */
const FINGER_WEB = 0.0035;
const KNUCKLE_BLEND = 0.011;
const THUMB_WEB = 0.011;
/** Thickness over breadth of fingers. */
const FLATNESS = 0.92;

const UP: Vec3 = [0, 1, 0];

function fingerField({ joints: [a, b, c, d], radii: [ra, rb, rc, rd] }: Finger): Field {
  const axis = unit(sub(d, a));
  const up = unit(sub(UP, scale(axis, dot(UP, axis))));
  const pad = along(d, axis, -rd);
  const bones = [
    flatCapsule(a, b, ra, rb, up, FLATNESS),
    flatCapsule(b, c, rb, rc, up, FLATNESS),
    flatCapsule(c, pad, rc, rd, up, FLATNESS * 0.95),
  ];
  // Pads under the bones and a little breadth at the joints make it flesh instead of pipes.
  const soft = [
    flatCapsule(
      along(mid(a, b), up, -0.11 * ra),
      along(mid(a, b), axis, ra * 0.3),
      ra * 0.93,
      rb * 0.9,
      up,
      0.95,
    ),
    flatCapsule(
      along(mid(c, pad), up, -0.12 * rc),
      along(mid(c, pad), axis, rd * 0.4),
      rc * 0.93,
      rd * 0.98,
      up,
      0.95,
    ),
  ];
  const k = ra * 0.22;
  return (p) => {
    let d = Number.POSITIVE_INFINITY;
    for (const field of bones) d = smoothMin(d, field(p), k);
    for (const field of soft) d = smoothMin(d, field(p), k);
    return d;
  };
}

const mid = (a: Vec3, b: Vec3): Vec3 => scale(add(a, b), 0.5);

/** In hand coordinates: from the wrist, in metres at scale 1. */
function palmField(): Field {
  const palm = loft(
    0,
    [
      [-0.03, 0.001, 0, 0.0165, 0.0175, 0.0245, 0.0245],
      [0, 0.001, 0, 0.0155, 0.0175, 0.026, 0.0255],
      [0.02, 0.001, 0.0005, 0.0155, 0.0185, 0.031, 0.0295],
      [0.045, 0.002, 0, 0.0145, 0.0175, 0.034, 0.0365],
      [0.066, 0.002, -0.001, 0.0125, 0.0145, 0.0355, 0.0385],
      [0.082, 0.002, -0.002, 0.0095, 0.0115, 0.035, 0.038],
      [0.096, 0.001, -0.002, 0.007, 0.0085, 0.031, 0.033],
    ],
    0.012,
  );
  const ball = flatCapsule([0.018, -0.01, 0.0135], [0.047, -0.016, 0.036], 0.0145, 0.0125, [0, 1, 0], 0.95);
  const heel = flatCapsule([0.022, -0.007, -0.02], [0.058, -0.0075, -0.027], 0.0135, 0.0115, [0, 1, 0], 0.9);
  const web = flatCapsule([0.04, -0.007, 0.024], [0.056, -0.009, 0.032], 0.009, 0.006, [0, 1, 0], 0.8);
  return (p) => {
    const d = smoothMin(smoothMin(palm(p), heel(p), 0.012), ball(p), 0.014);
    // A hollow in the middle of the palm, bones on the back.
    const hollow =
      0.0028 * bell(p[0] - 0.052, 0.018) * bell(p[2] + 0.002, 0.011) * smoothstep(0.004, -0.008, p[1]);
    return smoothMin(d + hollow, web(p), 0.01);
  };
}

/** Slight ridges of the tendons over the knuckles. */
function knuckles(joints: Joints["fingers"], scaleOf: number): Field {
  const tops = (["Index", "Middle", "Ring", "Little"] as const).map((name) => joints[name]);
  return (p) => {
    let rise = 0;
    for (const { joints: places, radii } of tops) {
      const [knuckle] = places;
      const z = knuckle[2] * (0.55 + 0.45 * smoothstep(0.2 * knuckle[0], knuckle[0], p[0]));
      const tendon =
        0.0007 * bell(p[2] - z, 0.0035 * scaleOf) * smoothstep(0.03 * scaleOf, 0.07 * scaleOf, p[0]);
      const bone =
        0.0017 *
        bell(p[0] - knuckle[0], (radii[0] as number) * 0.75) *
        bell(p[2] - knuckle[2], (radii[0] as number) * 0.6);
      rise +=
        (tendon + bone) *
        smoothstep(-0.002, 0.008, p[1] - knuckle[1]) *
        smoothstep(0.105, 0.09, p[0] / scaleOf);
    }
    return -rise * scaleOf;
  };
}

export const handScale = ({ fingers }: Joints): number => fingers.Index.joints[0][0] / 0.085;

/** In the world at ratios of 1. */
export function handField(joints: Joints): Field {
  const size = handScale(joints);
  const palm = palmField();
  const bones = knuckles(joints.fingers, size);
  const { Thumb: thumb } = joints.fingers;
  const thumbField = fingerField(thumb);
  const fingers = FINGERS.filter((name) => name !== "Thumb").map((name) => fingerField(joints.fingers[name]));
  return (p) => {
    const q = sub(p, joints.hand);
    let long = Number.POSITIVE_INFINITY;
    for (const field of fingers) long = smoothMin(long, field(q), FINGER_WEB * size);
    const d = smoothMin(palm(scale(q, 1 / size)) * size, long, KNUCKLE_BLEND * size);
    return smoothMin(d, thumbField(q), THUMB_WEB * size) + bones(q);
  };
}

/** Places around a nail's rim. */
const NAIL_COLUMNS = 10;
/** Share of the way to the rim and height over the skin, metres: steep at the rim, so that the outline is clean. */
const NAIL_RINGS: readonly (readonly [number, number])[] = [
  [0.9, 0.0007],
  [1.02, -0.001],
];
const NAIL_MIDDLE = 0.0011;

/** A rounded plate that follows the finger's end, in the world; its rim sinks into the skin. */
export function nails(joints: Joints, hand: Field): { places: Vec3[]; triangles: number[] }[] {
  return FINGERS.map((name) => {
    const { joints: places, radii } = joints.fingers[name];
    const [third, tip] = [add(joints.hand, places[2]), add(joints.hand, places[3])];
    const radius = radii[3];
    const axis = unit(sub(tip, third));
    // The thumb is turned: its nail looks up and forwards.
    const raw: Vec3 = name === "Thumb" ? unit([0, 0.8, 0.45]) : UP;
    const up = unit(sub(raw, scale(axis, dot(raw, axis))));
    const side = cross(axis, up);
    const middle = along(tip, axis, -radius * 1.1);
    const [halfLong, halfBroad] = [radius * 1.02, radius * (name === "Thumb" ? 0.92 : 0.8)];
    const at = (x: number, y: number, rise: number): Vec3 => {
      const start = along(along(along(middle, axis, x * halfLong), side, y * halfBroad), up, radius * 0.9);
      const onSkin = settle(hand, start);
      return along(onSkin, gradient(hand, onSkin, radius * 0.25), rise);
    };
    const rings = NAIL_RINGS.flatMap(([share, rise]) =>
      Array.from({ length: NAIL_COLUMNS }, (_, n) => {
        const angle = (2 * Math.PI * n) / NAIL_COLUMNS;
        // Between an ellipse and a rectangle (Lame 1818).
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const reach = share / (Math.abs(c) ** 2.6 + Math.abs(s) ** 2.6) ** (1 / 2.6);
        return at(reach * c, reach * s, rise);
      }),
    );
    const triangles: number[] = [];
    for (let n = 0; n < NAIL_COLUMNS; ++n) {
      const [a, b] = [1 + n, 1 + ((n + 1) % NAIL_COLUMNS)];
      triangles.push(0, b, a, a, b, b + NAIL_COLUMNS, a, b + NAIL_COLUMNS, a + NAIL_COLUMNS);
    }
    return { places: [at(0, 0, NAIL_MIDDLE), ...rings], triangles };
  });
}

/** Warmer at knuckles, fingertips and in the palm's folds; times the skin's colour, linear. */
export function handTint(joints: Joints): (p: Vec3) => Vec3 {
  const size = handScale(joints);
  const spots = FINGERS.flatMap((name) => {
    const { joints: places, radii } = joints.fingers[name];
    return places.map((place, k) => ({
      at: add(joints.hand, place),
      width: (radii[k] as number) * (k === 3 ? 1.2 : 0.8),
      depth: [0.35, 0.5, 0.35, 0.6][k] as number,
    }));
  });
  return (p) => {
    let warm = 0;
    for (const { at, width, depth } of spots) warm = Math.max(warm, depth * bell(length(sub(p, at)), width));
    warm = Math.max(warm, 0.3 * smoothstep(0.002, -0.012, (p[1] - joints.hand[1]) / size));
    return [1 - 0.03 * warm, 1 - 0.2 * warm, 1 - 0.17 * warm];
  };
}
