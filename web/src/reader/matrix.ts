// 4x4 matrices and 3-vectors in double precision, column-major as glTF has them.
// Only what reading needs; no classes.
import type { JsonObject } from "./json-values";
import { numbersAt } from "./json-values";

export type Vector3 = readonly [number, number, number];

export const MATRIX_LENGTH = 16;

export function identityMatrix(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** Half turn about Y: what puts a VRM 0.x avatar, which faces -Z, into avatar space. */
export function halfTurnMatrix(): Float64Array {
  return Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1);
}

/** a * b, written to `out` at `outOffset`; b is read at `bOffset`. */
export function multiplyInto(
  out: Float64Array,
  outOffset: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  bOffset = 0,
): void {
  for (let column = 0; column < 4; ++column) {
    for (let row = 0; row < 4; ++row) {
      let sum = 0;
      for (let k = 0; k < 4; ++k) {
        sum += (a[row + 4 * k] as number) * (b[bOffset + 4 * column + k] as number);
      }
      out[outOffset + 4 * column + row] = sum;
    }
  }
}

export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(MATRIX_LENGTH);
  multiplyInto(out, 0, a, b);
  return out;
}

/** Inverse of a matrix whose last row is 0, 0, 0, 1. Where an axis has no length, nothing finite can be said: numbers that are none. */
export function invertAffine(m: ArrayLike<number>): Float64Array {
  const at = (row: number, column: number) => m[row + 4 * column] as number;
  const minor = (r0: number, r1: number, c0: number, c1: number) =>
    at(r0, c0) * at(r1, c1) - at(r0, c1) * at(r1, c0);
  const cofactors = [
    [minor(1, 2, 1, 2), -minor(0, 2, 1, 2), minor(0, 1, 1, 2)],
    [-minor(1, 2, 0, 2), minor(0, 2, 0, 2), -minor(0, 1, 0, 2)],
    [minor(1, 2, 0, 1), -minor(0, 2, 0, 1), minor(0, 1, 0, 1)],
  ] as const;
  const determinant = at(0, 0) * cofactors[0][0] + at(1, 0) * cofactors[0][1] + at(2, 0) * cofactors[0][2];
  const out = identityMatrix();
  for (let row = 0; row < 3; ++row) {
    let moved = 0;
    for (let column = 0; column < 3; ++column) {
      const value = (cofactors[row]?.[column] as number) / determinant;
      out[row + 4 * column] = value;
      moved -= value * at(column, 3);
    }
    out[row + 12] = moved;
  }
  return out;
}

/** Matrix of a translation, a unit quaternion and a scale. */
export function composed(
  translation: readonly number[],
  rotation: readonly number[],
  scale: readonly number[],
) {
  const [x = 0, y = 0, z = 0, w = 1] = rotation;
  const [sx = 1, sy = 1, sz = 1] = scale;
  const [tx = 0, ty = 0, tz = 0] = translation;
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  );
}

/** Local matrix of a glTF node. Throws `ReadError` where its numbers are not finite. */
export function localMatrix(node: JsonObject, place: string): Float64Array {
  if (node.matrix !== undefined) {
    return Float64Array.from(numbersAt(node.matrix, MATRIX_LENGTH, `${place}.matrix`));
  }
  const part = (key: "translation" | "rotation" | "scale", length: number, rest: readonly number[]) =>
    node[key] === undefined ? rest : numbersAt(node[key], length, `${place}.${key}`);
  return composed(
    part("translation", 3, [0, 0, 0]),
    part("rotation", 4, [0, 0, 0, 1]),
    part("scale", 3, [1, 1, 1]),
  );
}

/** Where the matrix puts the origin. */
export function originOf(matrix: ArrayLike<number>): Vector3 {
  return [matrix[12] as number, matrix[13] as number, matrix[14] as number];
}
