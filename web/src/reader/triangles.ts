// Triangle lists from the primitive modes of glTF.
// Points and lines have no surface and give nothing.
import { ReadError } from "./read-error";

export const MODE_TRIANGLES = 4;
export const MODE_STRIP = 5;
export const MODE_FAN = 6;

/** True for modes with a surface. */
export function isSurface(mode: number): boolean {
  return mode === MODE_TRIANGLES || mode === MODE_STRIP || mode === MODE_FAN;
}

function sequence(length: number): Uint32Array {
  const indices = new Uint32Array(length);
  for (let i = 0; i < length; ++i) indices[i] = i;
  return indices;
}

function firstBeyond(indices: Uint32Array, vertexCount: number): number {
  for (let i = 0; i < indices.length; ++i) if ((indices[i] as number) >= vertexCount) return i;
  return -1;
}

/**
 * @param indices of the primitive; undefined: the vertices in their order
 * @returns three indices a triangle, wound as glTF 2.0 section 3.7.2.1 says; an incomplete last triangle is left out.
 * Throws `ReadError` on an index of `vertexCount` or more.
 */
export function trianglesOf(
  mode: number,
  indices: ArrayLike<number> | undefined,
  vertexCount: number,
  place: string,
): Uint32Array {
  const source = indices === undefined ? sequence(vertexCount) : new Uint32Array(indices);
  const beyond = firstBeyond(source, vertexCount);
  if (beyond >= 0) {
    throw new ReadError(
      "out-of-range",
      `${place}.indices[${beyond}]`,
      `expected a vertex below ${vertexCount}, found ${source[beyond]}`,
    );
  }
  if (mode === MODE_TRIANGLES) return source.subarray(0, source.length - (source.length % 3));
  const count = Math.max(0, source.length - 2);
  const triangles = new Uint32Array(3 * count);
  for (let i = 0; i < count; ++i) {
    const isOdd = i % 2 === 1;
    const [a, b, c] = mode === MODE_FAN ? [i + 1, i + 2, 0] : isOdd ? [i, i + 2, i + 1] : [i, i + 1, i + 2];
    triangles.set([source[a] as number, source[b] as number, source[c] as number], 3 * i);
  }
  return triangles;
}
