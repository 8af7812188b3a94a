// Heights of an avatar in its rest pose, over every skinned vertex: its own, and that of its ankles above its soles.
// No other measure is taken here.
import type { NodeDescription, VertexBufferDescription } from "./avatar-description";
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

/** @param visit gets each vertex's height, and the matrix that moves it most */
function eachHeight(
  { positions, joints, weights, matrices }: VertexBufferDescription,
  visit: (y: number, matrix: number) => void,
): void {
  const vertexCount = positions.length / 3;
  const influences = joints.length / Math.max(vertexCount, 1);
  for (let vertex = 0; vertex < vertexCount; ++vertex) {
    let y = influences === 0 ? heightAt(matrices, 0, positions, vertex) : 0;
    let sum = influences === 0 ? 1 : 0;
    let most = 0;
    let strongest = 0;
    for (let i = 0; i < influences; ++i) {
      const weight = weights[vertex * influences + i] as number;
      if (weight === 0) continue;
      const matrix = joints[vertex * influences + i] as number;
      sum += weight;
      y += weight * heightAt(matrices, matrix, positions, vertex);
      if (weight > most) [most, strongest] = [weight, matrix];
    }
    visit(y / sum, strongest);
  }
}

/** Metres from the lowest to the highest vertex. */
export function restHeight(buffers: readonly VertexBufferDescription[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const buffer of buffers) {
    eachHeight(buffer, (y) => {
      if (y < low) low = y;
      if (y > high) high = y;
    });
  }
  return high > low ? high - low : 0;
}

/** Metres from the lowest vertex that a foot, or anything below it, moves up to the ankle joint; the mean of both feet. Null: no foot has any. */
export function ankleHeight(
  nodes: readonly NodeDescription[],
  humanoid: Readonly<Record<string, number>>,
  buffers: readonly VertexBufferDescription[],
): number | null {
  const feet = [humanoid.leftFoot, humanoid.rightFoot].filter((node) => node !== undefined);
  const footOf = nodes.map(({ index }) => {
    for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1)
      if (feet.includes(at)) return feet.indexOf(at);
    return -1;
  });
  const low = feet.map(() => Infinity);
  for (const buffer of buffers) {
    const { matrixNodes } = buffer;
    if (matrixNodes === undefined || !matrixNodes.some((node) => (footOf[node] ?? -1) >= 0)) continue;
    eachHeight(buffer, (y, matrix) => {
      const foot = footOf[matrixNodes[matrix] ?? -1] ?? -1;
      if (foot >= 0 && y < (low[foot] as number)) low[foot] = y;
    });
  }
  const heights = feet.flatMap((node, foot) => {
    const height = (nodes[node]?.world[13] ?? Number.NaN) - (low[foot] as number);
    return height > 0 && height < Infinity ? [height] : [];
  });
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}
