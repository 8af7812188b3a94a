// Where the joints of the two characters are, and how other proportions move everything.
// The names of the bones stand in skeleton.ts; the shapes around them in outfits.
import type { Character } from "../character";
import { clamp, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";

export interface BodyOptions {
  /** Hip joint to ankle, times; default 1. */
  readonly legRatio?: number;
  /** Shoulder joint to wrist, times; default 1. */
  readonly armRatio?: number;
  /** Metres added under the soles, which stay at y = 0; default 0. */
  readonly soleThickness?: number;
}

/** A finger: its joints from the wrist's side to the tip, metres from the wrist, and its half thickness there. */
export interface Finger {
  readonly joints: readonly [Vec3, Vec3, Vec3, Vec3];
  readonly radii: readonly [number, number, number, number];
}

/** Joints of the left side and the middle, metres in the world, at ratios of 1. */
export interface Joints {
  readonly hips: Vec3;
  readonly spine: Vec3;
  readonly chest: Vec3;
  readonly upperChest: Vec3;
  readonly shoulder: Vec3;
  readonly upperArm: Vec3;
  readonly lowerArm: Vec3;
  readonly hand: Vec3;
  readonly upperLeg: Vec3;
  readonly lowerLeg: Vec3;
  readonly foot: Vec3;
  readonly toes: Vec3;
  readonly fingers: Readonly<Record<"Thumb" | "Index" | "Middle" | "Ring" | "Little", Finger>>;
  /** Height of the part of the shoes that `soleThickness` stretches, metres. */
  readonly soleTop: number;
}

/** Share of a finger up to its second, third joint: hand measures of Buryanov and Kotiuk 2010, rounded. */
const SECOND = 0.45;
const THIRD = 0.75;
/** How much each joint of a hanging finger is bent at rest, radians. */
const CURL = 0.07;

function finger(knuckle: Vec3, reach: number, splay: number, radius: number, scale: number): Finger {
  const at = (share: number, bend: number, from: Vec3): Vec3 => [
    from[0] + Math.cos(splay) * Math.cos(bend) * reach * share,
    from[1] - Math.sin(bend) * reach * share,
    from[2] + Math.sin(splay) * Math.cos(bend) * reach * share,
  ];
  const second = at(SECOND, CURL, knuckle);
  const third = at(THIRD - SECOND, 2 * CURL, second);
  const tip = at(1 - THIRD, 3 * CURL, third);
  const sized = (p: Vec3): Vec3 => [p[0] * scale, p[1] * scale, p[2] * scale];
  return {
    joints: [sized(knuckle), sized(second), sized(third), sized(tip)],
    radii: [radius * scale, radius * 0.92 * scale, radius * 0.8 * scale, radius * 0.66 * scale],
  };
}

/** The left hand of a woman of 1.66 m, 0.178 m from wrist to tip, times `scale`; `stout` thickens the fingers. */
function fingersOf(scale: number, stout: number): Joints["fingers"] {
  const sized = (p: Vec3): Vec3 => [p[0] * scale, p[1] * scale, p[2] * scale];
  return {
    Thumb: {
      joints: [
        sized([0.02, -0.009, 0.02]),
        sized([0.052, -0.0185, 0.0465]),
        sized([0.082, -0.0245, 0.064]),
        sized([0.1085, -0.0285, 0.0755]),
      ],
      radii: [0.0125 * scale, 0.0104 * scale * stout, 0.0092 * scale * stout, 0.0068 * scale * stout],
    },
    Index: finger([0.085, 0.003, 0.0265], 0.081, 0.075, 0.0094 * stout, scale),
    Middle: finger([0.088, 0.005, 0.0055], 0.09, 0.01, 0.0095 * stout, scale),
    Ring: finger([0.083, 0.003, -0.0145], 0.083, -0.055, 0.009 * stout, scale),
    Little: finger([0.075, -0.001, -0.033], 0.065, -0.14, 0.008 * stout, scale),
  };
}

const realistic: Joints = {
  hips: [0, 0.925, -0.012],
  spine: [0, 1.01, -0.022],
  chest: [0, 1.115, -0.03],
  upperChest: [0, 1.23, -0.036],
  shoulder: [0.024, 1.346, -0.03],
  upperArm: [0.14, 1.33, -0.034],
  lowerArm: [0.398, 1.33, -0.039],
  hand: [0.632, 1.33, -0.034],
  upperLeg: [0.084, 0.878, -0.008],
  lowerLeg: [0.086, 0.473, 0.002],
  foot: [0.087, 0.086, -0.03],
  toes: [0.095, 0.032, 0.092],
  fingers: fingersOf(0.96, 0.98),
  soleTop: 0.018,
};

const stylised: Joints = {
  hips: [0, 0.735, -0.008],
  spine: [0, 0.805, -0.015],
  chest: [0, 0.89, -0.02],
  upperChest: [0, 0.985, -0.024],
  shoulder: [0.02, 1.092, -0.022],
  upperArm: [0.112, 1.086, -0.024],
  lowerArm: [0.312, 1.086, -0.028],
  hand: [0.492, 1.086, -0.024],
  upperLeg: [0.066, 0.698, -0.006],
  lowerLeg: [0.068, 0.392, 0.002],
  foot: [0.069, 0.1, -0.026],
  toes: [0.076, 0.04, 0.082],
  fingers: fingersOf(0.78, 1.06),
  soleTop: 0.022,
};

export const jointsOf = ({ file }: Character): Joints => (file === "realistic" ? realistic : stylised);

/** How the places at ratios of 1 move under options. */
export interface RestMap {
  /** A place, and how much each axis is stretched there. */
  readonly place: (p: Vec3) => Vec3;
  readonly stretch: (p: Vec3) => Vec3;
  /** Metres that everything above the hips rises. */
  readonly rise: number;
}

/** Heights between which arms are told from the flanks, as shares of the shoulder's height. */
const ARMS_FROM = 0.76;
const ARMS_FULL = 0.88;

export function restMapOf(joints: Joints, options: BodyOptions = {}): RestMap {
  const { legRatio = 1, armRatio = 1, soleThickness = 0 } = options;
  const [ankle, hip] = [joints.foot[1], joints.upperLeg[1]];
  const [shoulder, wrist] = [joints.upperArm[0], joints.hand[0]];
  const armShare = (p: Vec3) =>
    smoothstep(ARMS_FROM * joints.upperArm[1], ARMS_FULL * joints.upperArm[1], p[1]);
  const { soleTop } = joints;
  return {
    rise: (legRatio - 1) * (hip - ankle) + soleThickness,
    place: (p) => {
      const outwards = clamp(Math.abs(p[0]), shoulder, wrist) - shoulder;
      const along = clamp(p[1], ankle, hip) - ankle;
      return [
        p[0] + Math.sign(p[0]) * (armRatio - 1) * outwards * armShare(p),
        p[1] + (legRatio - 1) * along + soleThickness * clamp(p[1] / soleTop, 0, 1),
        p[2],
      ];
    },
    stretch: (p) => {
      const isArm = Math.abs(p[0]) > shoulder && Math.abs(p[0]) < wrist;
      const isSole = p[1] < soleTop;
      const isLeg = p[1] > ankle && p[1] < hip;
      return [
        isArm ? 1 + (armRatio - 1) * armShare(p) : 1,
        isLeg ? legRatio : isSole ? 1 + soleThickness / soleTop : 1,
        1,
      ];
    },
  };
}
