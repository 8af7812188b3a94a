// Nabi's shorts, the leggings under them, and socks.
// Metres in the world at ratios of 1, left half.
import { type Field, smoothMin } from "../math/fields";
import { bell } from "../math/vec";
import type { Vec3 } from "../model";
import { band, cuffSections, ringsOf } from "./band";
import { spot, wave } from "./cloth";
import { loft, type Section, twin } from "./loft";
import type { Piece } from "./piece";

/** Height: middle of x, of z, half breadth twice, to the front, to the back. */
const PELVIS: readonly Section[] = [
  [0.6, 0, -0.01, 0.09, 0.09, 0.06, 0.07],
  [0.65, 0, -0.01, 0.121, 0.121, 0.083, 0.09],
  [0.7, 0, -0.011, 0.12, 0.12, 0.084, 0.09],
  [0.76, 0, -0.012, 0.112, 0.112, 0.08, 0.084],
];

const SHORT_LEG: readonly Section[] = [
  [0.564, 0.0708, -0.01, 0.069, 0.0635, 0.073, 0.077],
  [0.6, 0.0695, -0.01, 0.0665, 0.0625, 0.072, 0.077],
  [0.64, 0.067, -0.01, 0.06, 0.06, 0.073, 0.082],
  [0.67, 0.063, -0.01, 0.055, 0.055, 0.072, 0.078],
];

const LEG: readonly Section[] = [
  [0.09, 0.069, -0.028, 0.031, 0.031, 0.033, 0.033],
  [0.14, 0.069, -0.026, 0.031, 0.031, 0.033, 0.035],
  [0.2, 0.0695, -0.021, 0.036, 0.0345, 0.036, 0.043],
  [0.26, 0.07, -0.015, 0.0415, 0.038, 0.039, 0.05],
  [0.31, 0.07, -0.009, 0.043, 0.039, 0.04, 0.05],
  [0.36, 0.069, -0.002, 0.0415, 0.039, 0.0415, 0.043],
  [0.392, 0.068, 0.002, 0.042, 0.0395, 0.043, 0.041],
  [0.43, 0.068, 0.001, 0.0445, 0.0415, 0.0445, 0.045],
  [0.5, 0.0675, -0.003, 0.052, 0.0485, 0.052, 0.054],
  [0.57, 0.067, -0.008, 0.058, 0.054, 0.06, 0.064],
  [0.63, 0.066, -0.01, 0.058, 0.054, 0.06, 0.066],
];

function shortsField(): Field {
  const pelvis = loft(1, PELVIS, 0.01);
  const legs = twin(loft(1, SHORT_LEG, 0.007), 0.008);
  const folds = (p: Vec3) =>
    0.0016 * bell(p[1] - 0.615, 0.02) * wave(p, [1, 0.3, 0.8], 0.07, 1) +
    0.002 * spot(p, [0.05, 0.63, 0.07], [0.05, 0.03, 0.05]) * wave(p, [-0.5, 1, 0], 0.04, 0.4);
  return (p) => smoothMin(pelvis(p), legs(p), 0.024) + folds(p);
}

const SOCK: readonly Section[] = [
  [0.078, 0.069, -0.027, 0.034, 0.034, 0.037, 0.038],
  [0.125, 0.069, -0.0265, 0.0365, 0.0365, 0.039, 0.0395],
  [0.148, 0.069, -0.0255, 0.0365, 0.0365, 0.0385, 0.0405],
  [0.159, 0.069, -0.025, 0.0355, 0.0355, 0.0375, 0.0395],
];

const SOCK_STRIPE: readonly Section[] = [
  [0.1335, 0.069, -0.0265, 0.0345, 0.0345, 0.037, 0.038],
  [0.134, 0.069, -0.0263, 0.037, 0.037, 0.0395, 0.0405],
  [0.1385, 0.069, -0.026, 0.0374, 0.0374, 0.0397, 0.041],
  [0.143, 0.069, -0.0257, 0.0371, 0.0371, 0.0393, 0.041],
  [0.1435, 0.069, -0.0257, 0.0345, 0.0345, 0.037, 0.038],
];

/** The white end of a leg of the shorts. */
const SHORTS_HEM: readonly Section[] = [
  [0.5765, 0.0705, -0.01, 0.0655, 0.06, 0.069, 0.073],
  [0.576, 0.0705, -0.01, 0.0695, 0.064, 0.0735, 0.0775],
  [0.573, 0.0706, -0.01, 0.0705, 0.065, 0.0745, 0.0785],
  [0.558, 0.071, -0.01, 0.0718, 0.066, 0.0752, 0.0792],
];

export function shortsPieces(): Piece[] {
  const white = { part: "White", material: "white" } as const;
  const trim = { part: "Trim", material: "accent" } as const;
  return [
    {
      part: "Bottom",
      material: "bottom",
      field: shortsField(),
      side: "middle",
      min: [0, 0.535, -0.13],
      max: [0.16, 0.78, 0.11],
      cell: 0.007,
      triangles: 620,
    },
    {
      part: "Leggings",
      material: "leggings",
      field: loft(1, LEG, 0.01),
      side: "left",
      min: [0.005, 0.08, -0.1],
      max: [0.14, 0.65, 0.08],
      cell: 0.0075,
      triangles: 520,
    },
    { ...white, mesh: band(ringsOf(1, cuffSections(SOCK, 0.0045, 0.03)), 16, false, [0, 0]) },
    { ...trim, mesh: band(ringsOf(1, SOCK_STRIPE), 16, false, [0, 0]) },
    { ...white, mesh: band(ringsOf(1, cuffSections(SHORTS_HEM, 0.004, 0.03)), 18, false, [0, 0]) },
  ];
}
