// One lock of hair: a closed, tapered body with a lens-shaped cross-section, grown along a chart.
// Where locks stand and how long they are is the style's business (bob.ts, tails.ts).
import { along, clamp, dot, length, mix, smoothstep, sub, unit } from "../math/vec";
import type { Vec3 } from "../model";
import type { ChainShares } from "./chains";
import type { Chart } from "./chart";
import type { HairMesh } from "./hair-mesh";
import { RING } from "./pictures";

export interface Lock {
  readonly chart: Chart;
  /** Middle at the root, and how far it has moved aside at the tip; chart units. */
  readonly across: number;
  readonly sway?: number;
  /** Swings to and fro about that by so much, once over so much of the length, from a phase in radians on; chart units. */
  readonly wave?: { readonly by: number; readonly over: number; readonly phase: number };
  /** Chart units. */
  readonly halfWidth: number;
  /** Along the chart. */
  readonly start: number;
  readonly end: number;
  /** Metres: at the middle of the lock. */
  readonly thickness: number;
  /** Metres above the chart. */
  readonly lift?: number;
  /** Metres: how deep the root is sunk under the chart. */
  readonly dive?: number;
  /** Metres: how much higher the far edge (greater across) lies than the middle. */
  readonly tilt?: number;
  /** Share of the width at the root; default 0.6. */
  readonly root?: number;
  /** Share of the length at which the lock begins to narrow, and how blunt it ends (1 pointed, 3 blunt). */
  readonly taper?: number;
  readonly bluntness?: number;
  readonly rows?: number;
  readonly isRidged?: boolean;
  /** 0..1: brightness of the lock as a whole. */
  readonly tone?: number;
  /** Only the half with across >= 0, to be mirrored: the lock stands on the middle. */
  readonly isCentre?: boolean;
  /** World height of the bright ring, metres; without it the ring lies at the picture's own place. */
  readonly ring?: number | undefined;
  readonly chains: ChainShares;
}

/** Cross-section: how far aside (-1..1), how high (1 outer ridge), from the left edge over the outer side and back inside. */
const SECTION: readonly (readonly [aside: number, height: number])[] = [
  [-1, 0],
  [-0.6, 0.72],
  [-0.14, 0.86],
  [0.26, 1],
  [0.68, 0.62],
  [1, 0],
  [0.4, -0.3],
  [-0.4, -0.3],
];
/** A plainer one with a ridge along the middle, for drawn hair. */
const RIDGED: readonly (readonly [aside: number, height: number])[] = [
  [-1, 0],
  [-0.5, 0.68],
  [0, 1],
  [0.5, 0.68],
  [1, 0],
  [0.4, -0.3],
  [-0.4, -0.3],
];
/** The same for a lock on the middle, from the outer ridge to the inner side. */
const HALF_SECTION: readonly (readonly [aside: number, height: number])[] = [
  [0, 1],
  [0.38, 0.86],
  [0.74, 0.58],
  [1, 0],
  [0.45, -0.3],
  [0, -0.32],
];

const widthAt = (lock: Lock, x: number): number => {
  const root = mix(lock.root ?? 0.6, 1, smoothstep(0, 0.3, x));
  const tip = clamp((x - (lock.taper ?? 0.55)) / (1 - (lock.taper ?? 0.55)), 0, 1);
  return root * (1 - tip ** (lock.bluntness ?? 1.6)) ** 0.85;
};
const thicknessAt = (x: number): number => mix(0.3, 1, smoothstep(0, 0.35, x)) * (1 - x ** 3) ** 0.7;

/** Where on the lock the bright ring lies. */
function ringOf({ ring, chart, across, start, end }: Lock): number {
  if (ring === undefined) return RING;
  for (let x = 0.06; x < 0.8; x += 0.02) {
    if (chart.at(across, mix(start, end, x))[1] < ring) return x;
  }
  return RING;
}

/** The middle of the lock. */
function middleAt({ across, sway = 0, wave }: Lock, x: number): number {
  const swing =
    wave === undefined
      ? 0
      : wave.by * Math.sin((2 * Math.PI * x) / wave.over + wave.phase) * smoothstep(0.15, 0.6, x);
  return across + sway * x * x + swing;
}

/** Places along the lock at which rows pay best. */
const SAMPLES = 96;
/** What a row is spent on, in shares: length, turning, narrowing. */
const SPENDING = { length: 0.4, turning: 0.38, narrowing: 0.22 };

