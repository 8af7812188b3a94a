// Height of an avatar in its rest pose, over every skinned vertex.
// No other measure is taken here.
import type { VertexBufferDescription } from "./avatar-description";
import { MATRIX_LENGTH } from "./matrix";

function heightAt(matrices: Float64Array, matrix: number, positions: Float32Array, vertex: number): number {
  const at = matrix * MATRIX_LENGTH;
  return (
    (matrices[at + 1] as number) * (positions[3 * vertex] as number) +
    (matrices[at + 5] as number) * (positions[3 * vertex + 1] as number) +
    (matrices[at + 9] as number) * (positions[3 * vertex + 2] as number) +
    (matrices[at + 13] as number)
  );
}

/** Metres from the lowest to the highest vertex. */
export function restHeight(buffers: readonly VertexBufferDescription[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const { positions, joints, weights, matrices } of buffers) {
    const vertexCount = positions.length / 3;
    const influences = joints.length / Math.max(vertexCount, 1);
    for (let vertex = 0; vertex < vertexCount; ++vertex) {
      let y = influences === 0 ? heightAt(matrices, 0, positions, vertex) : 0;
      let sum = influences === 0 ? 1 : 0;
      for (let i = 0; i < influences; ++i) {
        const weight = weights[vertex * influences + i] as number;
        if (weight === 0) continue;
        sum += weight;
        y += weight * heightAt(matrices, joints[vertex * influences + i] as number, positions, vertex);
      }
      y /= sum;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  return high > low ? high - low : 0;
}
