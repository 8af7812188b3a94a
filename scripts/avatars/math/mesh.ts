// Work on whole meshes: normals, neighbours, mirror images, smoothing.
// Places are three numbers a vertex in one array.
import type { Vec3 } from "../model";
import { add, cross, scale, sub, unit } from "./vec";

export interface Mesh {
  readonly places: readonly Vec3[];
  /** Three per triangle, counter-clockwise seen from outside. */
  readonly triangles: readonly number[];
}

export const flat = (vectors: readonly Vec3[]): Float64Array => Float64Array.from(vectors.flat());

export const trianglesOf = (triangles: readonly number[]): [number, number, number][] =>
  Array.from({ length: triangles.length / 3 }, (_, t) => [
    triangles[3 * t] as number,
    triangles[3 * t + 1] as number,
    triangles[3 * t + 2] as number,
  ]);

/** Unit normals, triangles weighted by the angle at the vertex (Thuermer and Wuethrich 1998). */
export function normalsOf({ places, triangles }: Mesh): Vec3[] {
  const sums: Vec3[] = places.map(() => [0, 0, 0]);
  for (const corner of trianglesOf(triangles)) {
    const [a, b, c] = corner.map((vertex) => places[vertex] as Vec3) as [Vec3, Vec3, Vec3];
    const normal = unit(cross(sub(b, a), sub(c, a)));
    for (const [k, [p, q, r]] of (
      [
        [a, b, c],
        [b, c, a],
        [c, a, b],
      ] as const
    ).entries()) {
      const [u, v] = [unit(sub(q, p)), unit(sub(r, p))];
      const angle = Math.acos(Math.min(1, Math.max(-1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])));
      const vertex = corner[k] as number;
      sums[vertex] = add(sums[vertex] as Vec3, scale(normal, angle));
    }
  }
  return sums.map((sum) => {
    const normal = unit(sum);
    return normal[0] === 0 && normal[1] === 0 && normal[2] === 0 ? [0, 1, 0] : normal;
  });
}

/** Vertices that share an edge with each vertex. */
export function neighboursOf(count: number, triangles: readonly number[]): readonly (readonly number[])[] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b, c] of trianglesOf(triangles)) {
    sets[a]?.add(b).add(c);
    sets[b]?.add(a).add(c);
    sets[c]?.add(a).add(b);
  }
  return sets.map((set) => [...set].sort((p, q) => p - q));
}
