// Rotations as x, y, z, w in plain arrays: the little that turning a bone needs without three.js.
// No classes and no other mathematics.

export type Rotation = readonly [x: number, y: number, z: number, w: number];

export const NO_ROTATION: Rotation = [0, 0, 0, 1];

/** Rotation of a column-major 4x4 matrix with its scale taken out (Shepperd 1978). */
export function rotationOfMatrix(matrix: ArrayLike<number>): Rotation {
  const at = (index: number) => matrix[index] ?? 0;
  const scale = [0, 4, 8].map((column) => Math.hypot(at(column), at(column + 1), at(column + 2)) || 1);
  const [sx = 1, sy = 1, sz = 1] = scale;
  const cross =
    at(0) * (at(5) * at(10) - at(6) * at(9)) -
    at(1) * (at(4) * at(10) - at(6) * at(8)) +
    at(2) * (at(4) * at(9) - at(5) * at(8));
  const mirror = cross < 0 ? -1 : 1;
  const [m00, m10, m20] = [(at(0) / sx) * mirror, (at(1) / sx) * mirror, (at(2) / sx) * mirror];
  const [m01, m11, m21] = [at(4) / sy, at(5) / sy, at(6) / sy];
  const [m02, m12, m22] = [at(8) / sz, at(9) / sz, at(10) / sz];
  const trace = m00 + m11 + m22;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s, s / 4];
  }
  if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    return [s / 4, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s];
  }
  if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    return [(m01 + m10) / s, s / 4, (m12 + m21) / s, (m02 - m20) / s];
  }
  const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
  return [(m02 + m20) / s, (m12 + m21) / s, s / 4, (m10 - m01) / s];
}

/**
 * Sets `target` to the rest rotation turned in avatar space: inverse(parent) * turn * parent * rest. Nothing is allocated.
 * @param parent rest rotation of the bone's parent, avatar space
 * @param rest the bone's own, in its parent
 * @param x y z axis times angle, radians, avatar space
 */
export function setTurned(
  target: { set(x: number, y: number, z: number, w: number): unknown },
  parent: Rotation,
  rest: Rotation,
  x: number,
  y: number,
  z: number,
): void {
  const angle = Math.hypot(x, y, z);
  const share = angle > 0 ? Math.sin(angle / 2) / angle : 0;
  const w = Math.cos(angle / 2);
  // The axis in the parent's space: v + 2w(u x v) + 2 u x (u x v) with u the negated vector part of `parent`.
  const px = -parent[0];
  const py = -parent[1];
  const pz = -parent[2];
  const pw = parent[3];
  const tx = 2 * (py * z - pz * y);
  const ty = 2 * (pz * x - px * z);
  const tz = 2 * (px * y - py * x);
  const ax = (x + pw * tx + py * tz - pz * ty) * share;
  const ay = (y + pw * ty + pz * tx - px * tz) * share;
  const az = (z + pw * tz + px * ty - py * tx) * share;
  const rx = rest[0];
  const ry = rest[1];
  const rz = rest[2];
  const rw = rest[3];
  target.set(
    ax * rw + w * rx + ay * rz - az * ry,
    ay * rw + w * ry + az * rx - ax * rz,
    az * rw + w * rz + ax * ry - ay * rx,
    w * rw - ax * rx - ay * ry - az * rz,
  );
}
