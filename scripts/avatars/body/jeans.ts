// Haru's jeans: pockets behind, legs turned up.
// Metres in the world at ratios of 1, left half.
import { type Field, smoothMax, smoothMin } from "../math/fields";
import { bell, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { band, cuffSections, ringsOf } from "./band";
import { spot, wave } from "./cloth";
import { loft, type Section, twin } from "./loft";
import { type Chart, type Piece, turnsOf } from "./piece";

/** Height: middle of x, of z, half breadth twice, to the front, to the back. */
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

/** Metres of cloth that one picture covers, and how often it goes around a leg. */
const TWILL = 0.03;
const AROUND = 13;

/** The seam is on the inner side. */
const legChart: Chart = {
  name: "leg",
  turns: AROUND,
  uv: ([x, y, z]) => [turnsOf(Math.atan2(z + 0.012, x - 0.085), AROUND), -y / TWILL],
};

export function jeansPieces(): Piece[] {
  const seat = jeansField();
  const jeans = { part: "Bottom", material: "bottom" } as const;
  const turnUps = { part: "TurnUps", material: "turnUps" } as const;
  return [
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
  ];
}
