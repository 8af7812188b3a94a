// The shapes of the stylised one's hair: guides of fringe, side locks, tails and feelers, its hairline. Head coordinates.
// The locks that follow them are in tails.ts.
import { mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import type { FallShape } from "./head-charts";
import { degrees } from "./style";

/** The short hair behind. */
export const BACK: FallShape = {
  volume: [0.017, 0.02, 0.018],
  parting: (azimuth) => mix(40, -25, smoothstep(40 * degrees, 165 * degrees, azimuth)) * degrees,
  hem: (azimuth) => mix(-0.075, -0.098, smoothstep(60 * degrees, 150 * degrees, azimuth)),
  swell: 0.07,
  tuckAside: 0.1,
  tuckNape: 0.22,
};

/** Guides of the fringe from the middle to the temple; the middle one lies at x = 0. */
export const FRINGE: readonly (readonly Vec3[])[] = [
  [
    [0, 0.141, 0.02],
    [0, 0.134, 0.06],
    [0, 0.111, 0.092],
    [0, 0.073, 0.104],
    [0, 0.034, 0.102],
    [0, 0.002, 0.094],
  ],
  [
    [0.004, 0.141, 0.02],
    [0.024, 0.132, 0.058],
    [0.039, 0.108, 0.086],
    [0.048, 0.071, 0.094],
    [0.051, 0.036, 0.09],
    [0.05, 0.008, 0.083],
  ],
  [
    [0.006, 0.14, 0.012],
    [0.046, 0.126, 0.047],
    [0.072, 0.098, 0.062],
    [0.084, 0.06, 0.064],
    [0.087, 0.022, 0.059],
    [0.083, -0.014, 0.055],
  ],
];
/** Side locks from the temple to the jaw, the front one first. */
export const SIDE: readonly (readonly Vec3[])[] = [
  [
    [0.008, 0.13, 0.022],
    [0.05, 0.117, 0.046],
    [0.08, 0.068, 0.06],
    [0.087, 0.01, 0.061],
    [0.083, -0.045, 0.06],
    [0.074, -0.095, 0.062],
    [0.061, -0.138, 0.066],
  ],
  [
    [0.008, 0.132, 0.0],
    [0.055, 0.119, 0.022],
    [0.089, 0.066, 0.036],
    [0.096, 0.008, 0.03],
    [0.096, -0.048, 0.028],
    [0.088, -0.095, 0.032],
    [0.076, -0.13, 0.038],
  ],
];
/** The axis of a tail from its band: up and out, over, down. */
export const TAIL: readonly Vec3[] = [
  [0.067, 0.106, -0.03],
  [0.096, 0.13, -0.034],
  [0.128, 0.124, -0.038],
  [0.148, 0.084, -0.04],
  [0.15, 0.03, -0.036],
  [0.139, -0.022, -0.026],
];
/** A curl on top. */
export const FEELER: readonly Vec3[] = [
  [0.004, 0.122, 0.006],
  [0.006, 0.15, 0.01],
  [0.014, 0.173, 0.017],
  [0.03, 0.184, 0.024],
  [0.044, 0.178, 0.028],
  [0.049, 0.165, 0.029],
];
/** Radii along it. */
export const TAIL_RADII = [0.012, 0.021, 0.035, 0.036, 0.026, 0.01];

/** Forehead, temples, over the ears, nape: azimuth and elevation in degrees. */
export const HAIRLINE: readonly (readonly [number, number])[] = [
  [0, 26],
  [28, 27],
  [48, 14],
  [70, 4],
  [95, -8],
  [130, -32],
  [180, -42],
];
