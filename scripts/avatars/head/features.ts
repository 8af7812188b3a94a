// Brows, lashes, ears and teeth of the two characters.
// Skull and face stand in measures.ts.
import type { Character } from "../character";
import type { BrowMeasures, LashMeasures } from "./brows";
import type { EarMeasures } from "./ear";

export interface Features {
  readonly brow: BrowMeasures;
  readonly lash: LashMeasures;
  readonly ear: EarMeasures;
  readonly toothHeight: number;
}

const features: Readonly<Record<Character["file"], Features>> = {
  realistic: {
    brow: {
      line: [
        [-0.0185, 0.0192],
        [-0.006, 0.0222],
        [0.007, 0.0236],
        [0.0165, 0.0219],
        [0.0235, 0.0178],
      ],
      thickness: 0.0024,
    },
    lash: { middle: 0.0022, outer: 0.0036, line: 0.0007, lower: 0 },
    ear: { root: [0.0685, -0.012, -0.004], size: 0.92, flare: -0.35 },
    toothHeight: 0.0086,
  },
  stylised: {
    brow: {
      line: [
        [-0.016, 0.026],
        [-0.004, 0.0295],
        [0.008, 0.03],
        [0.0185, 0.025],
      ],
      thickness: 0.0019,
    },
    lash: { middle: 0.003, outer: 0.0058, line: 0.0022, lower: 0.14 },
    ear: { root: [0.0665, -0.012, -0.006], size: 0.85, flare: -0.4 },
    toothHeight: 0.0075,
  },
};

export const featuresOf = (character: Character): Features => features[character.file];
