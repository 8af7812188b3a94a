// The stylised one's hair: a full fringe in pointed clumps, side locks, a short back, two high tails with bands, two thin curls.
// The shapes it follows are in tails-shape.ts.
import { add, mirrored, mix, scale, smoothstep, sub } from "../math/vec";
import type { Vec3 } from "../model";
import { addBand } from "./band";
import { addCap } from "./cap";
import { type Chain, type ChainShares, mirroredChain } from "./chains";
import { chance, sway } from "./chance";
import { type Chart, chartOf, spline } from "./chart";
import { HairMesh } from "./hair-mesh";
import { fallChart, fitted, guidedChart } from "./head-charts";
import type { HeadFrame, HeadSurface, Skull } from "./head-surface";
import { addLock } from "./lock";
import { blend, chainOn, degrees, type Ground, hairlineOf } from "./style";
import { BACK, FEELER, FRINGE, HAIRLINE, SIDE, TAIL, TAIL_RADII } from "./tails-shape";
import { tubeChart } from "./tube";

/** VRM 1.0's terms; metres. */
const SPRING = { stiffness: 0.9, gravityPower: 0.1, dragForce: 0.45, hitRadius: 0.014 };
const FIRM = { ...SPRING, stiffness: 1.4, dragForce: 0.55, gravityPower: 0.02 };
/** Height of the bright ring in head coordinates. */
const RING_HEIGHT = 0.088;

function fringe({ mesh, head, frame, skull, ring }: Ground): Chain[] {
  const k = frame.scale;
  const guides = [(FRINGE[1] as readonly Vec3[]).map(mirrored), ...FRINGE];
  const surface = guidedChart(head, frame, skull, guides);
  const chart = {
    at: (across: number, t: number) => surface.at(across + 1, t),
    out: (across: number, t: number) => surface.out(across + 1, t),
  };
  const left = chainOn(FIRM, "hairFringe", chart, 1, [0.5, 0.68, 0.85, 1]);
  const look = {
    chart,
    ring,
    start: 0.02,
    thickness: 0.0065 * k,
    root: 0.75,
    bluntness: 1.5,
    rows: 9,
    dive: 0.01 * k,
    isRidged: true,
  } as const;
  const clumps: readonly (readonly [
    across: number,
    half: number,
    end: number,
    lift: number,
    sway: number,
  ])[] = [
    [0.44, 0.3, 0.84, 0.001, 0.1],
    [0.93, 0.34, 0.82, 0.0035, 0.08],
    [1.42, 0.32, 0.86, 0.001, 0.06],
    [1.86, 0.3, 0.98, 0.004, 0.05],
    [0.68, 0.12, 0.9, 0.006, -0.1],
    [1.18, 0.1, 0.89, 0.007, -0.08],
  ];
  addLock(mesh, {
    ...look,
    across: 0,
    halfWidth: 0.26,
    end: 0.93,
    lift: 0.004 * k,
    taper: 0.35,
    isCentre: true,
    chains: blend(left, mirroredChain(left), 0.5),
  });
  for (const [across, halfWidth, end, lift, aside] of clumps) {
    addLock(mesh, {
      ...look,
      across,
      halfWidth,
      end,
      lift: lift * k,
      sway: aside,
      taper: 0.4,
      chains: [[left, 1]],
    });
  }
  return [left];
}

function sides({ mesh, head, frame, skull, ring }: Ground): Chain[] {
  const k = frame.scale;
  const chart = guidedChart(head, frame, skull, SIDE);
  const chain = chainOn(SPRING, "hairSide", chart, 0.3, [0.42, 0.62, 0.81, 1]);
  const look = {
    chart,
    ring,
    start: 0,
    root: 0.5,
    bluntness: 1.5,
    rows: 13,
    dive: 0.008 * k,
    isRidged: true,
    chains: [[chain, 1]] as ChainShares,
  };
  addLock(mesh, {
    ...look,
    across: 0.85,
    halfWidth: 0.42,
    end: 0.86,
    thickness: 0.009 * k,
    taper: 0.5,
    sway: 0.1,
  });
  addLock(mesh, {
    ...look,
    across: 0.28,
    halfWidth: 0.5,
    end: 0.95,
    thickness: 0.011 * k,
    taper: 0.45,
    lift: 0.003 * k,
  });
  addLock(mesh, {
    ...look,
    across: -0.16,
    halfWidth: 0.18,
    end: 0.8,
    thickness: 0.006 * k,
    taper: 0.4,
    lift: 0.004 * k,
    sway: -0.2,
  });
  return [chain];
}

function back(ground: Ground): Chain[] {
  const { mesh, head, frame, skull } = ground;
  const chart = fallChart(head, frame, skull, BACK);
  const left = chainOn(SPRING, "hairBack", chart, 125 * degrees, [0.52, 0.7, 0.85, 1]);
  const right = mirroredChain(left);
  addCap(mesh, {
    field: head.field,
    frame,
    skull,
    hairline: hairlineOf(HAIRLINE),
    height: 0.004 * frame.scale,
    tone: 0.6,
    chains: [[left, 1]],
  });
  const chains = (azimuth: number) => blend(left, right, 0.5 * smoothstep(125, 180, azimuth));
  underLocks(ground, chains);
  backLocks(ground, chart, chains);
  return [left];
}

