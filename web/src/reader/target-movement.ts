// What each morph target moves, coarsely: how far, and where on the body. For display beside names that say nothing.
// The probe measures; this only tells targets apart, so each vertex is taken to follow its strongest joint.
import type { AvatarDescription, VertexBufferDescription } from "./avatar-description";

/** One morph slot at weight 1, avatar space, metres. */
export interface TargetMovement {
  /** Largest displacement of a vertex; 0: nothing moves. */
  readonly travel: number;
  /** Mean place of what moves, weighted by how far it moves. */
  readonly x: number;
  readonly y: number;
  /** Extent in height of what moves at least a fifth as far as the farthest vertex. */
  readonly low: number;
  readonly high: number;
}

const MOVES_NOTHING: TargetMovement = { travel: 0, x: 0, y: 0, low: 0, high: 0 };
/** Displacements below this are none, metres. */
const MIN_TRAVEL = 1e-6;
/** Share of the largest displacement from which a vertex counts for the extent. */
const EXTENT_SHARE = 0.2;

interface Vertices {
  /** 3 values a vertex: x, y, and how far it moves. */
  readonly values: number[];
}

function strongestJoint(buffer: VertexBufferDescription, vertex: number): number {
  const influences = buffer.joints.length / (buffer.positions.length / 3);
  let best = 0;
  let weight = -1;
  for (let index = vertex * influences; index < (vertex + 1) * influences; index++) {
    const candidate = buffer.weights[index] as number;
    if (candidate <= weight) continue;
    weight = candidate;
    best = buffer.joints[index] as number;
  }
  return best * 16;
}

function collect(buffer: VertexBufferDescription, deltas: Float32Array, into: Vertices): void {
  const { matrices, positions } = buffer;
  const at = (index: number) => matrices[index] as number;
  for (let vertex = 0; vertex * 3 < deltas.length; vertex++) {
    const [dx, dy, dz] = [deltas[vertex * 3], deltas[vertex * 3 + 1], deltas[vertex * 3 + 2]] as [
      number,
      number,
      number,
    ];
    if (dx === 0 && dy === 0 && dz === 0) continue;
    const m = strongestJoint(buffer, vertex);
    const moved = Math.hypot(
      at(m) * dx + at(m + 4) * dy + at(m + 8) * dz,
      at(m + 1) * dx + at(m + 5) * dy + at(m + 9) * dz,
      at(m + 2) * dx + at(m + 6) * dy + at(m + 10) * dz,
    );
    if (moved < MIN_TRAVEL) continue;
    const [x, y, z] = [positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]] as [
      number,
      number,
      number,
    ];
    into.values.push(
      at(m) * x + at(m + 4) * y + at(m + 8) * z + at(m + 12),
      at(m + 1) * x + at(m + 5) * y + at(m + 9) * z + at(m + 13),
      moved,
    );
  }
}

function movementOf({ values }: Vertices): TargetMovement {
  let travel = 0;
  let total = 0;
  let [x, y] = [0, 0];
  for (let index = 0; index < values.length; index += 3) {
    const moved = values[index + 2] as number;
    travel = Math.max(travel, moved);
    total += moved;
    x += moved * (values[index] as number);
    y += moved * (values[index + 1] as number);
  }
  if (total === 0) return MOVES_NOTHING;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < values.length; index += 3) {
    if ((values[index + 2] as number) < EXTENT_SHARE * travel) continue;
    low = Math.min(low, values[index + 1] as number);
    high = Math.max(high, values[index + 1] as number);
  }
  return { travel, x: x / total, y: y / total, low, high };
}

/** By slot. `buffers` must hold the geometry. */
export function targetMovements({
  slots,
  buffers,
}: Pick<AvatarDescription, "slots" | "buffers">): readonly TargetMovement[] {
  const moved = slots.map((): Vertices => ({ values: [] }));
  for (const buffer of buffers) {
    for (const { slot, deltas } of buffer.targets) {
      const vertices = moved[slot];
      if (vertices !== undefined) collect(buffer, deltas, vertices);
    }
  }
  return moved.map(movementOf);
}
