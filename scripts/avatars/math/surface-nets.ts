// A mesh of the surface where a signed distance field is zero, by surface nets (Gibson 1998), relaxed along the surface.
// One vertex per cell that the surface crosses: no slivers, but features thinner than a cell are lost. Not a decimation; see simplify.ts.
import type { Vec3 } from "../model";
import { type Field, gradient } from "./fields";
import { type Mesh, neighboursOf } from "./mesh";
import { add, along, length, mirrored, mixVec, scale, sub } from "./vec";

export interface NetOptions {
  /** Corners of the box that holds the surface, metres. A surface that leaves the box is open there. */
  readonly min: Vec3;
  readonly max: Vec3;
  /** Edge of a cell, metres. */
  readonly cell: number;
  /** Rounds of evening out the vertices along the surface. */
  readonly relax?: number;
  /** How many times too large the field may be somewhere; space is skipped by it. */
  readonly slack?: number;
}

const RELAX = 2;
const SLACK = 2;
/** Cells along the edge of a block that is skipped as a whole. */
const BLOCK = 4;
/** Share of the way to the neighbours' mean per round. */
const RELAX_SHARE = 0.5;

interface Grid {
  readonly min: Vec3;
  readonly cell: number;
  /** Nodes along each axis. */
  readonly counts: readonly [number, number, number];
  readonly values: Float64Array;
}

const nodeOf = ({ counts }: Grid, i: number, j: number, k: number) => (k * counts[1] + j) * counts[0] + i;
const placeOf = ({ min, cell }: Grid, i: number, j: number, k: number): Vec3 => [
  min[0] + i * cell,
  min[1] + j * cell,
  min[2] + k * cell,
];

function* steps(counts: readonly number[], step: number): Generator<[number, number, number]> {
  const [nx = 0, ny = 0, nz = 0] = counts;
  for (let k = 0; k < nz; k += step)
    for (let j = 0; j < ny; j += step) for (let i = 0; i < nx; i += step) yield [i, j, k];
}

/** The field at every node; blocks far from the surface get the value of their middle. */
function sampled(field: Field, { min, max, cell, slack = SLACK }: NetOptions): Grid {
  const along1 = (axis: 0 | 1 | 2) => Math.ceil((max[axis] - min[axis]) / cell - 1e-9) + 1;
  const counts = [along1(0), along1(1), along1(2)] as const;
  const grid: Grid = { min, cell, counts, values: new Float64Array(counts[0] * counts[1] * counts[2]) };
  const reach = (Math.sqrt(3) / 2) * BLOCK * cell * slack;
  for (const [i, j, k] of steps(counts, BLOCK)) {
    const half = (BLOCK - 1) / 2;
    const middle = field(placeOf(grid, i + half, j + half, k + half));
    const isFar = Math.abs(middle) > reach;
    for (let c = k; c < Math.min(k + BLOCK, counts[2]); ++c)
      for (let b = j; b < Math.min(j + BLOCK, counts[1]); ++b)
        for (let a = i; a < Math.min(i + BLOCK, counts[0]); ++a)
          grid.values[nodeOf(grid, a, b, c)] = isFar ? middle : field(placeOf(grid, a, b, c));
  }
  return grid;
}

/** The twelve edges of a cell, as pairs of corners; corner bits are x, y, z. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].map((n): [number, number] => {
    const low = (1 << axis) - 1;
    const corner = (n & low) | ((n & ~low) << 1);
    return [corner, corner | (1 << axis)];
  }),
);

const cornerOf = ({ min, cell }: Grid, i: number, j: number, k: number, c: number): Vec3 => [
  min[0] + (i + (c & 1)) * cell,
  min[1] + (j + ((c >> 1) & 1)) * cell,
  min[2] + (k + (c >> 2)) * cell,
];

/** Mean of the crossings of a cell's edges, or nothing where no edge is crossed. `values`: room for eight. */
function crossing(grid: Grid, i: number, j: number, k: number, values: Float64Array): Vec3 | undefined {
  let inside = 0;
  for (let c = 0; c < 8; ++c) {
    const value = grid.values[nodeOf(grid, i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))] as number;
    values[c] = value;
    if (value < 0) inside += 1;
  }
  if (inside === 0 || inside === 8) return undefined;
  let sum: Vec3 = [0, 0, 0];
  let count = 0;
  for (const [a, b] of EDGES) {
    const [u, v] = [values[a] as number, values[b] as number];
    if (u < 0 === v < 0) continue;
    sum = add(sum, mixVec(cornerOf(grid, i, j, k, a), cornerOf(grid, i, j, k, b), u / (u - v)));
    count += 1;
  }
  return scale(sum, 1 / count);
}

const UNIT_STEPS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Two triangles over the shorter diagonal. */
function pushQuad(triangles: number[], places: readonly Vec3[], corners: readonly number[]): void {
  const [a, b, c, d] = corners as [number, number, number, number];
  // A cell outside the box: the surface is open there.
  if (Math.min(a, b, c, d) < 0) return;
  const [p, q, r, s] = corners.map((vertex) => places[vertex] as Vec3) as [Vec3, Vec3, Vec3, Vec3];
  if (length(sub(p, r)) <= length(sub(q, s))) triangles.push(a, b, c, a, c, d);
  else triangles.push(a, b, d, b, c, d);
}

