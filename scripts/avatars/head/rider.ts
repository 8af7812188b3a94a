// Small things that lie on the skin and move with it: brows, lashes. Each vertex follows some vertices of the skin.
// Head coordinates (see measures.ts).
import { length, sub } from "../math/vec";
import type { Vec3 } from "../model";
import type { SkinVertex } from "./vertex";

/** Shares sum to 1. */
export type Anchors = readonly (readonly [skin: number, share: number])[];

/** The nearest vertices of the skin, nearer ones with more share; smooth enough for what lies flat on the skin. */
export function nearestAnchors(vertices: readonly SkinVertex[], place: Vec3, count = 4): Anchors {
  const near = vertices
    .map((vertex, index) => ({ index, distance: length(sub(vertex.place, place)) }))
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, count);
  const shares = near.map(({ distance }) => 1 / (distance + 5e-4) ** 2);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return near.map(({ index }, k) => [index, (shares[k] as number) / total]);
}
