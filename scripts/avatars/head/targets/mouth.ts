// Lips, corners of the mouth, cheeks: what each channel of the mouth does. Directions are those of the muscles.
// Head coordinates; sided channels are those of the left side.
import { add, bell, clamp, scale, smoothstep } from "../../math/vec";
import type { Vec3 } from "../../model";
import { mouthLine } from "../mouth-patch";
import type { SkinVertex } from "../vertex";
import { type Anatomy, bothSided, bump, type Move, near, STILL, together } from "./shapes";

/** Where a vertex lies with regard to the lips. */
interface LipPlace {
  /** 1 on the lips, 0 at the border of the patch and beyond. */
  readonly on: number;
  /** -1 at the right corner, 0 in the middle, 1 at the left corner. */
  readonly x: number;
  /** 1 on the upper lip, 0 on the lower, between at the corners. */
  readonly upper: number;
  /** Height above the line between the lips, metres. */
  readonly above: number;
}

function lipPlace({ measures }: Anatomy, { place, patch, out, angle }: SkinVertex): LipPlace {
  const { mouth } = measures;
  const x = clamp(place[0] / mouth.halfWidth, -1.6, 1.6);
  const above = place[1] - mouthLine(mouth, clamp(Math.abs(x), 0, 1));
  if (patch !== "mouth") return { on: 0, x, upper: above > 0 ? 1 : 0, above };
  return { on: 1 - smoothstep(0, 1, out), x, upper: smoothstep(-0.12, 0.12, angle), above };
}

/** 1 on the left, 0 on the right, half in the middle. */
const leftward = (x: number): number => smoothstep(-0.55, 0.75, x);

/** The corner of the mouth and what hangs on it: the lips follow it along their length, the cheek around it. */
function cornerPull(anatomy: Anatomy, by: Vec3, reach: number): Move {
  const { mouth } = anatomy.measures;
  const corner: Vec3 = [mouth.halfWidth, mouth.y + mouth.smile, anatomy.inside.contact[2] - 0.007];
  return (vertex) => {
    const { on, x } = lipPlace(anatomy, vertex);
    const around = near(vertex.place, corner, [reach, reach * 0.95, reach * 1.5]);
    const share = around + (1 - around) * on;
    const side = clamp(x, 0, 1);
    // Sideways the lip stretches evenly; up and down it bends as a parabola.
    const [even, bent] = [share * side, share * side * side];
    return [by[0] * even, by[1] * bent, by[2] * bent];
  };
}

/** A lip moved as a whole or on one side, the skin above or below with it. */
function lipPull(
  anatomy: Anatomy,
  isUpper: boolean,
  weight: (x: number) => number,
  by: Vec3,
  reach: number,
): Move {
  return (vertex) => {
    const { x, upper, above, on } = lipPlace(anatomy, vertex);
    const height = isUpper ? above : -above;
    const own = vertex.patch === "mouth" ? (isUpper ? upper : 1 - upper) : height > 0 ? 1 : 0;
    const lip = vertex.patch === "mouth" ? on : 0;
    const fade = Math.max(lip * 0.9, bump(Math.max(0, height) / reach) * 0.85);
    const ends = bump(Math.max(0, Math.abs(x) - 0.1) / 1.15);
    return scale(by, own * fade * ends * weight(x) * (vertex.patch === "mouth" || height < reach ? 1 : 0));
  };
}

/** The whole mouth as one, fading into the cheeks. */
function mouthShift(anatomy: Anatomy, by: Vec3): Move {
  const { mouth } = anatomy.measures;
  const centre: Vec3 = [0, mouth.y - 0.003, anatomy.inside.contact[2] - 0.004];
  return ({ place }) =>
    scale(
      by,
      bump(
        Math.max(
          0,
          Math.hypot(
            (place[0] - centre[0]) / 0.052,
            (place[1] - centre[1]) / 0.036,
            (place[2] - centre[2]) / 0.07,
          ) - 0.12,
        ),
      ),
    );
}

/** Half width of the mouth that the pursing is given for, metres. */
const WIDE = 0.0222;

/** Pursed lips: corners inwards, lips forward, the lips away from their line by `open`. */
function purse(
  anatomy: Anatomy,
  inward: number,
  forward: number,
  open: { readonly up: number; readonly down: number },
): Move {
  const { mouth } = anatomy.measures;
  return (vertex) => {
    const { on, x, upper } = lipPlace(anatomy, vertex);
    const around = near(vertex.place, [0, mouth.y, anatomy.inside.contact[2]], [0.044, 0.032, 0.05]);
    const share = Math.max(on, around * 0.8);
    const end = Math.min(1, Math.abs(x)) ** 1.1 * Math.sign(x) * (mouth.halfWidth / WIDE);
    const middle = 1 - 0.55 * Math.min(1, Math.abs(x)) ** 2;
    const way = upper * open.up - (1 - upper) * open.down;
    const apart = way * on * Math.sqrt(Math.max(0, 1 - Math.min(1, Math.abs(x)) ** 2));
    const inner = vertex.patch === "mouth" && vertex.row < 3 ? vertex.row / 3 : 1;
    return [-end * inward * share, apart * inner, forward * middle * share * inner];
  };
}

