// The realistic one's hair: a chin-length bob with a middle parting and a curtain fringe.
// The surfaces it lies on are in head-charts.ts.
import { mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { addCap } from "./cap";
import type { ChainShares } from "./chains";
import { chance, sway } from "./chance";
import type { Chart } from "./chart";
import { HairMesh } from "./hair-mesh";
import { type FallShape, fallChart, guidedChart } from "./head-charts";
import type { HeadFrame, HeadSurface, Skull } from "./head-surface";
import { addLock } from "./lock";
import { blend, chainOn, degrees, hairlineOf } from "./style";

const FALL: FallShape = {
  volume: [0.02, 0.021, 0.017],
  parting: (azimuth) => mix(52, -20, smoothstep(30 * degrees, 165 * degrees, azimuth)) * degrees,
  hem: (azimuth) => mix(-0.119, -0.1, smoothstep(50 * degrees, 165 * degrees, azimuth)),
  swell: 0.05,
  tuckAside: 0.17,
  tuckNape: 0.24,
};

/** Guides of the curtain fringe from the parting outwards: the short one by the brows, then longer, the last joins the sides. */
const CURTAIN: readonly (readonly Vec3[])[] = [
  [
    [0, 0.089, 0.067],
    [0.007, 0.091, 0.083],
    [0.02, 0.076, 0.094],
    [0.037, 0.05, 0.0925],
    [0.055, 0.022, 0.083],
    [0.071, -0.008, 0.068],
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

const SPRING = { stiffness: 1.1, gravityPower: 0.1, dragForce: 0.5, hitRadius: 0.012 };

const HAIRLINE: readonly (readonly [number, number])[] = [
  [0, 37],
  [26, 35],
  [48, 16],
  [70, 2],
  [95, -8],
  [130, -32],
  [180, -42],
];

export function makeBob(head: HeadSurface, frame: HeadFrame, skull: Skull) {
  const mesh = new HairMesh();
  const outer = fallChart(head, frame, skull, FALL);
  const under = fallChart(head, frame, skull, FALL, 0.55);
  const curtain = guidedChart(head, frame, skull, CURTAIN);
  const chains = {
    fringe: chainOn(SPRING, "hairFringe", curtain, 0.6, [0.5, 0.68, 0.84, 1]),
    side: chainOn(SPRING, "hairSide", outer, 75 * degrees, [0.5, 0.67, 0.83, 1]),
    behind: chainOn(SPRING, "hairBehind", outer, 130 * degrees, [0.5, 0.67, 0.83, 1]),
    back: chainOn(SPRING, "hairBack", outer, 180 * degrees, [0.5, 0.67, 0.83, 1], true),
  };
  /** The two chains nearest to an azimuth. */
  const around = (azimuth: number): ChainShares => {
    const at = azimuth / degrees;
    if (at < 75) return [[chains.side, 1]];
    if (at < 130) return blend(chains.side, chains.behind, (at - 75) / 55);
    return blend(chains.behind, chains.back, (at - 130) / 50);
  };
  addCap(mesh, {
    field: head.field,
    frame,
    skull,
    hairline: hairlineOf(HAIRLINE),
    height: 0.0035,
    tone: 0.42,
    chains: [[chains.back, 1]],
  });
  const k = frame.scale;
  /** A row of locks side by side from one azimuth to another. */
  const row = (name: string, chart: Chart, from: number, to: number, count: number, look: RowLook) => {
    const shares = Array.from({ length: count }, (_, lock) => 1 + look.uneven * sway(name, lock, "share"));
    const total = shares.reduce((sum, share) => sum + share, 0);
    let edge = from;
    for (const [lock, share] of shares.entries()) {
      const half = (((to - from) * share) / total / 2) * degrees;
      const azimuth = edge * degrees + half;
      edge += ((to - from) * share) / total;
      addLock(mesh, {
        chart,
        across: azimuth,
        sway: 0.05 * sway(name, lock, "sway"),
        wave: { by: 0.022, over: 0.62, phase: 2.1 * azimuth + 0.9 * sway(name, lock, "wave") },
        halfWidth: half * look.cover,
        start: look.start,
        end: look.end + look.ragged * sway(name, lock, "length"),
        thickness: look.thickness * k * Math.sqrt(share),
        lift: (look.lift + (lock % 2) * 0.0014 + 0.0008 * sway(name, lock, "lift")) * k,
        tilt: (0.0014 + 0.001 * sway(name, lock, "tilt")) * k,
        dive: 0.004 * k,
        root: 0.85,
        taper: look.taper,
        bluntness: look.bluntness,
        rows: look.rows,
        tone: look.tone * (1 + 0.1 * sway(name, lock, "tone")),
        chains: around(azimuth),
      });
    }
  };
  row("under", under, 52, 178, 7, {
    cover: 1.35,
    uneven: 0.2,
    start: 0.5,
    end: 0.965,
    ragged: 0.012,
    thickness: 0.006,
    lift: 0,
    taper: 0.86,
    bluntness: 3.2,
    rows: 6,
    tone: 0.6,
  });
  row("outer", outer, 42, 176, 11, {
    cover: 1.36,
    uneven: 0.4,
    start: 0.002,
    end: 0.985,
    ragged: 0.016,
    thickness: 0.0058,
    lift: 0,
    taper: 0.9,
    bluntness: 2.4,
    rows: 11,
    tone: 0.92,
  });
  addLock(mesh, {
    chart: outer,
    across: Math.PI,
    halfWidth: 9 * degrees,
    start: 0.01,
    end: 0.985,
    thickness: 0.008 * k,
    lift: 0.002 * k,
    dive: 0.004 * k,
    root: 0.85,
    taper: 0.88,
    bluntness: 2.4,
    rows: 11,
    tone: 0.95,
    isCentre: true,
    chains: [[chains.back, 1]],
  });
  const fringe: readonly (readonly [across: number, half: number, end: number, lift: number])[] = [
    [1.82, 0.55, 0.97, 0.001],
    [1.2, 0.42, 0.98, 0.003],
    [0.62, 0.4, 0.97, 0.0025],
    [0.16, 0.3, 0.95, 0.0045],
    [-0.12, 0.1, 0.86, 0.004],
    [-0.3, 0.07, 0.8, 0.003],
  ];
  for (const [index, [across, halfWidth, end, lift]] of fringe.entries()) {
    addLock(mesh, {
      chart: curtain,
      across,
      halfWidth,
      start: 0.0,
      end,
      lift: lift * k,
      thickness: 0.0065 * k,
      sway: 0.12 * sway("fringe", index),
      root: 0.7,
      taper: 0.5,
      bluntness: 1.6,
      rows: 11,
      tone: mix(0.92, 1, chance("fringe", index)),
      chains: [[chains.fringe, 1]],
    });
  }
  return { mesh, chains: Object.values(chains) };
}

interface RowLook {
  readonly cover: number;
  /** How unequal in width and in length, shares. */
  readonly uneven: number;
  readonly ragged: number;
  readonly start: number;
  readonly end: number;
  readonly thickness: number;
  readonly lift: number;
  readonly taper: number;
  readonly bluntness: number;
  readonly rows: number;
  readonly tone: number;
}
