// Haru's clothes: a knit sweater with ribbed hem, cuffs and collar, dark jeans with turned-up legs, white sneakers.
// Metres in the world at ratios of 1, left half.
import type { Character } from "../character";
import { type Field, smoothMax, smoothMin } from "../math/fields";
import { bell, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { grown, loft, type Section, twin, without } from "./loft";
import { handPiece, type Outfit, spot, wave } from "./outfit";
import type { Piece } from "./piece";
import type { Joints } from "./proportions";
import { shoePieces } from "./shoes";

/** Height: middle of x, of z, half breadth twice, to the front, to the back. */
const TORSO: readonly Section[] = [
  [0.868, 0, -0.014, 0.171, 0.171, 0.112, 0.128],
  [0.92, 0, -0.014, 0.17, 0.17, 0.112, 0.122],
  [0.985, 0, -0.018, 0.156, 0.156, 0.106, 0.104],
  [1.055, 0, -0.022, 0.142, 0.142, 0.104, 0.094],
  [1.12, 0, -0.026, 0.141, 0.141, 0.112, 0.094],
  [1.19, 0, -0.032, 0.146, 0.146, 0.131, 0.097],
  [1.25, 0, -0.036, 0.146, 0.146, 0.125, 0.098],
  [1.305, 0, -0.038, 0.134, 0.134, 0.1, 0.095],
  [1.345, 0, -0.036, 0.108, 0.108, 0.079, 0.083],
  [1.385, 0, -0.028, 0.07, 0.07, 0.062, 0.066],
  [1.4, 0, -0.026, 0.056, 0.056, 0.052, 0.056],
];

/** From the shoulder outwards: middle of y, of z, up, down, to the front, to the back. */
const ARM: readonly Section[] = [
  [0.06, 1.322, -0.034, 0.056, 0.07, 0.056, 0.056],
  [0.11, 1.328, -0.034, 0.053, 0.07, 0.064, 0.062],
  [0.155, 1.334, -0.034, 0.05, 0.066, 0.065, 0.062],
  [0.2, 1.341, -0.034, 0.048, 0.06, 0.059, 0.057],
  [0.26, 1.344, -0.035, 0.046, 0.054, 0.053, 0.052],
  [0.34, 1.344, -0.037, 0.042, 0.048, 0.048, 0.047],
  [0.412, 1.344, -0.039, 0.039, 0.043, 0.044, 0.044],
  [0.47, 1.344, -0.038, 0.0395, 0.044, 0.044, 0.043],
  [0.54, 1.344, -0.036, 0.0375, 0.041, 0.041, 0.04],
  [0.59, 1.344, -0.035, 0.0365, 0.0385, 0.0385, 0.038],
  [0.612, 1.344, -0.034, 0.0335, 0.035, 0.036, 0.0355],
  [0.628, 1.344, -0.034, 0.026, 0.027, 0.029, 0.029],
];

const CUFF: readonly Section[] = [
  [0.606, 1.344, -0.034, 0.0275, 0.0285, 0.033, 0.0325],
  [0.622, 1.344, -0.034, 0.0285, 0.0295, 0.034, 0.0335],
  [0.645, 1.344, -0.034, 0.0262, 0.0272, 0.0322, 0.0318],
  [0.661, 1.344, -0.034, 0.0258, 0.0268, 0.0318, 0.0314],
];

/** The inside of the cuff, around the wrist. */
const CUFF_HOLE: readonly Section[] = [
  [0.632, 1.344, -0.034, 0.0195, 0.0205, 0.0265, 0.026],
  [0.68, 1.344, -0.034, 0.0215, 0.0225, 0.0285, 0.0285],
];

/** Cloth gathers where it is pressed together: at elbow, wrist, armpit, waist and above the hem. */
function sweaterFolds(p: Vec3): number {
  const [x, y, z] = p;
  const elbow =
    0.0022 * bell(x - 0.412, 0.05) * wave(p, [1, 0.35, 0.25], 0.043, 0.4) * smoothstep(0.06, -0.04, z + 0.03);
  const wrist = 0.0017 * bell(x - 0.575, 0.03) * wave(p, [1, 0.2, -0.3], 0.028, 1.1);
  const armpit =
    0.0032 * spot(p, [0.17, 1.27, -0.02], [0.045, 0.055, 0.09]) * wave(p, [0.75, 0.65, 0], 0.05, 0);
  const waist =
    0.0024 * bell(y - 1.02, 0.06) * smoothstep(0.04, 0.12, x) * wave(p, [0.25, 1, 0.2], 0.058, 1.4 + 2.2 * z);
  const hem = 0.0022 * bell(y - 0.94, 0.035) * wave(p, [1, 0.3, 0.8], 0.085, 0.6);
  const front = 0.0016 * spot(p, [0.07, 1.12, 0.08], [0.06, 0.07, 0.06]) * wave(p, [0.8, -0.5, 0], 0.07, 2);
  return elbow + wrist + armpit + waist + hem + front;
}

function sweaterField(): Field {
  const torso = loft(1, TORSO, 0.012);
  const arm = loft(0, ARM, 0.01);
  return (p) => smoothMin(torso(p), arm(p), 0.04) + sweaterFolds(p);
}

/** A ring of ribs around the neck: a tilted band between two radii. */
function collarField({ collar }: Character): Field {
  const [, y, z] = collar.centre;
  const inner = collar.radius + 0.0035;
  return (p) => {
    const w = p[2] - z;
    // Lower in front than at the nape; leaning in towards the top.
    const height = p[1] - (y - 0.008 - w * 0.36);
    const round = Math.hypot(p[0] * 0.97, w * 1.0);
    const lean = inner + 0.0055 - height * 0.28;
    const across = Math.abs(round - lean) - 0.0052;
    return smoothMax(across, Math.abs(height) - 0.017, 0.007);
  };
}

const PELVIS: readonly Section[] = [
  [0.775, 0, -0.014, 0.12, 0.12, 0.075, 0.09],
  [0.82, 0, -0.014, 0.157, 0.157, 0.094, 0.114],
  [0.87, 0, -0.016, 0.164, 0.164, 0.1, 0.12],
  [0.92, 0, -0.017, 0.16, 0.16, 0.1, 0.112],
  [0.965, 0, -0.018, 0.148, 0.148, 0.096, 0.098],
];

const LEG: readonly Section[] = [
  [0.074, 0.0875, -0.027, 0.048, 0.046, 0.05, 0.05],
  [0.13, 0.0875, -0.026, 0.046, 0.045, 0.047, 0.05],
  [0.2, 0.0875, -0.022, 0.0465, 0.0455, 0.0455, 0.052],
  [0.28, 0.088, -0.016, 0.05, 0.048, 0.0465, 0.058],
  [0.35, 0.088, -0.011, 0.054, 0.05, 0.049, 0.063],
  [0.42, 0.087, -0.003, 0.0545, 0.051, 0.052, 0.058],
  [0.473, 0.086, 0.003, 0.0555, 0.053, 0.056, 0.054],
  [0.53, 0.0855, 0.004, 0.059, 0.056, 0.059, 0.058],
  [0.61, 0.085, 0.001, 0.068, 0.064, 0.068, 0.068],
  [0.69, 0.084, -0.004, 0.0765, 0.071, 0.078, 0.08],
  [0.77, 0.083, -0.01, 0.083, 0.076, 0.085, 0.096],
  [0.84, 0.08, -0.014, 0.082, 0.076, 0.084, 0.108],
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

/** The turned-up end of a trouser leg. */
function turnUp(): Field {
  const shell = loft(
    1,
    grown(
      [
        [0.066, 0.0875, -0.027, 0.048, 0.046, 0.05, 0.05],
        [0.112, 0.0875, -0.0265, 0.0475, 0.0455, 0.0485, 0.05],
      ],
      0.0048,
    ),
    0.006,
  );
  const hole = loft(
    1,
    [
      [0.02, 0.0875, -0.027, 0.0445, 0.0425, 0.0465, 0.0465],
      [0.09, 0.0875, -0.027, 0.0445, 0.0425, 0.0465, 0.0465],
    ],
    0.004,
  );
  return without(shell, hole, 0.005);
}

export function realisticOutfit(character: Character, joints: Joints): Outfit {
  const { colours } = character;
  const neckHole = loft(
    1,
    [
      [1.345, 0, -0.03, 0.045, 0.045, 0.05, 0.045],
      [1.375, 0, -0.024, 0.0605, 0.0605, 0.061, 0.0605],
      [1.47, 0, -0.02, 0.0615, 0.0615, 0.0615, 0.0615],
    ],
    0.01,
  );
  const hem = loft(
    1,
    [
      [0.832, 0, -0.014, 0.1685, 0.1685, 0.109, 0.127],
      [0.85, 0, -0.014, 0.1715, 0.1715, 0.112, 0.13],
      [0.885, 0, -0.014, 0.1705, 0.1705, 0.1115, 0.127],
    ],
    0.008,
  );
  const hemHole = loft(
    1,
    [
      [0.8, 0, -0.015, 0.1655, 0.1655, 0.103, 0.1225],
      [0.85, 0, -0.015, 0.1655, 0.1655, 0.103, 0.1225],
    ],
    0.01,
  );
  const sweater = { part: "Top", material: "top" } as const;
  const jeans = { part: "Bottom", material: "bottom" } as const;
  const pieces: Piece[] = [
    {
      ...sweater,
      field: without(sweaterField(), neckHole, 0.006),
      side: "middle",
      min: [0, 0.85, -0.2],
      max: [0.65, 1.43, 0.15],
      cell: 0.01,
      triangles: 2300,
    },
    {
      ...sweater,
      field: without(hem, hemHole, 0.006),
      side: "middle",
      min: [0, 0.82, -0.17],
      max: [0.19, 0.9, 0.12],
      cell: 0.007,
      triangles: 420,
    },
    {
      ...sweater,
      field: without(loft(0, CUFF, 0.006), loft(0, CUFF_HOLE, 0.004), 0.004),
      side: "left",
      min: [0.595, 1.3, -0.08],
      max: [0.675, 1.39, 0.01],
      cell: 0.0045,
      triangles: 420,
    },
    {
      ...sweater,
      field: collarField(character),
      side: "middle",
      min: [0, 1.33, -0.12],
      max: [0.09, 1.45, 0.08],
      cell: 0.0045,
      triangles: 520,
    },
    {
      ...jeans,
      field: jeansField(),
      side: "middle",
      min: [0, 0.05, -0.18],
      max: [0.19, 0.99, 0.13],
      cell: 0.009,
      triangles: 1900,
    },
    {
      ...jeans,
      field: turnUp(),
      side: "left",
      min: [0.02, 0.05, -0.1],
      max: [0.16, 0.13, 0.05],
      cell: 0.006,
      triangles: 360,
      tint: () => [1.9, 1.9, 1.8].map((part) => part / 2.2) as unknown as Vec3,
    },
    ...shoePieces(character, joints),
    handPiece(joints, 2700),
  ];
  return {
    pieces,
    materials: {
      top: { colour: colours.top, shade: "#1f5a66", roughness: 0.92 },
      bottom: { colour: colours.bottom, shade: "#222b40", roughness: 0.85 },
      shoes: { colour: colours.shoes, shade: "#b9b6bd", roughness: 0.6 },
      accent: { colour: colours.accent, shade: "#a8702a", roughness: 0.7 },
    },
  };
}
