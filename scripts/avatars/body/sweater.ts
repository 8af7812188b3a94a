// Haru's sweater: knitted, with ribbed hem, cuffs and collar.
// Metres in the world at ratios of 1, left half.
import type { Character } from "../character";
import { type Field, smoothMax, smoothMin } from "../math/fields";
import { bell, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { band, type CollarProfile, collarRings, cuffSections, ringsOf } from "./band";
import { spot, wave } from "./cloth";
import { above, loft, type Section, without } from "./loft";
import { type Chart, type Piece, turnsOf } from "./piece";
import { onForearm } from "./weights";

/** Height: middle of x, of z, half breadth twice, to the front, to the back. */
const TORSO: readonly Section[] = [
  [0.888, 0, -0.016, 0.152, 0.152, 0.1, 0.113],
  [0.912, 0, -0.016, 0.16, 0.16, 0.1085, 0.119],
  [0.945, 0, -0.017, 0.156, 0.156, 0.1075, 0.113],
  [0.995, 0, -0.02, 0.142, 0.142, 0.102, 0.1],
  [1.055, 0, -0.024, 0.1305, 0.1305, 0.1, 0.091],
  [1.12, 0, -0.028, 0.1305, 0.1305, 0.109, 0.09],
  [1.19, 0, -0.033, 0.138, 0.138, 0.129, 0.093],
  [1.245, 0, -0.037, 0.14, 0.14, 0.123, 0.095],
  [1.295, 0, -0.039, 0.129, 0.129, 0.103, 0.093],
  [1.335, 0, -0.037, 0.106, 0.106, 0.092, 0.083],
  [1.365, 0, -0.031, 0.081, 0.081, 0.084, 0.073],
  [1.388, 0, -0.027, 0.066, 0.066, 0.076, 0.064],
  [1.404, 0, -0.026, 0.056, 0.056, 0.068, 0.056],
];

/** From the shoulder outwards: middle of y, of z, up, down, to the front, to the back. */
const ARM: readonly Section[] = [
  [0.04, 1.306, -0.034, 0.058, 0.06, 0.056, 0.056],
  [0.09, 1.312, -0.034, 0.0525, 0.063, 0.06, 0.058],
  [0.14, 1.322, -0.034, 0.0465, 0.059, 0.0585, 0.0565],
  [0.185, 1.328, -0.034, 0.0435, 0.052, 0.052, 0.051],
  [0.245, 1.33, -0.035, 0.041, 0.0475, 0.0465, 0.0465],
  [0.325, 1.33, -0.037, 0.038, 0.043, 0.0425, 0.042],
  [0.398, 1.33, -0.039, 0.0355, 0.0385, 0.0395, 0.04],
  [0.455, 1.33, -0.038, 0.036, 0.04, 0.04, 0.0395],
  [0.525, 1.33, -0.036, 0.0345, 0.0375, 0.0375, 0.037],
  [0.572, 1.33, -0.035, 0.034, 0.0355, 0.0365, 0.036],
  [0.592, 1.33, -0.034, 0.0325, 0.0335, 0.0355, 0.035],
  [0.607, 1.33, -0.034, 0.025, 0.026, 0.029, 0.0288],
];

const CUFF: readonly Section[] = [
  [0.588, 1.33, -0.034, 0.0265, 0.0275, 0.032, 0.0315],
  [0.604, 1.33, -0.034, 0.0272, 0.0282, 0.0328, 0.0323],
  [0.627, 1.33, -0.034, 0.025, 0.026, 0.031, 0.0306],
  [0.643, 1.33, -0.034, 0.0246, 0.0256, 0.0306, 0.0302],
];

/** Cloth gathers where it is pressed together: at elbow, wrist, armpit, waist and above the hem. */
function sweaterFolds(p: Vec3): number {
  const [x, y, z] = p;
  const elbow =
    0.0024 * bell(x - 0.391, 0.045) * wave(p, [1, 0.3, 0.2], 0.05, 0.4) * smoothstep(0.05, -0.06, z + 0.036);
  const inner =
    0.0022 * bell(x - 0.404, 0.03) * wave(p, [1, -0.5, 0], 0.034, 1) * smoothstep(-0.02, 0.03, z + 0.036);
  const wrist = 0.0015 * bell(x - 0.552, 0.022) * wave(p, [1, 0.25, -0.3], 0.032, 1.1);
  const armpit =
    0.0036 * spot(p, [0.15, 1.252, -0.02], [0.04, 0.05, 0.09]) * wave(p, [0.8, 0.6, 0], 0.055, 0);
  // Drawn from the flank down to the front and back, as cloth hangs from the chest to the hem.
  const flank = 0.0026 * bell(y - 1.03, 0.05) * smoothstep(0.05, 0.13, x) * wave(p, [0, 1, 0.9], 0.075, 1.4);
  const back = 0.0022 * spot(p, [0.05, 1.03, -0.12], [0.06, 0.05, 0.05]) * wave(p, [-0.35, 1, 0], 0.065, 2);
  return elbow + inner + wrist + armpit + flank + back;
}

function sweaterField(): Field {
  const torso = loft(1, TORSO, 0.012);
  const arm = loft(0, ARM, 0.01);
  return (p) => smoothMin(torso(p), arm(p), 0.04) + sweaterFolds(p);
}

const HEM: readonly Section[] = [
  [0.916, 0, -0.016, 0.158, 0.158, 0.107, 0.117],
  [0.913, 0, -0.016, 0.161, 0.161, 0.11, 0.1205],
  [0.907, 0, -0.016, 0.1618, 0.1618, 0.1108, 0.1218],
  [0.864, 0, -0.016, 0.162, 0.162, 0.1095, 0.126],
];

/** Metres that the collar sinks per metre forwards. */
const COLLAR_TILT = 0.3;
/** Metres under the collar's middle. */
const COLLAR_DROP = 0.008;
/** From outside below over the rim to inside. */
const COLLAR_PROFILE: CollarProfile = [
  [0.009, -0.021],
  [0.0132, -0.011],
  [0.0122, 0.004],
  [0.0095, 0.013],
  [0.008, 0.0155],
  [0.0058, 0.0165],
  [0.004, 0.0145],
  [0.0025, 0.006],
  [0.002, -0.016],
];

/** What the sweater lacks inside the collar: everything over the collar's plane near the neck. */
function neckOpening({ collar: { centre, radius } }: Character): Field {
  const plane = above(centre, -COLLAR_TILT);
  return (p) => smoothMax(plane(p) - 0.013, Math.hypot(p[0], p[2] - centre[2]) - radius - 0.022, 0.012);
}

/** Metres of cloth that one picture covers. */
const KNIT = 0.036;
/** How often the picture goes around the torso and a sleeve: whole numbers, so that seams do not show. */
const AROUND = { torso: 24, sleeve: 7 };

/** The right half has the left one's coordinates: the knit is mirrored at the middle, and runs on. */
const torsoChart: Chart = {
  name: "torso",
  turns: 0,
  uv: ([x, y, z]) => [turnsOf(Math.atan2(x, z + 0.024), AROUND.torso), -y / KNIT],
};
/** The seam is under the arm. */
const sleeveChart: Chart = {
  name: "sleeve",
  turns: AROUND.sleeve,
  uv: ([x, y, z]) => [turnsOf(Math.atan2(z + 0.036, y - 1.326), AROUND.sleeve), x / KNIT],
};
/** A sleeve begins at a seam from the top of the shoulder into the armpit. */
const sweaterChart = ([x, y]: Vec3): Chart =>
  0.85 * (x - 0.118) + 0.4 * (y - 1.318) > 0 ? sleeveChart : torsoChart;

export function sweaterPieces(character: Character): Piece[] {
  const sweater = { part: "Top", material: "top" } as const;
  const ribs = { part: "TopRibs", material: "ribs" } as const;
  const collar = collarRings(character, COLLAR_PROFILE, COLLAR_TILT, COLLAR_DROP);
  return [
    {
      ...sweater,
      field: without(sweaterField(), neckOpening(character), 0.008),
      side: "middle",
      min: [0, 0.875, -0.2],
      max: [0.65, 1.43, 0.15],
      cell: 0.01,
      chart: sweaterChart,
      follow: onForearm,
      isFine: true,
      triangles: 1700,
    },
    { ...ribs, mesh: band(ringsOf(1, cuffSections(HEM, 0.005, 0.03)), 24, true, [90, 1]) },
    {
      ...ribs,
      mesh: band(ringsOf(0, cuffSections(CUFF, 0.0042, 0.022)), 20, false, [22, 1]),
      follow: onForearm,
    },
    { ...ribs, mesh: band(collar, 18, true, [44, 1]) },
  ];
}
