// The same avatar with other vertices: the face in pieces, every triangle in four, or no head.
// Where vertices of the same place come from one, they move alike.
import type { AvatarModel, Influences, Part, Target } from "../model";

const THREE = [0, 1, 2] as const;

function picked<T extends Float32Array | Float64Array>(
  array: T,
  size: number,
  vertices: readonly number[],
): T {
  const out = new (array.constructor as new (length: number) => T)(size * vertices.length);
  vertices.forEach((vertex, index) => {
    for (let k = 0; k < size; ++k) out[size * index + k] = array[size * vertex + k] as number;
  });
  return out;
}

/** The part with some of its triangles and only the vertices that they need. */
function piece(part: Part, name: string, triangles: Uint32Array): Part {
  const vertices = [...new Set(triangles)].sort((a, b) => a - b);
  const number = new Map(vertices.map((vertex, index) => [vertex, index]));
  const targetOf = (target: Target): Target => {
    const kept = [...target.vertices.keys()].filter((at) => number.has(target.vertices[at] as number));
    return {
      vertices: Uint32Array.from(kept, (at) => number.get(target.vertices[at] as number) as number),
      deltas: picked(target.deltas, 3, kept),
      normalDeltas: picked(target.normalDeltas, 3, kept),
    };
  };
  return {
    ...part,
    name,
    positions: picked(part.positions, 3, vertices),
    normals: picked(part.normals, 3, vertices),
    ...(part.colours && { colours: picked(part.colours, 3, vertices) }),
    ...(part.uvs && { uvs: picked(part.uvs, 2, vertices) }),
    triangles: triangles.map((vertex) => number.get(vertex) as number),
    influences: vertices.map((vertex) => part.influences[vertex] as Influences),
    targets: Object.fromEntries(
      Object.entries(part.targets).map(([channel, target]) => [channel, targetOf(target)]),
    ),
  };
}

/** The named part cut into `count` parts by runs of its triangles: `Face_0`, `Face_1`, ... */
export function cut(model: AvatarModel, name: string, count: number): AvatarModel {
  const parts = model.parts.flatMap((part) => {
    if (part.name !== name) return [part];
    const total = part.triangles.length / 3;
    return Array.from({ length: count }, (_, at) =>
      piece(
        part,
        `${name}_${at}`,
        part.triangles.slice(
          3 * Math.floor((total * at) / count),
          3 * Math.floor((total * (at + 1)) / count),
        ),
      ),
    );
  });
  return { ...model, parts };
}

/** Middles of edges: pairs of vertices, numbered behind those that there are. */
class Middles {
  readonly pairs: (readonly [number, number])[] = [];
  readonly #known = new Map<number, number>();
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  of(a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * 0x400000 + high;
    let middle = this.#known.get(key);
    if (middle === undefined) {
      middle = this.#count + this.pairs.push([low, high]) - 1;
      this.#known.set(key, middle);
    }
    return middle;
  }
}

function middled<T extends Float32Array | Float64Array>(array: T, size: number, { pairs }: Middles): T {
  const out = new (array.constructor as new (length: number) => T)(array.length + size * pairs.length);
  out.set(array);
  pairs.forEach(([a, b], index) => {
    for (let k = 0; k < size; ++k) {
      out[array.length + size * index + k] =
        ((array[size * a + k] as number) + (array[size * b + k] as number)) / 2;
    }
  });
  return out;
}

function unitLengths(normals: Float64Array): Float64Array {
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(...THREE.map((k) => normals[i + k] as number)) || 1;
    for (const k of THREE) normals[i + k] = (normals[i + k] as number) / length;
  }
  return normals;
}

/** The strongest four of both, so that the sum stays 1. */
function middleInfluences(a: Influences, b: Influences): Influences {
  const sums = new Map<string, number>();
  for (const [bone, share] of [...a, ...b]) sums.set(bone, (sums.get(bone) ?? 0) + share / 2);
  const best = [...sums].sort((p, q) => q[1] - p[1]).slice(0, 4);
  const total = best.reduce((sum, [, share]) => sum + share, 0);
  return best.map(([bone, share]) => [bone, share / total] as const);
}

function middledTarget(target: Target, { pairs }: Middles, count: number): Target {
  const at = new Int32Array(count).fill(-1);
  target.vertices.forEach((vertex, index) => {
    at[vertex] = index;
  });
  const vertices = [...target.vertices];
  const deltas = [...target.deltas];
  const normalDeltas = [...target.normalDeltas];
  pairs.forEach(([a, b], index) => {
    const [p, q] = [at[a] as number, at[b] as number];
    if (p < 0 && q < 0) return;
    vertices.push(count + index);
    const half = (list: Float64Array, from: number, k: number) =>
      from < 0 ? 0 : (list[3 * from + k] as number) / 2;
    for (const k of THREE) {
      deltas.push(half(target.deltas, p, k) + half(target.deltas, q, k));
      normalDeltas.push(half(target.normalDeltas, p, k) + half(target.normalDeltas, q, k));
    }
  });
  return {
    vertices: Uint32Array.from(vertices),
    deltas: Float64Array.from(deltas),
    normalDeltas: Float64Array.from(normalDeltas),
  };
}

/** Every triangle in four; what stands on the new vertices is the middle of their two neighbours. */
function quartered(part: Part): Part {
  const count = part.positions.length / 3;
  const middles = new Middles(count);
  const triangles = new Uint32Array(4 * part.triangles.length);
  for (let i = 0; i < part.triangles.length; i += 3) {
    const [a, b, c] = part.triangles.subarray(i, i + 3) as unknown as [number, number, number];
    const [ab, bc, ca] = [middles.of(a, b), middles.of(b, c), middles.of(c, a)];
    triangles.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * i);
  }
  return {
    ...part,
    positions: middled(part.positions, 3, middles),
    normals: unitLengths(middled(part.normals, 3, middles)),
    ...(part.colours && { colours: middled(part.colours, 3, middles) }),
    ...(part.uvs && { uvs: middled(part.uvs, 2, middles) }),
    triangles,
    influences: [
      ...part.influences,
      ...middles.pairs.map(([a, b]) =>
        middleInfluences(part.influences[a] as Influences, part.influences[b] as Influences),
      ),
    ],
    targets: Object.fromEntries(
      Object.entries(part.targets).map(([channel, target]) => [
        channel,
        middledTarget(target, middles, count),
      ]),
    ),
  };
}

export const vertexCount = (model: AvatarModel) =>
  model.parts.reduce((sum, part) => sum + part.positions.length / 3, 0);

/** At least `least` vertices: whole parts are quartered, the largest first, again and again. */
export function dense(model: AvatarModel, least: number): AvatarModel {
  let parts = [...model.parts];
  let count = vertexCount(model);
  while (count < least) {
    const order = [...parts].sort((p, q) => q.positions.length - p.positions.length);
    for (const part of order) {
      if (count >= least) break;
      const finer = quartered(part);
      count += (finer.positions.length - part.positions.length) / 3;
      parts = parts.map((other) => (other === part ? finer : other));
    }
  }
  return { ...model, parts };
}

/** Without the parts that follow the neck, the head or anything on it for more than half. Bones stay. */
export function headless(model: AvatarModel): AvatarModel {
  const above = new Set(["neck"]);
  for (const { name, parent } of model.bones) if (parent !== null && above.has(parent)) above.add(name);
  const parts = model.parts.filter((part) => {
    const share = part.influences.reduce(
      (sum, list) => sum + list.reduce((own, [bone, value]) => own + (above.has(bone) ? value : 0), 0),
      0,
    );
    return share < part.influences.length / 2;
  });
  return { ...model, parts };
}
