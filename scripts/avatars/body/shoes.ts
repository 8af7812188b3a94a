// A sneaker of the left foot: sole, upper, toe cap, heel tab, laces.
// Both characters have the same make; the stylised one's is stouter.
import type { Character } from "../character";
import { capsule, type Field, gradient, smoothMax, smoothMin, trace } from "../math/fields";
import type { Mesh } from "../math/mesh";
import { along, clamp, length, mixVec, sub } from "../math/vec";
import type { Vec3 } from "../model";
import { loft, type Section, within } from "./loft";
import type { Piece } from "./piece";
import type { Joints } from "./proportions";

/** Measures of a shoe, metres; lengths along z from the ankle's joint. */
interface Last {
  readonly soleHeight: number;
  /** How far the sole stands out from the upper. */
  readonly welt: number;
  /** Middles and half breadths of heel, ball and toe, z from the ankle. */
  readonly heel: readonly [number, number];
  readonly ball: readonly [number, number];
  readonly toe: readonly [number, number];
  /** z from the ankle, half breadth, height of the upper over the ground. */
  readonly upper: readonly (readonly [number, number, number])[];
  /** Metres that the foot turns outwards per metre forwards. */
  readonly turn: number;
  readonly laces: readonly number[];
  readonly lace: number;
  /** Times the shoes' colour, linear. */
  readonly soleTint: Vec3;
  readonly upperTint: Vec3;
  readonly laceMaterial: "shoes" | "accent";
}

const realistic: Last = {
  soleHeight: 0.027,
  welt: 0.004,
  heel: [-0.024, 0.035],
  ball: [0.108, 0.0465],
  toe: [0.158, 0.041],
  upper: [
    [-0.0575, 0.014, 0.056],
    [-0.048, 0.0265, 0.074],
    [-0.03, 0.034, 0.086],
    [0, 0.0365, 0.1],
    [0.025, 0.0365, 0.1],
    [0.05, 0.0375, 0.086],
    [0.08, 0.041, 0.071],
    [0.11, 0.0435, 0.06],
    [0.14, 0.0425, 0.0535],
    [0.168, 0.0365, 0.049],
    [0.187, 0.026, 0.043],
    [0.196, 0.014, 0.036],
  ],
  turn: 0.075,
  laces: [0.045, 0.0625, 0.08, 0.0975],
  lace: 0.0034,
  soleTint: [1, 1, 1],
  upperTint: [0.86, 0.86, 0.87],
  laceMaterial: "shoes",
};

const stylised: Last = {
  soleHeight: 0.036,
  welt: 0.006,
  heel: [-0.02, 0.037],
  ball: [0.088, 0.05],
  toe: [0.128, 0.047],
  upper: [
    [-0.0555, 0.016, 0.068],
    [-0.046, 0.029, 0.09],
    [-0.028, 0.037, 0.106],
    [0, 0.04, 0.12],
    [0.022, 0.04, 0.118],
    [0.045, 0.041, 0.102],
    [0.07, 0.0445, 0.086],
    [0.095, 0.0475, 0.076],
    [0.12, 0.0475, 0.0705],
    [0.145, 0.0425, 0.066],
    [0.163, 0.032, 0.058],
    [0.172, 0.019, 0.049],
  ],
  turn: 0.09,
  laces: [0.04, 0.06, 0.08],
  lace: 0.0046,
  soleTint: [0.6, 0.62, 0.8],
  upperTint: [1, 1, 1],
  laceMaterial: "accent",
};

const lastOf = ({ file }: Character): Last => (file === "realistic" ? realistic : stylised);

/** The sole's outline seen from above, as a distance in the ground's plane. */
function outline({ heel, ball, toe, turn }: Last, [ax, , az]: Vec3): Field {
  const at = ([z]: readonly [number, number], shift = 0): Vec3 => [ax + turn * z + shift, 0, az + z];
  const back = capsule(at(heel), at(ball, 0.001), heel[1], ball[1]);
  const front = capsule(at(ball, 0.001), at(toe, -0.003), ball[1], toe[1]);
  return (p) => {
    const q: Vec3 = [p[0], 0, p[2]];
    const z = p[2] - az;
    // The arch on the inner side.
    const arch = p[0] < ax + turn * z ? 0.006 * Math.exp(-(((z - 0.04) / 0.03) ** 2)) : 0;
    return smoothMin(back(q), front(q), 0.02) + arch;
  };
}

/** Rays and steps by which the outline is found before it is cut into equal lengths. */
const RAYS = 360;
const SOLE_COLUMNS = 34;

/** The outline as places in equal distances, counter-clockwise seen from below, from the toe outwards. */
function outlinePlaces(last: Last, ankle: Vec3): Vec3[] {
  const around = outline(last, ankle);
  const z = ankle[2] + (last.heel[0] + last.toe[0]) / 2;
  const middle: Vec3 = [ankle[0] + last.turn * (z - ankle[2]), 0, z];
  const rough = Array.from({ length: RAYS + 1 }, (_, n): Vec3 => {
    const angle = (2 * Math.PI * n) / RAYS;
    const direction: Vec3 = [Math.sin(angle), 0, Math.cos(angle)];
    return along(
      middle,
      direction,
      trace((p) => -around(p), middle, direction, 0.5),
    );
  });
  const lengths = rough.map((place, n) => (n === 0 ? 0 : length(sub(place, rough[n - 1] as Vec3))));
  const total = lengths.reduce((sum, part) => sum + part, 0);
  let [at, walked] = [0, 0];
  return Array.from({ length: SOLE_COLUMNS }, (_, n) => {
    const wanted = (total * n) / SOLE_COLUMNS;
    while (at < RAYS - 1 && walked + (lengths[at + 1] as number) < wanted) {
      at += 1;
      walked += lengths[at] as number;
    }
    return mixVec(rough[at] as Vec3, rough[at + 1] as Vec3, (wanted - walked) / (lengths[at + 1] as number));
  });
}

