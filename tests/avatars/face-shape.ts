// The geometry of a sample avatar's face under its targets: displacements, likeness of two channels, folds, the turning of a part.
// Worked out on plain arrays, without the core.
import { type Built, type Piece, type Vec3, vectorAt } from "./built";

/** Places of a piece with targets at the given weights, three numbers per vertex. */
export function posed(piece: Piece, weights: Readonly<Record<string, number>>): Float64Array {
  const places = Float64Array.from(piece.positions);
  for (const [channel, weight] of Object.entries(weights)) {
    const moves = piece.targets.get(channel)?.positions;
    if (moves === undefined) continue;
    for (let i = 0; i < places.length; ++i) places[i] = (places[i] as number) + weight * (moves[i] as number);
  }
  return places;
}

const triangleNormal = (places: Float64Array, a: number, b: number, c: number): Vec3 => {
  const [p, q, r] = [vectorAt(places, a), vectorAt(places, b), vectorAt(places, c)];
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
};

/** A third of the area around each vertex, square metres. */
function vertexAreas(piece: Piece): Float64Array {
  const areas = new Float64Array(piece.count);
  for (let i = 0; i < piece.triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => piece.triangles[i + k] as number) as [number, number, number];
    const area = Math.hypot(...triangleNormal(piece.positions, a, b, c)) / 6;
    for (const corner of [a, b, c]) areas[corner] = (areas[corner] as number) + area;
  }
  return areas;
}

/** A channel's displacements over the whole avatar, each times the root of the area that it stands for: dot products are integrals. */
export function surfaceField(built: Built, channel: string): Float64Array {
  const parts = built.pieces.map((piece) => {
    const moves = piece.targets.get(channel)?.positions;
    if (moves === undefined) return new Float64Array(3 * piece.count);
    const areas = vertexAreas(piece);
    return moves.map((value, i) => value * Math.sqrt(areas[Math.floor(i / 3)] as number));
  });
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; ++i) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Greatest displacement of a channel, metres. */
export function greatestMove(built: Built, channel: string): number {
  let most = 0;
  for (const piece of built.pieces) {
    const moves = piece.targets.get(channel)?.positions ?? new Float64Array();
    for (let vertex = 0; vertex < moves.length / 3; ++vertex)
      most = Math.max(most, Math.hypot(...vectorAt(moves, vertex)));
  }
  return most;
}

/** A corner moves where it does so by at least this share of the channel's greatest displacement. */
const MOVED_SHARE = 0.2;

/** Share, by area, of the moved surface whose triangles face away from where they faced at rest. */
export function foldedShare(built: Built, channel: string, weight: number): number {
  const threshold = MOVED_SHARE * greatestMove(built, channel);
  let [moved, folded] = [0, 0];
  for (const piece of built.pieces) {
    const moves = piece.targets.get(channel)?.positions;
    if (moves === undefined) continue;
    const places = posed(piece, { [channel]: weight });
    for (let i = 0; i < piece.triangles.length; i += 3) {
      const corners = [0, 1, 2].map((k) => piece.triangles[i + k] as number) as [number, number, number];
      const moving = corners.filter((corner) => Math.hypot(...vectorAt(moves, corner)) >= threshold).length;
      if (moving === 0) continue;
      const rest = triangleNormal(piece.positions, ...corners);
      const area = (Math.hypot(...rest) * moving) / 3;
      moved += area;
      if (dot(rest, triangleNormal(places, ...corners)) < 0) folded += area;
    }
  }
  return moved > 0 ? folded / moved : 0;
}

export interface Turning {
  readonly degrees: number;
  readonly axis: Vec3;
  /** Root mean square of what the turn does not explain, as a share of that of the movement. */
  readonly residual: number;
}

const middleOf = (places: Float64Array): Vec3 => {
  const sums = [0, 0, 0];
  for (let i = 0; i < places.length; ++i) sums[i % 3] = (sums[i % 3] as number) + (places[i] as number);
  return sums.map((sum) => sum / (places.length / 3)) as unknown as Vec3;
};

/** The turn that best takes one set of places onto another. Method: Horn 1987, its quaternion found by repeated multiplication. */
export function turningOf(before: Float64Array, after: Float64Array): Turning {
  const [from, to] = [middleOf(before), middleOf(after)];
  const s = [0, 1, 2].map(() => [0, 0, 0]) as [number[], number[], number[]];
  for (let i = 0; i < before.length; ++i)
    for (let k = 0; k < 3; ++k) {
      const row = s[i % 3] as number[];
      const partner = i - (i % 3) + k;
      row[k] =
        (row[k] as number) +
        ((before[i] as number) - (from[i % 3] as number)) * ((after[partner] as number) - (to[k] as number));
    }
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s as unknown as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const matrix = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
  // Shifted, so that the greatest eigenvalue is also the one of greatest magnitude.
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  let quaternion = [1, 0, 0, 0];
  for (let round = 0; round < 2000; ++round) {
    const next = matrix.map((row, i) => dot(row, quaternion) + shift * (quaternion[i] as number));
    const length = Math.hypot(...next);
    quaternion = next.map((value) => value / length);
  }
  const [w = 1, x = 0, y = 0, z = 0] = quaternion;
  const sine = Math.hypot(x, y, z);
  const sign = w < 0 ? -1 : 1;
  const turned = (v: Vec3): Vec3 => {
    const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])] as const;
    return [
      v[0] + w * t[0] + y * t[2] - z * t[1],
      v[1] + w * t[1] + z * t[0] - x * t[2],
      v[2] + w * t[2] + x * t[1] - y * t[0],
    ];
  };
  let [left, moved] = [0, 0];
  for (let vertex = 0; vertex < before.length / 3; ++vertex) {
    const [p, q] = [vectorAt(before, vertex), vectorAt(after, vertex)];
    const r = turned([p[0] - from[0], p[1] - from[1], p[2] - from[2]]);
    for (let k = 0; k < 3; ++k) {
      left += ((q[k] as number) - (to[k] as number) - (r[k] as number)) ** 2;
      moved += ((q[k] as number) - (p[k] as number)) ** 2;
    }
  }
  return {
    degrees: (2 * Math.atan2(sine, Math.abs(w)) * 180) / Math.PI,
    axis: sine === 0 ? [0, 0, 0] : ([x, y, z].map((value) => (sign * value) / sine) as unknown as Vec3),
    residual: moved === 0 ? 0 : Math.sqrt(left / moved),
  };
}
