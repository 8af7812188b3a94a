// The avatar's surface under given morph weights, computed here in TypeScript, independently of the core: what the acceptance tests measure on.
// It is not the probe: it moves vertices and nothing else.
import type { AvatarDescription, VertexBufferDescription } from "../../web/src/reader/avatar-description";

/** One vertex buffer in avatar space. */
export interface MovedBuffer {
  readonly mesh: number;
  readonly name: string;
  /** n x 3, metres, avatar space. */
  readonly positions: Float64Array;
  readonly triangles: readonly Uint32Array[];
}

function morphed(buffer: VertexBufferDescription, weights: ArrayLike<number>): Float64Array {
  const positions = Float64Array.from(buffer.positions);
  for (const { slot, deltas } of buffer.targets) {
    const weight = weights[slot] ?? 0;
    if (weight === 0) continue;
    for (let i = 0; i < positions.length; ++i) positions[i] = (positions[i] ?? 0) + weight * (deltas[i] ?? 0);
  }
  return positions;
}

function transform(
  matrices: Float64Array,
  matrix: number,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  const m = (i: number) => matrices[matrix * 16 + i] ?? 0;
  return [
    m(0) * x + m(4) * y + m(8) * z + m(12),
    m(1) * x + m(5) * y + m(9) * z + m(13),
    m(2) * x + m(6) * y + m(10) * z + m(14),
  ];
}

/** Positions of a buffer with every vertex moved by its targets and its joints (weights normalised). */
export function movedPositions(buffer: VertexBufferDescription, weights: ArrayLike<number>): Float64Array {
  const local = morphed(buffer, weights);
  const count = local.length / 3;
  const influences = buffer.joints.length / count;
  const out = new Float64Array(local.length);
  for (let vertex = 0; vertex < count; ++vertex) {
    const point = [local[vertex * 3] ?? 0, local[vertex * 3 + 1] ?? 0, local[vertex * 3 + 2] ?? 0] as const;
    if (influences === 0) {
      out.set(transform(buffer.matrices, 0, ...point), vertex * 3);
      continue;
    }
    let total = 0;
    for (let k = 0; k < influences; ++k) {
      const weight = buffer.weights[vertex * influences + k] ?? 0;
      if (weight === 0) continue;
      const moved = transform(buffer.matrices, buffer.joints[vertex * influences + k] ?? 0, ...point);
      for (let axis = 0; axis < 3; ++axis) {
        out[vertex * 3 + axis] = (out[vertex * 3 + axis] ?? 0) + weight * (moved[axis] ?? 0);
      }
      total += weight;
    }
    for (let axis = 0; axis < 3; ++axis)
      out[vertex * 3 + axis] = (out[vertex * 3 + axis] ?? 0) / (total || 1);
  }
  return out;
}

/** The whole avatar under the weights of its morph slots. */
export function movedSurface(description: AvatarDescription, weights: ArrayLike<number>): MovedBuffer[] {
  return description.buffers.map((buffer) => ({
    mesh: buffer.mesh,
    name: description.nodes[buffer.node]?.name ?? "",
    positions: movedPositions(buffer, weights),
    triangles: buffer.triangles,
  }));
}
