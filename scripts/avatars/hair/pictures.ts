// Pictures of strands: streaks across a lock (u), root to tip downwards (v). Small, made by arithmetic, the same each time.
// Where on a lock the bright ring falls is the lock's business (lock.ts).
import { encode } from "fast-png";
import { bell, clamp, mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { chance } from "./chance";

/** v at which the bright ring of a picture lies. */
export const RING = 0.3;

const WIDTH = 256;
const HEIGHT = 128;

/** Smooth noise along a line, 0..1. */
function noise(x: number, seed: string): number {
  const cell = Math.floor(x);
  return mix(chance(seed, cell), chance(seed, cell + 1), smoothstep(0, 1, x - cell));
}

/** Height of the strands at a place of the picture, 0..1: coarse clumps with fine hairs, wandering a little. */
function relief(u: number, v: number): number {
  const wander = 0.02 * Math.sin(2 * Math.PI * (v * 0.7 + 0.2)) + 0.008 * noise(v * 4, "wander");
  const at = u + wander;
  return 0.45 * noise(at * 11, "clump") + 0.35 * noise(at * 34, "strand") + 0.2 * noise(at * 90, "hair");
}

type Shader = (u: number, v: number) => Vec3;

/** `shade` gives sRGB 0..1. */
function paint(shade: Shader, width = WIDTH, height = HEIGHT): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      const colour = shade((column + 0.5) / width, (row + 0.5) / height);
      for (let k = 0; k < 3; ++k) {
        data[3 * (row * width + column) + k] = Math.round(255 * clamp(colour[k] as number, 0, 1));
      }
    }
  }
  return new Uint8Array(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** Streaks as brightness, white where brightest, warmer where darker. */
export const strandPicture = (): Uint8Array =>
  paint((u, v) => {
    const light = mix(0.58, 1, relief(u, v));
    return [light, light ** 1.08, light ** 1.2];
  });

/** The same strands as directions, tangent space. */
export const strandNormals = (depth: number): Uint8Array =>
  paint((u, v) => {
    const step = 1 / WIDTH;
    const slope = ((relief(u + step, v) - relief(u - step, v)) / (2 * step)) * depth;
    const edge = smoothstep(0, 0.08, Math.min(u, 1 - u));
    const [x, z] = [-slope * edge, 1];
    const long = Math.hypot(x, z);
    return [0.5 + (0.5 * x) / long, 0.5, 0.5 + (0.5 * z) / long];
  });

const parts = (colour: string): Vec3 =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Vec3;

export interface DrawnHair {
  readonly base: string;
  readonly root: string;
  readonly tip: string;
  readonly ring: string;
  readonly line: string;
}

/** Drawn hair: a gradient from root to tip, a few dark lines, and a bright ring with a jagged lower edge. */
export function drawnPicture(colours: DrawnHair): Uint8Array {
  const [base, root, tip, ring, line] = [
    colours.base,
    colours.root,
    colours.tip,
    colours.ring,
    colours.line,
  ].map(parts) as [Vec3, Vec3, Vec3, Vec3, Vec3];
  const blend = (a: Vec3, b: Vec3, t: number): Vec3 => [
    mix(a[0], b[0], t),
    mix(a[1], b[1], t),
    mix(a[2], b[2], t),
  ];
  return paint((u, v) => {
    let colour = blend(root, base, smoothstep(0, RING, v));
    colour = blend(colour, tip, 0.9 * smoothstep(0.5, 1, v));
    const streak = noise(u * 16, "drawn streak");
    colour = blend(colour, line, 0.28 * smoothstep(0.55, 0.95, streak) * smoothstep(0.02, 0.2, v));
    const fringe = noise(u * 20, "ring") - 0.5;
    const above = smoothstep(-0.055 - 0.03 * fringe, -0.035, v - RING);
    const below = 1 - smoothstep(0.03 + 0.07 * fringe, 0.06 + 0.07 * fringe, v - RING);
    const middle = 0.55 + 0.45 * bell(u - 0.5, 0.28);
    return blend(colour, ring, 0.85 * above * below * middle);
  });
}