type ChainsAt = (degrees: number) => ChainShares;

/** Fill the nape between the tips of the outer locks. */
function underLocks({ mesh, head, frame, skull }: Ground, chains: ChainsAt): void {
  const under = fallChart(head, frame, skull, BACK, 0.5);
  for (const [index, azimuth] of [95, 118, 141, 164].entries()) {
    addLock(mesh, {
      chart: under,
      across: azimuth * degrees,
      halfWidth: 17 * degrees,
      start: 0.5,
      end: 1 + 0.03 * sway("under", index),
      thickness: 0.007 * frame.scale,
      root: 1,
      taper: 0.55,
      bluntness: 1.8,
      rows: 5,
      isRidged: true,
      chains: chains(azimuth),
    });
  }
}

function backLocks({ mesh, frame, ring }: Ground, chart: Chart, chains: ChainsAt): void {
  const k = frame.scale;
  const count = 8;
  const [from, to] = [52, 180];
  for (let lock = 0; lock < count; ++lock) {
    const azimuth = mix(from, to, (lock + 0.5) / count);
    const half = ((to - from) / count / 2) * degrees;
    addLock(mesh, {
      chart,
      ring,
      across: azimuth * degrees,
      sway: half * 0.5 * sway("back", lock, "sway"),
      halfWidth: half * 1.4,
      start: 0,
      end: 0.98 + 0.05 * sway("back", lock, "length"),
      thickness: 0.009 * k,
      lift: (lock % 2) * 0.003 * k,
      root: 0.8,
      taper: 0.5,
      bluntness: 1.7,
      rows: 10,
      dive: 0.004 * k,
      isRidged: true,
      chains: chains(azimuth),
    });
  }
  addLock(mesh, {
    chart,
    ring,
    across: Math.PI,
    halfWidth: 12 * degrees,
    start: 0.3,
    end: 1.02,
    thickness: 0.01 * k,
    lift: 0.002 * k,
    root: 0.8,
    taper: 0.5,
    bluntness: 1.6,
    rows: 10,
    dive: 0.016 * k,
    isCentre: true,
    chains: chains(180),
  });
}

function tail({ mesh, frame, skull }: Ground, bands: HairMesh): Chain[] {
  const k = frame.scale;
  const axis = TAIL.map((p) => frame.world(fitted(skull, p)));
  const chart = tubeChart({ axis, radii: TAIL_RADII.map((radius) => radius * k) });
  const chain: Chain = {
    ...SPRING,
    // Tails stand away from straight down: with more they would sink from where they are drawn.
    gravityPower: 0.015,
    name: "hairTail",
    side: "Left",
    joints: [0.12, 0.4, 0.7, 1].map((t) => spline(axis, t)),
  };
  const count = 6;
  for (let lock = 0; lock < count; ++lock) {
    addLock(mesh, {
      chart,
      across: (2 * Math.PI * (lock + 0.3)) / count,
      sway: 0.5 * sway("tail", lock, "sway"),
      halfWidth: (Math.PI / count) * 1.45,
      start: -0.02,
      end: mix(0.9, 1.12, chance("tail", lock, "length")),
      thickness: 0.009 * k,
      lift: (lock % 2) * 0.003 * k,
      root: 0.8,
      taper: 0.5,
      bluntness: 1.5,
      rows: 14,
      isRidged: true,
      chains: [[chain, 1]],
    });
  }
  addBand(bands, {
    centre: spline(axis, 0.06),
    direction: sub(spline(axis, 0.1), spline(axis, 0.02)),
    radius: 0.0175 * k,
    thickness: 0.0095 * k,
    chains: [[chain, 1]],
  });
  return [chain];
}

/** Two thin curls on top, like the feelers of a butterfly. */
function feelers({ mesh, frame, skull }: Ground): Chain[] {
  const guide = FEELER.map((p) => frame.world(fitted(skull, p)));
  const chart = chartOf(
    (across, t) => add(spline(guide, t), scale([0, 0, 1], across * frame.scale)),
    () => [1, 0, 0],
  );
  const chain: Chain = {
    ...FIRM,
    name: "hairFeelers",
    side: "",
    joints: [0.15, 0.5, 1].map((t) => {
      const [, y, z] = spline(guide, t);
      return [0, y, z];
    }),
  };
  addLock(mesh, {
    chart,
    across: 0,
    halfWidth: 0.0065,
    start: 0,
    end: 1,
    thickness: 0.0035 * frame.scale,
    root: 0.7,
    taper: 0.45,
    rows: 12,
    isRidged: true,
    chains: [[chain, 1]],
  });
  return [chain];
}

export function makeTails(head: HeadSurface, frame: HeadFrame, skull: Skull) {
  const mesh = new HairMesh();
  const bands = new HairMesh();
  const ground: Ground = { mesh, head, frame, skull, ring: frame.world([0, RING_HEIGHT, 0])[1] };
  const chains = [
    ...fringe(ground),
    ...sides(ground),
    ...back(ground),
    ...tail(ground, bands),
    ...feelers(ground),
  ];
  return { mesh, bands, chains };
}