/** Two triangles per crossed edge of the grid, joining the vertices of the four cells around it. */
function facets(grid: Grid, vertexOf: Int32Array, places: readonly Vec3[]): number[] {
  const triangles: number[] = [];
  const [nx, ny, nz] = grid.counts;
  const strides = [1, nx, nx * ny] as const;
  for (let k = 0; k < nz; ++k)
    for (let j = 0; j < ny; ++j)
      for (let i = 0; i < nx; ++i) {
        const node = nodeOf(grid, i, j, k);
        const isInside = (grid.values[node] as number) < 0;
        for (let axis = 0; axis < 3; ++axis) {
          const [di, dj, dk] = UNIT_STEPS[axis] as Vec3;
          if (i + di >= nx || j + dj >= ny || k + dk >= nz) continue;
          if (isInside === (grid.values[node + (strides[axis] as number)] as number) < 0) continue;
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          const [su, sv] = [strides[u] as number, strides[v] as number];
          const place = [i, j, k];
          const [hasU, hasV] = [(place[u] as number) > 0, (place[v] as number) > 0];
          const around = [
            vertexOf[node] as number,
            hasU ? (vertexOf[node - su] as number) : -1,
            hasU && hasV ? (vertexOf[node - su - sv] as number) : -1,
            hasV ? (vertexOf[node - sv] as number) : -1,
          ];
          pushQuad(triangles, places, isInside ? around : around.reverse());
        }
      }
  return triangles;
}

/** Vertices moved to their neighbours' mean and back onto the field; one on the middle plane stays there. */
function relaxed(field: Field, mesh: Mesh, cell: number, rounds: number, isHalf: boolean): Mesh {
  const neighbours = neighboursOf(mesh.places.length, mesh.triangles);
  const onto = (p: Vec3, stepsLeft: number): Vec3 => {
    let q = p;
    for (let step = 0; step < stepsLeft; ++step) {
      const distance = field(q);
      if (Math.abs(distance) < 1e-6) break;
      const moved = along(q, gradient(field, q), -distance);
      q = isHalf && p[0] === 0 ? [0, moved[1], moved[2]] : moved;
    }
    // Where the field has a sharp fold the walk can leave the cell; the start is near enough then.
    return length(sub(q, p)) <= cell ? q : p;
  };
  let places = mesh.places.map((p) => onto(p, 3));
  for (let round = 0; round < rounds; ++round) {
    const before = places;
    places = before.map((p, vertex) => {
      const near = neighbours[vertex] ?? [];
      if (near.length === 0) return p;
      const mean = scale(
        near.reduce<Vec3>((sum, other) => add(sum, before[other] as Vec3), [0, 0, 0]),
        1 / near.length,
      );
      const q = mixVec(p, mean, RELAX_SHARE);
      return onto(
        isHalf && p[0] === 0 ? [0, q[1], q[2]] : [isHalf ? Math.max(q[0], cell / 8) : q[0], q[1], q[2]],
        3,
      );
    });
  }
  return { places, triangles: mesh.triangles };
}

function nets(field: Field, options: NetOptions, isHalf: boolean): Mesh {
  const grid = sampled(field, options);
  const vertexOf = new Int32Array(grid.values.length).fill(-1);
  const places: Vec3[] = [];
  const [nx, ny, nz] = grid.counts;
  const values = new Float64Array(8);
  for (let k = 0; k < nz - 1; ++k)
    for (let j = 0; j < ny - 1; ++j)
      for (let i = 0; i < nx - 1; ++i) {
        const place = crossing(grid, i, j, k, values);
        if (place === undefined) continue;
        vertexOf[nodeOf(grid, i, j, k)] = places.length;
        places.push(isHalf && i === 0 ? [0, place[1], place[2]] : place);
      }
  const triangles = facets(grid, vertexOf, places);
  const mesh = relaxed(field, { places, triangles }, options.cell, options.relax ?? RELAX, isHalf);
  return mesh;
}

/** The whole surface; closed unless it leaves the box, triangles counter-clockwise seen from outside. */
export function surfaceNets(field: Field, options: NetOptions): Mesh {
  return nets(field, options, false);
}

/**
 * The left half (x >= 0) of a surface that is its own mirror image; only the field at x >= 0 is asked. Its rim lies at x = 0 exactly,
 * so that `bothHalves` closes it. `min[0]` is ignored.
 */
export function halfSurfaceNets(field: Field, options: NetOptions): Mesh {
  const [, y, z] = options.min;
  // The middle plane runs through the middles of the first cells: their vertices are the rim.
  const min: Vec3 = [-options.cell / 2, y, z];
  return nets((p) => field(p[0] < 0 ? mirrored(p) : p), { ...options, min }, true);
}

/** A left half and its mirror image, joined along x = 0. The left half's vertices come first, in their order. */
export function bothHalves(half: Mesh): Mesh {
  const places = [...half.places];
  const other = half.places.map((place, vertex) => {
    if (place[0] === 0) return vertex;
    places.push(mirrored(place));
    return places.length - 1;
  });
  const triangles = [...half.triangles];
  for (let t = 0; t < half.triangles.length; t += 3)
    triangles.push(...[t, t + 2, t + 1].map((corner) => other[half.triangles[corner] as number] as number));
  return { places, triangles };
}