/** Lips pressed on each other: they get thinner towards their line and go in. */
function press(anatomy: Anatomy, weight: (x: number) => number): Move {
  return (vertex) => {
    const { on, x, above } = lipPlace(anatomy, vertex);
    if (vertex.patch !== "mouth") return STILL;
    const share = on * weight(x) * bump(Math.max(0, Math.abs(x) - 0.5) / 0.9);
    return [0, -above * 0.5 * share, -0.0048 * share * Math.exp(-((above / 0.011) ** 2))];
  };
}

/** A lip rolled in over the teeth: its border comes to the line, its front goes behind it. */
function roll(anatomy: Anatomy, isUpper: boolean, depth: number): Move {
  const lips = anatomy.measures.mouth;
  return (vertex) => {
    const { on, x, above, upper } = lipPlace(anatomy, vertex);
    if (vertex.patch !== "mouth") return STILL;
    const own = isUpper ? upper : 1 - upper;
    const height = (isUpper ? above : -above) / (isUpper ? lips.upper : lips.lower);
    const share = own * on * bump(Math.max(0, Math.abs(x) - 0.35) / 0.8);
    const sign = isUpper ? -1 : 1;
    return [
      0,
      sign * depth * 0.55 * share * smoothstep(0, 1.1, height),
      -depth * share * (0.75 + 0.25 * bell(height - 0.3, 0.5)),
    ];
  };
}

/** Channel stem -> move; `Left` of a pair, or the whole. */
export function mouthMoves(anatomy: Anatomy): Readonly<Record<string, Move>> {
  const { measures, inside } = anatomy;
  const { mouth } = measures;
  const front = inside.contact[2];
  const cheekApple: Vec3 = [0.036, -0.03, 0.066];
  const fold: Vec3 = [mouth.halfWidth + 0.0098, mouth.y + 0.018, front - 0.012];
  /** A small mouth goes less far. */
  const size = Math.sqrt(mouth.halfWidth / WIDE);
  const cheek: Vec3 = [measures.face.radii[0] * 0.73, mouth.y + 0.008, 0.048];
  const left = (x: number) => leftward(x);
  const upperMiddle: Move = lipPull(anatomy, true, () => 1, [0, 0.0058, 0.0022], 0.022);
  const pushUp = (by: number, share: number): Move =>
    lipPull(anatomy, share > 0.5, () => 1, [0, by, 0.001], 0.02);
  return {
    mouthSmile: together(
      cornerPull(anatomy, [0.0088 * size, 0.0113 * size, -0.0072], 0.034),
      ({ place }) => scale([0.0022, 0.006, 0.004], near(place, cheekApple, [0.026, 0.021, 0.035])),
      // The fold from the nose's wing past the corner, which the raised cheek hangs over.
      ({ place }) => scale([0.0006, 0.0004, -0.003], near(place, fold, [0.0085, 0.017, 0.03])),
    ),
    mouthFrown: together(cornerPull(anatomy, [0.001, -0.0085, -0.002], 0.026), ({ place }) =>
      scale([0, -0.003, 0], near(place, [0.027, mouth.y - 0.02, 0.07], [0.022, 0.02, 0.03])),
    ),
    mouthDimple: cornerPull(anatomy, [0.0046, 0.001, -0.0062], 0.02),
    mouthStretch: cornerPull(anatomy, [0.0094 * size, -0.0044, -0.0048], 0.032),
    mouthUpperUp: lipPull(anatomy, true, left, [0.0008, 0.0098, 0.001], 0.028),
    mouthLowerDown: lipPull(anatomy, false, left, [0.001, -0.0095, 0.0004], 0.024),
    mouthPress: together(press(anatomy, left), cornerPull(anatomy, [0.0042, 0.0012, -0.005], 0.018)),
    // With a side: as a whole to the left, its mirror image to the right.
    mouth: mouthShift(anatomy, [0.0096, 0, -0.001]),
    mouthPucker: purse(anatomy, 0.0088, 0.0098, { up: 0.0002, down: 0.0002 }),
    mouthFunnel: purse(anatomy, 0.0072, 0.0105, { up: 0.003, down: 0.006 }),
    mouthRollUpper: roll(anatomy, true, 0.002 + mouth.upper * 0.88),
    mouthRollLower: roll(anatomy, false, 0.002 + mouth.lower * 0.49),
    mouthShrugUpper: upperMiddle,
    mouthShrugLower: together(pushUp(0.0058, 0), pushUp(0.0058, 1), ({ place }) =>
      scale([0, 0.0062, 0.0012], near(place, [0, mouth.y - 0.025, front - 0.008], [0.026, 0.02, 0.04])),
    ),
    cheekPuff: bothSided(({ place }) => {
      const share = near(place, cheek, [0.036, 0.04, 0.046]);
      const lips = near(place, [0, mouth.y, front], [0.036, 0.02, 0.04]);
      return add(scale([0.0138, -0.0004, 0.0062], share), [0, 0, 0.0024 * lips]);
    }),
  };
}