/** Standing out from the upper, and share of the sole's height, from the hidden top over the welt to the ground. */
const SOLE_PROFILE: readonly (readonly [number, number])[] = [
  [-0.017, 0.9],
  [-0.0015, 0.985],
  [0.0003, 0.92],
  [0.0004, 0.62],
  [-0.0014, 0.525],
  [0.0008, 0.43],
  [0.0006, 0.13],
  [-0.0012, 0.035],
  [-0.0042, 0],
];

function soleSheet(last: Last, ankle: Vec3): Mesh {
  const around = outline(last, ankle);
  const rim = outlinePlaces(last, ankle);
  const places: Vec3[] = [];
  const triangles: number[] = [];
  for (const [out, share] of SOLE_PROFILE)
    for (const place of rim) {
      // The sole rises a little under the toe cap.
      const rise = 1 + 0.2 * clamp((place[2] - ankle[2] - last.ball[0]) / 0.08, 0, 1) ** 2;
      const [x, , z] = along(place, gradient(around, place), last.welt + out);
      places.push([x, last.soleHeight * share * (share > 0.5 ? rise : 1), z]);
    }
  for (let row = 0; row + 1 < SOLE_PROFILE.length; ++row)
    for (let n = 0; n < SOLE_COLUMNS; ++n) {
      const [a, b] = [row * SOLE_COLUMNS + n, row * SOLE_COLUMNS + ((n + 1) % SOLE_COLUMNS)];
      triangles.push(a, b + SOLE_COLUMNS, b, a, a + SOLE_COLUMNS, b + SOLE_COLUMNS);
    }
  const first = (SOLE_PROFILE.length - 1) * SOLE_COLUMNS;
  places.push([ankle[0], 0, ankle[2] + (last.heel[0] + last.toe[0]) / 2]);
  for (let n = 0; n < SOLE_COLUMNS; ++n)
    triangles.push(places.length - 1, first + ((n + 1) % SOLE_COLUMNS), first + n);
  return { places, triangles };
}

function upperField({ upper, turn, soleHeight }: Last, [ax, , az]: Vec3): Field {
  const base = soleHeight * 0.95;
  const sections = upper.map(
    ([z, breadth, height]): Section => [
      az + z,
      ax + turn * z,
      base,
      breadth,
      breadth,
      height - base,
      base * 0.9,
    ],
  );
  return loft(2, sections, 0.016);
}

/** Height of the upper over the ground at a place along it. */
function heightAt({ upper }: Last, z: number): number {
  const after = Math.max(
    1,
    upper.findIndex(([at]) => at >= z),
  );
  const [a, b] = [upper[after - 1], upper[after]] as [
    readonly [number, number, number],
    readonly [number, number, number],
  ];
  return a[2] + ((b[2] - a[2]) * (z - a[0])) / (b[0] - a[0]);
}

function lacesField(last: Last, [ax, , az]: Vec3): Field {
  const bars = last.laces.map((z) => {
    const [x, y] = [ax + last.turn * z, heightAt(last, z) + 0.0005];
    const half = 0.017;
    const ends = [-half, half].map((side): Vec3 => [x + side, y - 0.006, az + z]);
    const top: Vec3 = [x, y + 0.0015, az + z + 0.001];
    const left = capsule(ends[0] as Vec3, top, last.lace);
    const right = capsule(ends[1] as Vec3, top, last.lace);
    return (p: Vec3) => smoothMin(left(p), right(p), 0.004);
  });
  return (p) => bars.reduce((least, bar) => Math.min(least, bar(p)), Number.POSITIVE_INFINITY);
}

export function shoePieces(character: Character, joints: Joints): Piece[] {
  const last = lastOf(character);
  const ankle = joints.foot;
  const [ax, , az] = ankle;
  const [from, to] = [last.upper[0]?.[0] as number, last.upper[last.upper.length - 1]?.[0] as number];
  const upper = upperField(last, ankle);
  const min: Vec3 = [ax - 0.06, -0.012, az + from - 0.025];
  const max: Vec3 = [ax + 0.085, 0.14, az + to + 0.03];
  const shoe = { part: "Shoes", material: "shoes", side: "left", min, max } as const;
  const trim = { ...shoe, part: "ShoeTrim", material: "accent" } as const;
  const laces = last.laceMaterial === "accent" ? trim : shoe;
  // The cap's edge is a shallow arc; the upper ends under it.
  const capEdge: Field = (p) => az + to - 0.052 - p[2] - 4 * (p[0] - ax - last.turn * to) ** 2;
  const cap = within((p) => upper(p) - 0.0022, capEdge, 0.004);
  const vamp = within(upper, (p) => -capEdge(p) - 0.008, 0.004);
  const tab = within(
    (p) => upper(p) - 0.003,
    (p) => smoothMax(p[2] - (az + from + 0.018), last.soleHeight + 0.01 - p[1], 0.012),
    0.005,
  );
  return [
    { part: "Shoes", material: "shoes", mesh: soleSheet(last, ankle), tint: () => last.soleTint },
    { ...shoe, field: vamp, cell: 0.006, triangles: 380, tint: () => last.upperTint },
    { ...shoe, field: cap, cell: 0.0045, triangles: 230, isFine: true },
    { ...laces, field: lacesField(last, ankle), cell: 0.0032, triangles: 170, isThin: true },
    { ...trim, field: tab, cell: 0.0035, triangles: 110, isFine: true, isThin: true },
  ];
}
