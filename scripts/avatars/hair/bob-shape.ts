// The shapes of the bob: where its hair falls, the guides of its fringe, its hairline. Head coordinates (see head-surface.ts).
// The locks that follow them are in bob.ts.
import { mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import type { FallShape } from "./head-charts";
import { degrees } from "./style";

/** Hair that falls from the parting to the chin. */
export const FALL: FallShape = {
  volume: [0.019, 0.026, 0.017],
  parting: (azimuth) => mix(52, -20, smoothstep(30 * degrees, 165 * degrees, azimuth)) * degrees,
  hem: (azimuth) => mix(-0.119, -0.1, smoothstep(50 * degrees, 165 * degrees, azimuth)),
  swell: 0.05,
  tuckAside: 0.17,
  tuckNape: 0.24,
};

/** Guides of the curtain fringe from the parting outwards: the short one by the brows, then longer, the last joins the sides. */
export const CURTAIN: readonly (readonly Vec3[])[] = [
  [
    [0, 0.089, 0.067],
    [0.009, 0.092, 0.084],
    [0.024, 0.079, 0.094],
    [0.042, 0.054, 0.0915],
    [0.058, 0.022, 0.0815],
    [0.072, -0.012, 0.067],
  ],
  [
    [0, 0.112, 0.047],
    [0.019, 0.11, 0.071],
    [0.042, 0.092, 0.083],
    [0.062, 0.054, 0.079],
    [0.078, 0.006, 0.064],
    [0.085, -0.04, 0.054],
  ],
  [
    [0, 0.13, 0.022],
    [0.032, 0.122, 0.052],
    [0.06, 0.095, 0.063],
    [0.081, 0.046, 0.057],
    [0.093, -0.018, 0.048],
    [0.087, -0.078, 0.046],
  ],
];

/** Guides of the few thin locks before the fringe. */
export const WISPS: readonly (readonly Vec3[])[] = [
  [
    [0, 0.09, 0.066],
    [0.004, 0.091, 0.083],
    [0.011, 0.071, 0.0955],
    [0.021, 0.046, 0.0955],
    [0.034, 0.027, 0.0905],
    [0.048, 0.015, 0.083],
  ],
  [
    [0, 0.094, 0.062],
    [0.012, 0.095, 0.084],
    [0.031, 0.078, 0.094],
    [0.048, 0.049, 0.09],
    [0.061, 0.016, 0.08],
    [0.07, -0.02, 0.068],
  ],
];

/** Forehead, temples, before and over the ears, nape: azimuth and elevation in degrees. */
export const HAIRLINE: readonly (readonly [number, number])[] = [
  [0, 39],
  [22, 35],
  [38, 17],
  [50, 3],
  [62, -7],
  [80, -9],
  [95, -13],
  [130, -32],
  [180, -42],
];
