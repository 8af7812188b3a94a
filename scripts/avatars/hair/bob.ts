// The realistic one's hair: a chin-length bob with a middle parting, a curtain fringe and a few thin locks before it.
// The shapes it follows are in bob-shape.ts.
import { mix } from "../math/vec";
import { CURTAIN, FALL, HAIRLINE, WISPS } from "./bob-shape";
import { addCap } from "./cap";
import type { Chain, ChainShares } from "./chains";
import { chance, sway } from "./chance";
import type { Chart } from "./chart";
import { HairMesh } from "./hair-mesh";
import { fallChart, guidedChart } from "./head-charts";
import type { HeadFrame, HeadSurface, Skull } from "./head-surface";
import { addLock } from "./lock";
import { blend, chainOn, degrees, type Ground, hairlineOf } from "./style";

/** VRM 1.0's terms; metres. */
const SPRING = { stiffness: 1.1, gravityPower: 0.1, dragForce: 0.5, hitRadius: 0.012 };
/** The fringe stands away from straight down: with more gravity it would sink from where it is drawn. */
const FRINGE_SPRING = { ...SPRING, gravityPower: 0.02 };
/** Along the chart, where hair leaves the head. */
const JOINTS = [0.5, 0.67, 0.83, 1];
/** Azimuths of the chains in degrees. */
const SIDE = 75;
const BEHIND = 130;
const BACK = 180;

/** What the locks of a row have in common; lengths in metres at head scale 1. */
interface RowLook {
  /** Width against an equal share of the row. */
  readonly cover: number;
  /** How unequal in width and in length, shares. */
  readonly uneven: number;
  readonly ragged: number;
  readonly start: number;
  readonly end: number;
  readonly thickness: number;
  readonly taper: number;
  readonly bluntness: number;
  readonly rows: number;
  readonly tone: number;
}

const OUTER: RowLook = {
  cover: 1.36,
  uneven: 0.34,
  start: 0,
  end: 0.985,
  ragged: 0.016,
  thickness: 0.0058,
  taper: 0.9,
  bluntness: 2.4,
  rows: 13,
  tone: 0.86,
};
/** Fills what the outer row leaves between its tips; nothing of it shows higher up. */
const UNDER: RowLook = {
  cover: 1.35,
  uneven: 0.2,
  start: 0.5,
  end: 0.965,
  ragged: 0.012,
  thickness: 0.006,
  taper: 0.86,
  bluntness: 3.2,
  rows: 6,
  tone: 0.6,
};

