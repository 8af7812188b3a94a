// Haru's clothes: a knit sweater with ribbed hem, cuffs and collar, dark jeans with turned-up legs, white sneakers.
// Metres in the world at ratios of 1, left half.
import type { Character } from "../character";
import { type Field, smoothMax, smoothMin } from "../math/fields";
import { bell, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { band, cuffSections, type Ring, ringsOf } from "./band";
import { above, loft, type Section, twin, without } from "./loft";
import { handPieces, type Outfit, spot, wave } from "./outfit";
import type { Chart, Piece } from "./piece";
import type { Joints } from "./proportions";
import { shoePieces } from "./shoes";
import { denimPicture, knitPicture, ribPicture } from "./weave";
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

/** Metres that the collar sinks per metre forwards. */
const COLLAR_TILT = 0.3;
/** Distance from the neck and height over the collar's plane of the ring around the neck, from outside below over the rim to inside. */
const COLLAR_PROFILE: readonly (readonly [number, number])[] = [
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

const collarRings = ({ collar }: Character): Ring[] =>
  COLLAR_PROFILE.map(([far, height]) => (angle) => {
    const reach = collar.radius + far;
    const forwards = Math.cos(angle) * reach;
    return [
      Math.sin(angle) * reach * 1.02,
      collar.centre[1] - 0.008 - COLLAR_TILT * forwards + height,
      collar.centre[2] + forwards,
    ];
  });

/** What the sweater lacks inside the collar: everything over the collar's plane near the neck. */
const neckOpening =
  ({ collar }: Character): Field =>
  (p) => {
    const [w, plane] = [p[2] - collar.centre[2], above(collar.centre, -COLLAR_TILT)];
    return smoothMax(plane(p) - 0.013, Math.hypot(p[0], w) - collar.radius - 0.022, 0.012);
  };

const PELVIS: readonly Section[] = [
  [0.775, 0, -0.014, 0.12, 0.12, 0.075, 0.09],
  [0.82, 0, -0.014, 0.149, 0.149, 0.092, 0.113],
  [0.87, 0, -0.016, 0.1525, 0.1525, 0.097, 0.116],
  [0.92, 0, -0.017, 0.146, 0.146, 0.096, 0.106],
  [0.965, 0, -0.018, 0.132, 0.132, 0.092, 0.094],
];

const LEG: readonly Section[] = [
  [0.074, 0.0865, -0.0275, 0.044, 0.0425, 0.0465, 0.047],
  [0.13, 0.0865, -0.0265, 0.0425, 0.0415, 0.0445, 0.0475],
  [0.2, 0.087, -0.022, 0.0435, 0.0425, 0.0435, 0.0505],
  [0.28, 0.0875, -0.016, 0.0475, 0.0455, 0.0445, 0.057],
  [0.35, 0.0875, -0.011, 0.052, 0.048, 0.047, 0.062],
  [0.42, 0.0865, -0.003, 0.0525, 0.049, 0.0505, 0.057],
  [0.473, 0.0855, 0.003, 0.0535, 0.051, 0.0545, 0.053],
  [0.53, 0.085, 0.004, 0.057, 0.0545, 0.0575, 0.0565],
  [0.61, 0.084, 0.001, 0.0655, 0.0625, 0.066, 0.0665],
  [0.69, 0.0825, -0.004, 0.0725, 0.0705, 0.076, 0.079],
  [0.77, 0.08, -0.01, 0.077, 0.0745, 0.083, 0.095],
  [0.84, 0.076, -0.014, 0.069, 0.067, 0.079, 0.099],
];

function jeansFolds(p: Vec3): number {
  const [x, y, z] = p;
  const behindKnee =
    0.0026 * bell(y - 0.465, 0.05) * smoothstep(0.02, -0.05, z) * wave(p, [0.3, 1, 0], 0.036, 0.5);
  const knee = 0.0017 * bell(y - 0.44, 0.06) * smoothstep(-0.02, 0.04, z) * wave(p, [0.55, 1, 0], 0.062, 2);
  const ankle = 0.0026 * bell(y - 0.155, 0.04) * wave(p, [0.4, 1, 0.25], 0.038, 0.8 + x * 9);
  const crotch = 0.0028 * spot(p, [0.06, 0.81, 0.06], [0.06, 0.035, 0.05]) * wave(p, [-0.5, 1, 0], 0.04, 0.4);
  const seat = 0.002 * spot(p, [0.07, 0.765, -0.1], [0.05, 0.03, 0.05]) * wave(p, [0.25, 1, 0], 0.036, 0);
  return behindKnee + knee + ankle + crotch + seat;
}

function jeansField(): Field {
  const pelvis = loft(1, PELVIS, 0.012);
  const legs = twin(loft(1, LEG, 0.006), 0.008);
  // A pocket's mouth and the side seam, as shallow grooves.
  const seam = (p: Vec3) => {
    const outer =
      0.0011 * bell(p[2] + 0.006, 0.004) * smoothstep(0.07, 0.11, p[0]) * smoothstep(0.14, 0.2, p[1]);
    const rim = p[1] - 0.858 + (p[0] - 0.1) * 0.75;
    const pocket = 0.0018 * bell(rim, 0.005) * smoothstep(0.06, 0.075, p[0]) * smoothstep(0.02, 0.05, p[2]);
    return outer + pocket;
  };
  return (p) => smoothMin(pelvis(p), legs(p), 0.03) + jeansFolds(p) + seam(p);
}

/** A back pocket: the seat's surface a little raised within a shield. */
function pocketField(jeans: Field): Field {
  return (p) => {
    const [u, v] = [Math.abs(p[0] - 0.078) * 0.98, p[1] - 0.815];
    const sides = u - 0.05 - 0.1 * v * 0.6;
    const foot = -v - 0.062 + u * 0.35;
    const area = smoothMax(smoothMax(v - 0.03, sides, 0.008), foot, 0.012);
    return smoothMax(smoothMax(jeans(p) - 0.0034, area, 0.004), p[2] + 0.06, 0.004);
  };
}

const TURN_UP: readonly Section[] = [
  [0.113, 0.0865, -0.0265, 0.044, 0.042, 0.045, 0.0475],
  [0.1125, 0.0865, -0.0265, 0.047, 0.045, 0.0485, 0.0505],
  [0.109, 0.0865, -0.0265, 0.048, 0.046, 0.0495, 0.0515],
  [0.066, 0.0865, -0.0275, 0.0485, 0.0465, 0.0505, 0.0525],
];

const HEM: readonly Section[] = [
  [0.916, 0, -0.016, 0.158, 0.158, 0.107, 0.117],
  [0.913, 0, -0.016, 0.161, 0.161, 0.11, 0.1205],
  [0.907, 0, -0.016, 0.1618, 0.1618, 0.1108, 0.1218],
  [0.864, 0, -0.016, 0.162, 0.162, 0.1095, 0.126],
];

/** Metres of cloth that one picture covers. */
const KNIT = 0.036;
const TWILL = 0.03;
/** How often the picture goes around the torso, a sleeve, a leg: whole numbers, so that seams do not show. */
const AROUND = { torso: 24, sleeve: 7, leg: 13 };

const turnsOf = (angle: number, turns: number) => (angle / (2 * Math.PI)) * turns;

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
/** The seam is on the inner side. */
const legChart: Chart = {
  name: "leg",
  turns: AROUND.leg,
  uv: ([x, y, z]) => [turnsOf(Math.atan2(z + 0.012, x - 0.085), AROUND.leg), -y / TWILL],
};

/** A sleeve begins at a seam from the top of the shoulder into the armpit. */
const sweaterChart = ([x, y]: Vec3): Chart =>
  0.85 * (x - 0.118) + 0.4 * (y - 1.318) > 0 ? sleeveChart : torsoChart;

export function realisticOutfit(character: Character, joints: Joints): Outfit {
  const { colours } = character;
  const denim = denimPicture();
  const seat = jeansField();
  const sweater = { part: "Top", material: "top" } as const;
  const ribs = { part: "TopRibs", material: "ribs" } as const;
  const turnUps = { part: "TurnUps", material: "turnUps" } as const;
  const jeans = { part: "Bottom", material: "bottom" } as const;
  const pieces: Piece[] = [
    {
      ...sweater,
      field: without(sweaterField(), neckOpening(character), 0.008),
      side: "middle",
      min: [0, 0.875, -0.2],
      max: [0.65, 1.43, 0.15],
      cell: 0.01,
      chart: sweaterChart,
      follow: onForearm,
      triangles: 1700,
    },
    { ...ribs, mesh: band(ringsOf(1, cuffSections(HEM, 0.005, 0.03)), 24, true, [90, 1]) },
    {
      ...ribs,
      mesh: band(ringsOf(0, cuffSections(CUFF, 0.0042, 0.022)), 20, false, [22, 1]),
      follow: onForearm,
    },
    { ...ribs, mesh: band(collarRings(character), 18, true, [44, 1]) },
    {
      ...jeans,
      field: seat,
      side: "middle",
      min: [0, 0.05, -0.18],
      max: [0.19, 0.99, 0.13],
      cell: 0.009,
      chart: () => legChart,
      triangles: 1280,
    },
    {
      ...jeans,
      field: pocketField(seat),
      side: "left",
      min: [0.02, 0.74, -0.17],
      max: [0.15, 0.86, -0.05],
      cell: 0.0045,
      chart: () => legChart,
      triangles: 150,
      isFine: true,
      isThin: true,
    },
    { ...turnUps, mesh: band(ringsOf(1, cuffSections(TURN_UP, 0.004, 0.03)), 20, false, [12, 2]) },
    ...shoePieces(character, joints),
    ...handPieces(joints, 2460),
  ];
  return {
    pieces,
    materials: {
      top: { colour: colours.top, shade: "#1f5a66", roughness: 0.92, normalPicture: knitPicture() },
      ribs: { colour: colours.top, shade: "#1f5a66", roughness: 0.92, normalPicture: ribPicture() },
      turnUps: { colour: "#6f7f9c", shade: "#4a5673", roughness: 0.85, normalPicture: denim },
      bottom: { colour: colours.bottom, shade: "#222b40", roughness: 0.85, normalPicture: denim },
      shoes: { colour: colours.shoes, shade: "#b9b6bd", roughness: 0.6 },
      accent: { colour: colours.accent, shade: "#a8702a", roughness: 0.7 },
    },
  };
}
