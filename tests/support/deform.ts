// Moves a described avatar's vertices the plain way, to check descriptions against each other.
// Independent of the core's probe; slow and obvious on purpose.
import type { AvatarDescription, VertexBufferDescription } from "../../web/src/reader/avatar-description";

type Weights = ReadonlyMap<number, number>;

/** n x 3, avatar space: the buffer's vertices with the slots at their weights. */
export function skinned(buffer: VertexBufferDescription, weights: Weights = new Map()): Float64Array {
  const count = buffer.positions.length / 3;
  const local = Float64Array.from(buffer.positions);
  for (const { slot, deltas } of buffer.targets) {
    const weight = weights.get(slot) ?? 0;
    if (weight !== 0)
      for (let i = 0; i < local.length; ++i) local[i] = (local[i] as number) + weight * (deltas[i] as number);
  }
  const influences = buffer.joints.length / count;
  const out = new Float64Array(3 * count);
  for (let vertex = 0; vertex < count; ++vertex) {
    const parts =
      influences === 0
        ? [{ matrix: 0, weight: 1 }]
        : Array.from({ length: influences }, (_, k) => ({
            matrix: buffer.joints[vertex * influences + k] as number,
            weight: buffer.weights[vertex * influences + k] as number,
          }));
    const total = parts.reduce((sum, part) => sum + part.weight, 0);
    for (let axis = 0; axis < 3; ++axis) {
      for (const { matrix, weight } of parts) {
        const m = (column: number) => buffer.matrices[16 * matrix + 4 * column + axis] as number;
        const value =
          m(0) * (local[3 * vertex] as number) +
          m(1) * (local[3 * vertex + 1] as number) +
          m(2) * (local[3 * vertex + 2] as number) +
          m(3);
        out[3 * vertex + axis] = (out[3 * vertex + axis] as number) + (weight / total) * value;
      }
    }
  }
  return out;
}

/** Slot weights of a channel at `value`, through its raw binds and its expressions. */
export function channelWeights(avatar: AvatarDescription, channel: string, value = 1): Weights {
  const route = avatar.routes.channels[channel];
  const weights = new Map<number, number>();
  const add = (slot: number, weight: number) => weights.set(slot, (weights.get(slot) ?? 0) + weight);
  for (const bind of route?.binds ?? []) add(bind.slot, bind.weight * value);
  for (const { expression, weight } of route?.expressions ?? []) {
    for (const bind of avatar.routes.expressions[expression]?.binds ?? [])
      add(bind.slot, bind.weight * weight * value);
  }
  return weights;
}

/** Displacements of all vertices of all buffers, in order, n x 3. */
export function channelDisplacement(avatar: AvatarDescription, channel: string, value = 1): Float64Array {
  const weights = channelWeights(avatar, channel, value);
  const parts = avatar.buffers.map((buffer) => {
    const rest = skinned(buffer);
    return skinned(buffer, weights).map((position, index) => position - (rest[index] as number));
  });
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Greatest length of n x 3 vectors. */
export function greatest(vectors: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < vectors.length; i += 3) {
    most = Math.max(
      most,
      Math.hypot(vectors[i] as number, vectors[i + 1] as number, vectors[i + 2] as number),
    );
  }
  return most;
}