interface Row {
  readonly name: string;
  readonly chart: Chart;
  /** Azimuths in degrees. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly look: RowLook;
  readonly chains: (degrees: number) => ChainShares;
}

/** Locks side by side from one azimuth to another. */
function addRow({ mesh, frame }: Ground, { name, chart, from, to, count, look, chains }: Row): void {
  const k = frame.scale;
  const shares = Array.from({ length: count }, (_, lock) => 1 + look.uneven * sway(name, lock, "share"));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let edge = from;
  for (const [lock, share] of shares.entries()) {
    const half = ((to - from) * share) / total / 2;
    const azimuth = edge + half;
    edge += 2 * half;
    addLock(mesh, {
      chart,
      across: azimuth * degrees,
      sway: 0.05 * sway(name, lock, "sway"),
      wave: { by: 0.022, over: 0.62, phase: 2.1 * azimuth * degrees + 0.9 * sway(name, lock, "wave") },
      halfWidth: half * degrees * look.cover,
      start: look.start,
      end: look.end + look.ragged * sway(name, lock, "length"),
      thickness: look.thickness * k * Math.sqrt(share),
      lift: ((lock % 2) * 0.0014 + 0.0008 * sway(name, lock, "lift")) * k,
      tilt: (0.0014 + 0.001 * sway(name, lock, "tilt")) * k,
      dive: 0.002 * k,
      root: 0.85,
      taper: look.taper,
      bluntness: look.bluntness,
      rows: look.rows,
      tone: look.tone * (1 + 0.15 * sway(name, lock, "tone")),
      chains: chains(azimuth),
    });
  }
}

/** All that falls from parting and crown to the hem. */
function fall(ground: Ground): Chain[] {
  const { mesh, head, frame, skull } = ground;
  const k = frame.scale;
  const chart = fallChart(head, frame, skull, FALL);
  const side = chainOn(SPRING, "hairSide", chart, SIDE * degrees, JOINTS);
  const behind = chainOn(SPRING, "hairBehind", chart, BEHIND * degrees, JOINTS);
  const back = chainOn(SPRING, "hairBack", chart, BACK * degrees, JOINTS, true);
  const chains = (azimuth: number): ChainShares =>
    azimuth < BEHIND
      ? blend(side, behind, Math.max(0, azimuth - SIDE) / (BEHIND - SIDE))
      : blend(behind, back, (azimuth - BEHIND) / (BACK - BEHIND));
  addCap(mesh, {
    field: head.field,
    frame,
    skull,
    hairline: hairlineOf(HAIRLINE),
    height: 0.0035 * k,
    tone: 0.42,
    chains: [[back, 1]],
  });
  const under = fallChart(head, frame, skull, FALL, 0.55);
  // Close under the foremost locks, so that nothing is seen between them from behind.
  addLock(mesh, {
    chart: fallChart(head, frame, skull, FALL, 0.85),
    across: 54 * degrees,
    halfWidth: 15 * degrees,
    start: 0,
    end: 0.93,
    thickness: 0.004 * k,
    root: 0.9,
    taper: 0.8,
    bluntness: 3,
    rows: 9,
    isRidged: true,
    tone: 0.6,
    chains: [[side, 1]],
  });
  addRow(ground, { name: "under", chart: under, from: 52, to: 178, count: 7, look: UNDER, chains });
  addRow(ground, { name: "outer", chart, from: 42, to: 176, count: 11, look: OUTER, chains });
  addLock(mesh, {
    chart,
    across: Math.PI,
    halfWidth: 9 * degrees,
    start: 0.01,
    end: 0.985,
    thickness: 0.008 * k,
    lift: 0.002 * k,
    dive: 0.002 * k,
    root: 0.85,
    taper: 0.88,
    bluntness: 2.4,
    rows: 13,
    tone: 0.95,
    isCentre: true,
    chains: [[back, 1]],
  });
  return [side, behind, back];
}

/** Locks of the curtain from the sides to the face: across, half width, end, metres of lift and of tilt. The first tucks in behind. */
const CURTAIN_LOCKS: readonly (readonly [number, number, number, number, number])[] = [
  [1.86, 0.58, 0.97, 0.001, -0.005],
  [1.2, 0.42, 0.98, 0.003, 0],
  [0.62, 0.4, 0.97, 0.0025, 0],
  [0.16, 0.3, 0.95, 0.0045, 0],
];
/** Thin locks over the forehead: across, half width, end. */
const THIN_LOCKS: readonly (readonly [number, number, number])[] = [
  [0.12, 0.14, 0.82],
  [0.5, 0.4, 0.89],
];

function fringe({ mesh, head, frame, skull }: Ground): Chain[] {
  const k = frame.scale;
  const curtain = guidedChart(head, frame, skull, CURTAIN);
  const chain = chainOn(FRINGE_SPRING, "hairFringe", curtain, 0.6, [0.5, 0.68, 0.84, 1]);
  const chains: ChainShares = [[chain, 1]];
  for (const [index, [across, halfWidth, end, lift, tilt]] of CURTAIN_LOCKS.entries()) {
    addLock(mesh, {
      chart: curtain,
      across,
      halfWidth,
      start: 0,
      end,
      lift: lift * k,
      tilt: tilt * k,
      thickness: 0.0065 * k,
      sway: 0.12 * sway("fringe", index),
      root: 0.7,
      taper: 0.5,
      bluntness: 1.6,
      rows: 11,
      tone: mix(0.92, 1, chance("fringe", index)),
      chains,
    });
  }
  const wisps = guidedChart(head, frame, skull, WISPS);
  for (const [index, [across, halfWidth, end]] of THIN_LOCKS.entries()) {
    addLock(mesh, {
      chart: wisps,
      across,
      halfWidth,
      start: 0,
      end,
      thickness: 0.0034 * k,
      root: 0.9,
      taper: 0.2,
      bluntness: 1.3,
      rows: 9,
      isRidged: true,
      tone: mix(0.9, 1, chance("wisp", index)),
      chains,
    });
  }
  return [chain];
}

export function makeBob(head: HeadSurface, frame: HeadFrame, skull: Skull) {
  const mesh = new HairMesh();
  const ground: Ground = { mesh, head, frame, skull };
  return { mesh, chains: [...fringe(ground), ...fall(ground)] };
}
