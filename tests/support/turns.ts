// Rotations for made-up takes and independent measures: quaternions x y z w as plain tuples, built from directions by matrices.
// It shares nothing with the code under test.
export type Vec = readonly [number, number, number];
export type Turn = readonly [number, number, number, number];

export const UNTURNED: Turn = [0, 0, 0, 1];

export const plus = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, factor: number): Vec => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const size = (a: Vec): number => Math.hypot(...a);
export const unit = (a: Vec): Vec => times(a, 1 / (size(a) || 1));
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const back = ([x, y, z, w]: Turn): Turn => [-x, -y, -z, w];

/** First `b`, then `a`. */
export const after = ([ax, ay, az, aw]: Turn, [bx, by, bz, bw]: Turn): Turn => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

export function turned(q: Turn, v: Vec): Vec {
  const [x, y, z] = after(after(q, [v[0], v[1], v[2], 0]), back(q));
  return [x, y, z];
}

export function about(axis: Vec, degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  const [x, y, z] = times(unit(axis), Math.sin(half));
  return [x, y, z, Math.cos(half)];
}

/** Angle between two directions, degrees; exact for small ones. */
export function degreesBetween(a: Vec, b: Vec): number {
  return (Math.atan2(size(cross(a, b)), dot(a, b)) * 180) / Math.PI;
}

/** Angle of a rotation, degrees. */
export function degreesOf([x, y, z, w]: Turn): number {
  return (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
}

/** Columns of a right-handed frame: `first`, and `second` as near as it can be. */
function frame(first: Vec, second: Vec): readonly [Vec, Vec, Vec] {
  const a = unit(first);
  const b = unit(minus(second, times(a, dot(second, a))));
  return [a, b, cross(a, b)];
}

function ofColumns([a, b, c]: readonly [Vec, Vec, Vec]): Turn {
  const [m00, m10, m20] = a;
  const [m01, m11, m21] = b;
  const [m02, m12, m22] = c;
  // The largest component first: none of the four roots may vanish.
  const roots = [1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22, 1 + m00 + m11 + m22];
  const most = roots.indexOf(Math.max(...roots));
  const s = 2 * Math.sqrt(roots[most] ?? 1);
  if (most === 0) return [s / 4, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s];
  if (most === 1) return [(m01 + m10) / s, s / 4, (m12 + m21) / s, (m02 - m20) / s];
  if (most === 2) return [(m02 + m20) / s, (m12 + m21) / s, s / 4, (m10 - m01) / s];
  return [(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s, s / 4];
}

/** The rotation that takes `from` to `to` and, as far as that leaves it free, `side` to `toSide`. */
export function aim(from: Vec, side: Vec, to: Vec, toSide: Vec): Turn {
  return after(ofColumns(frame(to, toSide)), back(ofColumns(frame(from, side))));
}
