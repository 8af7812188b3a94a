// Quaternions x y z w and vectors in flat arrays at offsets, written in place: what readers, writers and sampling of body recordings share.
// It is not a math library: it has what they need, and nothing allocates but the tables at the top.

/** Any array of numbers that can be written. */
export type Numbers = Float32Array | Float64Array | number[];

export type EulerOrder = "XYZ" | "XZY" | "YXZ" | "YZX" | "ZXY" | "ZYX";
export const eulerOrders: readonly EulerOrder[] = ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"];

const degreesPerRadian = 180 / Math.PI;
/** Cosine above which two rotations are blended in a straight line: the arc and the line differ by less than a float holds. */
const straightCosine = 0.9999995;

/** out = a * b. `out` may be one of both. */
export function multiply(a: Numbers, atA: number, b: Numbers, atB: number, out: Numbers, at: number): void {
  const ax = a[atA] ?? 0;
  const ay = a[atA + 1] ?? 0;
  const az = a[atA + 2] ?? 0;
  const aw = a[atA + 3] ?? 0;
  const bx = b[atB] ?? 0;
  const by = b[atB + 1] ?? 0;
  const bz = b[atB + 2] ?? 0;
  const bw = b[atB + 3] ?? 0;
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

export function conjugate(q: Numbers, from: number, out: Numbers, at: number): void {
  out[at] = -(q[from] ?? 0);
  out[at + 1] = -(q[from + 1] ?? 0);
  out[at + 2] = -(q[from + 2] ?? 0);
  out[at + 3] = q[from + 3] ?? 0;
}

/** Makes it unit; false where there is no direction, and the identity stands there then. */
export function normalize(q: Numbers, at: number): boolean {
  const x = q[at] ?? 0;
  const y = q[at + 1] ?? 0;
  const z = q[at + 2] ?? 0;
  const w = q[at + 3] ?? 0;
  const length = Math.hypot(x, y, z, w);
  const usable = length > 1e-12 && Number.isFinite(length);
  q[at] = usable ? x / length : 0;
  q[at + 1] = usable ? y / length : 0;
  q[at + 2] = usable ? z / length : 0;
  q[at + 3] = usable ? w / length : 1;
  return usable;
}

/** out = q v q*, for a unit q. `out` may be `v`. */
export function rotate(q: Numbers, atQ: number, v: Numbers, atV: number, out: Numbers, at: number): void {
  const qx = q[atQ] ?? 0;
  const qy = q[atQ + 1] ?? 0;
  const qz = q[atQ + 2] ?? 0;
  const qw = q[atQ + 3] ?? 0;
  const x = v[atV] ?? 0;
  const y = v[atV + 1] ?? 0;
  const z = v[atV + 2] ?? 0;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at] = x + qw * tx + qy * tz - qz * ty;
  out[at + 1] = y + qw * ty + qz * tx - qx * tz;
  out[at + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** Shortest arc from a to b, both unit; `t` 0..1. */
export function slerp(a: Numbers, atA: number, b: Numbers, atB: number, t: number, out: Numbers, at: number) {
  let cosine = 0;
  for (let i = 0; i < 4; ++i) cosine += (a[atA + i] ?? 0) * (b[atB + i] ?? 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.abs(cosine);
  let fromA = 1 - t;
  let fromB = t * sign;
  if (cosine < straightCosine) {
    const angle = Math.acos(cosine);
    const scale = 1 / Math.sin(angle);
    fromA = Math.sin((1 - t) * angle) * scale;
    fromB = Math.sin(t * angle) * scale * sign;
  }
  for (let i = 0; i < 4; ++i) out[at + i] = fromA * (a[atA + i] ?? 0) + fromB * (b[atB + i] ?? 0);
  normalize(out, at);
}

const step = [0, 0, 0, 1];

/** q = q * turn about the axis (0 x, 1 y, 2 z) by degrees. */
export function turnBy(q: Numbers, at: number, axis: number, degrees: number): void {
  const half = (degrees % 720) / degreesPerRadian / 2;
  step.fill(0);
  step[axis] = Math.sin(half);
  step[3] = Math.cos(half);
  multiply(q, at, step, 0, q, at);
}

const axisOf: Readonly<Record<string, number>> = { X: 0, Y: 1, Z: 2 };

/** The axes of an order, 0 x, 1 y, 2 z. */
export function axesOf(order: EulerOrder): readonly [number, number, number] {
  return [axisOf[order.charAt(0)] ?? 0, axisOf[order.charAt(1)] ?? 1, axisOf[order.charAt(2)] ?? 2];
}

const matrix = new Float64Array(9);

/** Rows of the rotation matrix of a quaternion that need not be unit. */
function fillMatrix(q: Numbers, at: number): void {
  const length = Math.hypot(q[at] ?? 0, q[at + 1] ?? 0, q[at + 2] ?? 0, q[at + 3] ?? 0) || 1;
  const x = (q[at] ?? 0) / length;
  const y = (q[at + 1] ?? 0) / length;
  const z = (q[at + 2] ?? 0) / length;
  const w = (q[at + 3] ?? 0) / length;
  matrix[0] = 1 - 2 * (y * y + z * z);
  matrix[1] = 2 * (x * y - z * w);
  matrix[2] = 2 * (x * z + y * w);
  matrix[3] = 2 * (x * y + z * w);
  matrix[4] = 1 - 2 * (x * x + z * z);
  matrix[5] = 2 * (y * z - x * w);
  matrix[6] = 2 * (x * z - y * w);
  matrix[7] = 2 * (y * z + x * w);
  matrix[8] = 1 - 2 * (x * x + y * y);
}

/** Cosine of the middle angle below which the outer two turn about one axis and only their sum is known. */
const lockedCosine = 1e-7;

/** The three angles in degrees, in the order of the axes: rotation = first * second * third. In gimbal lock the third is 0. */
export function toEuler(q: Numbers, at: number, order: EulerOrder, out: Numbers): void {
  fillMatrix(q, at);
  const [i, j, k] = axesOf(order);
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const cell = (row: number, column: number) => matrix[3 * row + column] ?? 0;
  const cosine = Math.hypot(cell(i, i), cell(i, j));
  const locked = cosine < lockedCosine;
  const first = locked
    ? Math.atan2(sign * cell(k, j), cell(j, j))
    : Math.atan2(-sign * cell(j, k), cell(k, k));
  out[0] = first * degreesPerRadian;
  out[1] = Math.atan2(sign * cell(i, k), cosine) * degreesPerRadian;
  out[2] = locked ? 0 : Math.atan2(-sign * cell(i, j), cell(i, i)) * degreesPerRadian;
}