/** Where along the lock its rows stand: closer where it bends or narrows. From 0; the tip is not among them. */
function rowsOf(lock: Lock, rows: number): number[] {
  const { chart, start, end } = lock;
  const xs = Array.from({ length: SAMPLES + 1 }, (_, k) => k / SAMPLES);
  const places = xs.map((x) => chart.at(middleAt(lock, x), mix(start, end, x)));
  const steps = xs.slice(1).map((x, k) => {
    const [p, q, r] = [places[Math.max(0, k - 1)], places[k], places[k + 1]] as [Vec3, Vec3, Vec3];
    const turn = k === 0 ? 0 : Math.acos(clamp(dot(unit(sub(q, p)), unit(sub(r, q))), -1, 1));
    const narrowing =
      x > (lock.taper ?? 0.55) ? Math.abs(widthAt(lock, x) - widthAt(lock, x - 1 / SAMPLES)) : 0;
    return { length: length(sub(r, q)), turn, narrowing };
  });
  const total = (key: "length" | "turn" | "narrowing") =>
    steps.reduce((sum, step) => sum + step[key], 0) || 1;
  const [lengths, turns, narrowings] = [total("length"), total("turn"), total("narrowing")];
  const spent = [0];
  for (const step of steps) {
    spent.push(
      (spent.at(-1) as number) +
        (SPENDING.length * step.length) / lengths +
        (SPENDING.turning * step.turn) / turns +
        (SPENDING.narrowing * step.narrowing) / narrowings,
    );
  }
  return Array.from({ length: rows }, (_, row) => {
    const wanted = ((spent.at(-1) as number) * row) / rows;
    const next = Math.max(
      1,
      spent.findIndex((value) => value >= wanted),
    );
    const [a, b] = [spent[next - 1] as number, spent[next] as number];
    return (next - 1 + (b > a ? (wanted - a) / (b - a) : 0)) / SAMPLES;
  });
}

export function addLock(mesh: HairMesh, lock: Lock): void {
  const rows = lock.rows ?? 10;
  const section = lock.isCentre === true ? HALF_SECTION : lock.isRidged === true ? RIDGED : SECTION;
  const ringAt = ringOf(lock);
  const rings: number[][] = [];
  const vertex = (x: number, aside: number, height: number) => {
    const t = mix(lock.start, lock.end, x);
    const width = widthAt(lock, x);
    const across = middleAt(lock, x) + aside * width * lock.halfWidth;
    const rise =
      (lock.lift ?? 0) * smoothstep(0, 0.25, x) -
      (lock.dive ?? 0) * (1 - smoothstep(0, 0.13, x)) +
      (lock.tilt ?? 0) * aside * width +
      height * lock.thickness * thicknessAt(x);
    return mesh.add({
      place: along(lock.chart.at(across, t), lock.chart.out(across, t), rise),
      out: lock.chart.out(across, t),
      u: 0.5 + 0.5 * aside,
      v: x < ringAt ? (RING * x) / ringAt : mix(RING, 1, (x - ringAt) / (1 - ringAt)),
      x,
      tone: (lock.tone ?? 1) * (height < 0 ? 0.5 : mix(0.72, 1, clamp(height, 0, 1))),
      isInner: height < 0,
      isMidline: lock.isCentre === true && aside === 0,
      chains: lock.chains,
    });
  };
  for (const x of rowsOf(lock, rows)) {
    rings.push(section.map(([aside, height]) => vertex(x, aside, height)));
  }
  const tip = vertex(1, 0, 0);
  join(mesh, rings, tip, lock.isCentre !== true);
  mesh.endPatch();
}

/** Quads between rings, a fan over the root and one to the tip. `isRound`: the last point of a ring meets the first. */
function join(mesh: HairMesh, rings: readonly (readonly number[])[], tip: number, isRound: boolean): void {
  const points = (rings[0] as number[]).length;
  const last = isRound ? points : points - 1;
  for (let row = 0; row + 1 < rings.length; ++row) {
    const [here, next] = [rings[row] as number[], rings[row + 1] as number[]];
    for (let k = 0; k < last; ++k) {
      const [a, b] = [here[k] as number, here[(k + 1) % points] as number];
      const [c, d] = [next[k] as number, next[(k + 1) % points] as number];
      mesh.quad(a, c, d, b);
    }
  }
  const [first, end] = [rings[0] as number[], rings[rings.length - 1] as number[]];
  for (let k = 1; k + 1 < points; ++k)
    mesh.triangle(first[0] as number, first[k] as number, first[k + 1] as number);
  for (let k = 0; k < last; ++k) mesh.triangle(end[k] as number, tip, end[(k + 1) % points] as number);
}
