// Fields for bodies and clothes: cross-sections along an axis, bands around them, gentle waves.
// Plain shapes and unions stand in math/fields.ts.
import { type Field, smoothMax, smoothMin } from "../math/fields";
import { clamp } from "../math/vec";
import type { Vec3 } from "../model";

/**
 * A cross-section: where along the axis, its middle (the two other coordinates in the order x, y, z), then how far it reaches from
 * there: towards +, towards - of the first, and of the second coordinate. Metres. Each quarter is a quarter of an ellipse.
 */
export type Section = readonly [
  at: number,
  middleU: number,
  middleV: number,
  plusU: number,
  minusU: number,
  plusV: number,
  minusV: number,
];

/** Sections are interpolated (Catmull and Rom 1974) at this many places once, and linearly afterwards. */
const TABLE = 192;

function tableOf(sections: readonly Section[]): Float64Array {
  const [first, last] = [sections[0] as Section, sections[sections.length - 1] as Section];
  const table = new Float64Array((TABLE + 1) * 6);
  let s = 0;
  for (let n = 0; n <= TABLE; ++n) {
    const at = first[0] + ((last[0] - first[0]) * n) / TABLE;
    while (s < sections.length - 2 && at > (sections[s + 1] as Section)[0]) s += 1;
    const [b, c] = [sections[s] as Section, sections[s + 1] as Section];
    const [a, d] = [sections[s - 1] ?? b, sections[s + 2] ?? c];
    const span = c[0] - b[0];
    const t = (at - b[0]) / span;
    for (let k = 1; k <= 6; ++k) {
      const [p, q] = [b[k] as number, c[k] as number];
      const slopeAt = (low: Section, high: Section) =>
        ((high[k] as number) - (low[k] as number)) / (high[0] - low[0] || 1);
      const [m, w] = [slopeAt(a, c) * span, slopeAt(b, d) * span];
      table[n * 6 + k - 1] =
        (2 * t ** 3 - 3 * t ** 2 + 1) * p +
        (t ** 3 - 2 * t ** 2 + t) * m +
        (3 * t ** 2 - 2 * t ** 3) * q +
        (t ** 3 - t ** 2) * w;
    }
  }
  return table;
}

/** A number of a row of the table, towards the one in the next row. */
function between(table: Float64Array, index: number, t: number): number {
  const a = table[index] as number;
  return a + ((table[index + 6] as number) - a) * t;
}

/** A body through `sections` (ascending) along an axis (0 x, 1 y, 2 z); its ends are flat, rounded by `round` metres. */
export function loft(axis: 0 | 1 | 2, sections: readonly Section[], round = 0.01): Field {
  const table = tableOf(sections);
  const [low, high] = [(sections[0] as Section)[0], (sections[sections.length - 1] as Section)[0]];
  const [first, second] = axis === 0 ? ([1, 2] as const) : axis === 1 ? ([0, 2] as const) : ([0, 1] as const);
  return (p) => {
    const at = p[axis];
    const place = clamp((at - low) / (high - low), 0, 1) * TABLE;
    const cell = Math.min(Math.floor(place), TABLE - 1);
    const t = place - cell;
    const row = cell * 6;
    const u = p[first] - between(table, row, t);
    const v = p[second] - between(table, row + 1, t);
    const a = between(table, row + (u > 0 ? 2 : 3), t);
    const b = between(table, row + (v > 0 ? 4 : 5), t);
    const x = u / a;
    const y = v / b;
    const k0 = Math.sqrt(x * x + y * y);
    const k1 = Math.sqrt((x * x) / (a * a) + (y * y) / (b * b));
    const across = k1 < 1e-6 ? -Math.min(a, b) : (k0 * (k0 - 1)) / k1;
    return smoothMax(across, Math.max(low - at, at - high), round);
  };
}

const square = (x: number) => x * x;

/** A ball squeezed out along a straight line with flattened section: `up` is the direction in which it is `flat` times as thick. */
export function flatCapsule(a: Vec3, b: Vec3, ra: number, rb: number, up: Vec3, flat: number): Field {
  const [ax, ay, az] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const squared = ax * ax + ay * ay + az * az || 1e-12;
  return (p) => {
    const x = p[0] - a[0];
    const y = p[1] - a[1];
    const z = p[2] - a[2];
    const t = clamp((x * ax + y * ay + z * az) / squared, 0, 1);
    const u = x - ax * t;
    const v = y - ay * t;
    const w = z - az * t;
    const raised = (u * up[0] + v * up[1] + w * up[2]) * (1 / flat - 1);
    const reach = Math.sqrt(
      square(u + up[0] * raised) + square(v + up[1] * raised) + square(w + up[2] * raised),
    );
    return (reach - (ra + (rb - ra) * t)) * Math.min(1, flat);
  };
}

/** What is in `field` but not in `hole`, the edge rounded by `round` metres. */
export const without =
  (field: Field, hole: Field, round: number): Field =>
  (p) =>
    smoothMax(field(p), -hole(p), round);

/** What is in both. */
export const within =
  (a: Field, b: Field, round: number): Field =>
  (p) =>
    smoothMax(a(p), b(p), round);

/** Two fields grown together within `k` metres. */
export const joined =
  (a: Field, b: Field, k: number): Field =>
  (p) =>
    smoothMin(a(p), b(p), k);

/** The field and its mirror image at x = 0, grown together within `k` metres. */
export const twin =
  (field: Field, k: number): Field =>
  (p) =>
    smoothMin(field(p), field([-p[0], p[1], p[2]]), k);

/** Above (below 0: under) a plane through `through`, which rises by `slope` metres per metre of z. */
export const above =
  (through: Vec3, slope: number): Field =>
  (p) =>
    (through[1] + (p[2] - through[2]) * slope - p[1]) / Math.hypot(1, slope);
