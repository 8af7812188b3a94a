// Finds where the lips of a mouth touch at rest, and how far apart those places are under other weights.
// It works on any head whose jawOpen leaves the upper lip alone; it is not the core's measure of the lips.
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { movedPositions } from "./skinned-surface";

/** Lips touch where vertices of both are nearer than this, as a share of the height of the whole opening. */
const touching = 0.02;
/** Share of jawOpen's largest movement below which a vertex belongs to the upper lip, above which to the lower. */
const upperShare = 0.1;
const lowerShare = 0.6;

export interface LipContact {
  readonly buffer: number;
  /** Vertices of upper and lower lip that touch at rest. */
  readonly pairs: readonly (readonly [number, number])[];
}

function movement(a: Float64Array, b: Float64Array, vertex: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => (b[vertex * 3 + axis] ?? 0) - (a[vertex * 3 + axis] ?? 0)));
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(
    ...[0, 1, 2].map((axis) => (positions[a * 3 + axis] ?? 0) - (positions[b * 3 + axis] ?? 0)),
  );
}

/** @param open weights with jawOpen at 1 */
export function findLipContact(description: AvatarDescription, open: ArrayLike<number>): LipContact {
  let best: LipContact = { buffer: -1, pairs: [] };
  for (const [index, buffer] of description.buffers.entries()) {
    const rest = movedPositions(buffer, []);
    const opened = movedPositions(buffer, open);
    const vertices = Array.from({ length: rest.length / 3 }, (_, vertex) => vertex);
    const moves = vertices.map((vertex) => movement(rest, opened, vertex));
    const largest = Math.max(...moves);
    if (largest === 0) continue;
    const lower = vertices.filter((vertex) => (moves[vertex] ?? 0) > lowerShare * largest);
    const top = Math.max(...lower.map((vertex) => rest[vertex * 3 + 1] ?? 0));
    const upper = vertices.filter(
      (vertex) =>
        (moves[vertex] ?? 0) < upperShare * largest && Math.abs((rest[vertex * 3 + 1] ?? 0) - top) < largest,
    );
    const pairs = upper.flatMap((above) =>
      lower
        .filter((below) => distance(rest, above, below) < touching * largest)
        .map((below) => [above, below] as const),
    );
    if (pairs.length > best.pairs.length) best = { buffer: index, pairs };
  }
  return best;
}

/** For each pair how much further the upper lip is above the lower one than at rest, metres; below 0: they cross. */
export function lipGaps(
  description: AvatarDescription,
  contact: LipContact,
  weights: ArrayLike<number>,
): number[] {
  const buffer = description.buffers[contact.buffer];
  if (buffer === undefined) return [];
  const rest = movedPositions(buffer, []);
  const moved = movedPositions(buffer, weights);
  const above = (positions: Float64Array, [upper, lower]: readonly [number, number]) =>
    (positions[upper * 3 + 1] ?? 0) - (positions[lower * 3 + 1] ?? 0);
  return contact.pairs.map((pair) => above(moved, pair) - above(rest, pair));
}
