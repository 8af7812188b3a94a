// From a field to a part's vertices: mesh, decimation, mirror image, normals, colours, picture coordinates, shares.
// What the pieces are stands in the outfits.
import type { Character } from "../character";
import { type Field, gradient } from "../math/fields";
import { type Mesh, normalsOf } from "../math/mesh";
import { simplify } from "../math/simplify";
import { halfSurfaceNets, surfaceNets } from "../math/surface-nets";
import { add, along, clamp, length, mirrored, scale, sub, unit } from "../math/vec";
import type { Influences, Part, Vec3 } from "../model";
import type { Joints, RestMap } from "./proportions";
import { influencesOf, mirroredInfluences, type Shares, sharesAt } from "./weights";

/** Unrolled coordinates of a place, in turns of the picture; `turns` is where u starts again, 0 for never. */
export interface Chart {
  readonly name: string;
  readonly turns: number;
  readonly uv: (p: Vec3) => readonly [number, number];
}

/** What pieces of both makes have. */
interface Common {
  /** Name of the part that it is put into. */
  readonly part: string;
  readonly material: string;
  /** Times the material's colour, linear, before shading; default white. */
  readonly tint?: (p: Vec3, normal: Vec3) => Vec3;
  /** Changes the shares that the place gives. */
  readonly follow?: (shares: Shares, p: Vec3) => Shares;
}

/** Made by surface nets. */
export interface Solid extends Common {
  readonly field: Field;
  /** `middle`: its own mirror image. `left`: wholly at x > 0, and once more on the right. */
  readonly side: "middle" | "left";
  readonly min: Vec3;
  readonly max: Vec3;
  /** Metres. */
  readonly cell: number;
  /** Triangles of one half after decimation, about. */
  readonly triangles: number;
  /** Which chart the triangle around a place belongs to; default none (0, 0). */
  readonly chart?: (p: Vec3) => Chart;
  /** Triangles go where the surface is round rather than everywhere alike. */
  readonly isFine?: boolean;
  /** Does not darken others. */
  readonly isThin?: boolean;
}

/** Made beforehand; open edges are hidden in other pieces. Vertices at x = 0 are its middle. */
export interface Sheet extends Common {
  readonly mesh: Mesh & {
    readonly uvs?: readonly (readonly [number, number])[];
    readonly normals?: readonly Vec3[];
  };
  /** Lies so close to another piece that it would be darkened by it. */
  readonly isBright?: boolean;
}

export type Piece = Solid | Sheet;

/** Vertices of the left half, one array per property. */
interface Half extends Mesh {
  readonly normals: readonly Vec3[];
  readonly colours: readonly Vec3[];
  readonly uvs: readonly (readonly [number, number])[];
  readonly influences: readonly Influences[];
}

export interface Shading {
  /** All that is near, to see how much light comes to a place. */
  readonly surroundings: Field;
  /** 0 none, 1 full. */
  readonly strength: number;
  /** Powers of the light that is left in red, green and blue: the lower, the less a colour is darkened. */
  readonly warmth: Vec3;
  /** Distances of the samples, metres. */
  readonly reach: number;
}

const OCCLUSION_STEPS = 5;
/** How much a turn of the normal by one radian counts in decimation, metres. */
const NORMAL_WEIGHT = 0.006;

/** Share of light that reaches a place (Evans 2006: distances along the normal), 0..1. */
function openness({ surroundings, reach }: Shading, p: Vec3, normal: Vec3): number {
  let [missing, most] = [0, 0];
  for (let step = 1; step <= OCCLUSION_STEPS; ++step) {
    const distance = (reach * step) / OCCLUSION_STEPS;
    const weight = 0.75 ** step;
    missing += weight * clamp(1 - surroundings(along(p, normal, distance)) / distance, 0, 1.5);
    most += weight;
  }
  return clamp(1 - missing / most, 0, 1);
}

function meshOf(piece: Solid): Mesh & { normals: Vec3[] } {
  const whole = (piece.side === "middle" ? halfSurfaceNets : surfaceNets)(piece.field, piece);
  const step = piece.cell * 0.35;
  const normalAt = (p: Vec3): Vec3 => {
    const normal = gradient(piece.field, p, step);
    return piece.side === "middle" && p[0] === 0 ? unit([0, normal[1], normal[2]]) : normal;
  };
  const normals = whole.places.map(normalAt);
  const simple = simplify(whole, {
    triangles: piece.triangles,
    attributes: normals,
    attributeWeights: [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT],
    evenness: piece.isFine === true ? "some" : "much",
  });
  return { ...simple, normals: simple.kept.map((vertex) => normals[vertex] as Vec3) };
}

/** Vertices that stand in several charts, or on both sides of a chart's seam, become several. */
function charted(
  piece: Solid,
  mesh: Mesh,
): { mesh: Mesh; from: number[]; uvs: (readonly [number, number])[] } {
  const { chart } = piece;
  const from: number[] = [];
  const uvs: (readonly [number, number])[] = [];
  if (chart === undefined) {
    return { mesh, from: mesh.places.map((_, vertex) => vertex), uvs: mesh.places.map(() => [0, 0]) };
  }
  const numbers = new Map<string, number>();
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const corners = mesh.triangles.slice(t, t + 3);
    const places = corners.map((vertex) => mesh.places[vertex] as Vec3) as [Vec3, Vec3, Vec3];
    const { name, turns, uv } = chart(
      scale(add(add(...(places.slice(0, 2) as [Vec3, Vec3])), places[2]), 1 / 3),
    );
    const own = places.map(uv);
    const highest = Math.max(...own.map(([u]) => u));
    for (const [k, vertex] of corners.entries()) {
      const [u, v] = own[k] as readonly [number, number];
      const wraps = turns > 0 && highest - u > turns / 2 ? 1 : 0;
      const key = `${vertex} ${name} ${wraps}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = from.length;
        numbers.set(key, number);
        from.push(vertex);
        uvs.push([u + wraps * turns, v]);
      }
      triangles.push(number);
    }
  }
  return { mesh: { places: from.map((vertex) => mesh.places[vertex] as Vec3), triangles }, from, uvs };
}

/** Normals of a sheet whose vertices on one place share them, and which is mirrored at x = 0. */
function sheetNormals(mesh: Mesh): Vec3[] {
  const first = new Map<string, number>();
  const same = mesh.places.map((place, vertex) => {
    const key = place.join();
    const known = first.get(key);
    if (known === undefined) first.set(key, vertex);
    return known ?? vertex;
  });
  const normals = normalsOf({ ...mesh, triangles: mesh.triangles.map((vertex) => same[vertex] as number) });
  return same.map((vertex, at) => {
    const [x, y, z] = normals[vertex] as Vec3;
    return mesh.places[at]?.[0] === 0 ? unit([0, y, z]) : [x, y, z];
  });
}

function shapeOf(piece: Piece): Pick<Half, "places" | "triangles" | "normals" | "uvs"> {
  if ("mesh" in piece) {
    const { mesh } = piece;
    return {
      ...mesh,
      normals: mesh.normals ?? sheetNormals(mesh),
      uvs: mesh.uvs ?? mesh.places.map(() => [0, 0] as const),
    };
  }
  const solid = meshOf(piece);
  const { mesh, from, uvs } = charted(piece, solid);
  return { ...mesh, normals: from.map((vertex) => solid.normals[vertex] as Vec3), uvs };
}

function halfOf(piece: Piece, shading: Shading, joints: Joints, character: Character): Half {
  const { normals, ...mesh } = shapeOf(piece);
  return {
    ...mesh,
    normals,
    colours: mesh.places.map((p, vertex) => {
      const normal = normals[vertex] as Vec3;
      const isBright = "mesh" in piece && piece.isBright === true;
      const light = isBright ? 1 : 1 - shading.strength * (1 - openness(shading, p, normal));
      const tint = piece.tint?.(p, normal) ?? [1, 1, 1];
      return tint.map((part, k) => part * light ** (shading.warmth[k] as number)) as [number, number, number];
    }),
    influences: mesh.places.map((p) => {
      const shares = sharesAt(joints, character, p);
      return influencesOf(piece.follow?.(shares, p) ?? shares);
    }),
  };
}

/** A half and its mirror image under the rest map. Vertices at x = 0 are shared where nothing speaks against it. */
function wholeOf(half: Half, map: RestMap): Half {
  const count = half.places.length;
  // The picture is mirrored at the middle, so its directions are not the same on both sides: no vertex serves both.
  const isPictured = half.uvs.some(([u, v]) => u !== 0 || v !== 0);
  const other: number[] = [];
  const copied: number[] = [];
  for (const [vertex, place] of half.places.entries()) {
    const isShared = place[0] === 0 && !isPictured;
    other.push(isShared ? vertex : count + copied.length);
    if (!isShared) copied.push(vertex);
  }
  const both = <T>(values: readonly T[], mirror: (value: T) => T): T[] => [
    ...values,
    ...copied.map((vertex) => mirror(values[vertex] as T)),
  ];
  const triangles = [...half.triangles];
  for (let t = 0; t < half.triangles.length; t += 3)
    triangles.push(...[t, t + 2, t + 1].map((at) => other[half.triangles[at] as number] as number));
  const turned = (normal: Vec3, place: Vec3): Vec3 => {
    const stretch = map.stretch(place);
    return unit([normal[0] / stretch[0], normal[1] / stretch[1], normal[2] / stretch[2]]);
  };
  const same = <T>(value: T): T => value;
  return {
    places: both(half.places.map(map.place), mirrored),
    triangles,
    normals: both(
      half.normals.map((normal, vertex) => turned(normal, half.places[vertex] as Vec3)),
      mirrored,
    ),
    colours: both(half.colours, same),
    uvs: both(half.uvs, same),
    influences: both(
      half.influences.map((influences, vertex) =>
        half.places[vertex]?.[0] === 0 ? evened(influences) : influences,
      ),
      mirroredInfluences,
    ),
  };
}

/** On the middle plane left and right have the same share. */
function evened(influences: Influences): Influences {
  const shares: Shares = new Map();
  for (const [bone, share] of [...influences, ...mirroredInfluences(influences)])
    shares.set(bone, (shares.get(bone) ?? 0) + share / 2);
  return influencesOf(shares);
}

/** Several wholes as one part. */
function partOf(name: string, material: string, wholes: readonly Half[]): Part {
  const triangles: number[] = [];
  let start = 0;
  for (const whole of wholes) {
    for (const vertex of whole.triangles) triangles.push(vertex + start);
    start += whole.places.length;
  }
  const all = <K extends "places" | "normals" | "colours" | "uvs">(key: K) =>
    wholes.flatMap((whole) => whole[key] as readonly (readonly number[])[]).flat();
  const uvs = all("uvs");
  return {
    name,
    material,
    positions: Float64Array.from(all("places")),
    normals: Float64Array.from(all("normals")),
    triangles: Uint32Array.from(triangles),
    colours: Float32Array.from(all("colours")),
    ...(uvs.some((value) => value !== 0) ? { uvs: Float32Array.from(uvs) } : {}),
    influences: wholes.flatMap(({ influences }) => influences),
    targets: {},
  };
}

/** A piece's left half, and the part that it is put into. */
export interface MadePiece {
  readonly part: string;
  readonly material: string;
  readonly half: Half;
}

export const made = (
  pieces: readonly Piece[],
  shading: Shading,
  joints: Joints,
  character: Character,
): MadePiece[] =>
  pieces.map((piece) => ({
    part: piece.part,
    material: piece.material,
    half: halfOf(piece, shading, joints, character),
  }));

/** The pieces as parts, in the order in which their parts are first named. */
export const partsOf = (pieces: readonly MadePiece[], map: RestMap): Part[] =>
  [...new Set(pieces.map(({ part }) => part))].map((name) => {
    const own = pieces.filter(({ part }) => part === name);
    return partOf(
      name,
      own[0]?.material as string,
      own.map(({ half }) => wholeOf(half, map)),
    );
  });

/** The nearest of all pieces' surfaces on either side. */
export function surroundingsOf(pieces: readonly Piece[], others: readonly Field[]): Field {
  const solid = pieces.filter((piece): piece is Solid => "field" in piece && piece.isThin !== true);
  const farFrom = ({ min, max }: Solid, p: Vec3) =>
    length(sub(p, [clamp(p[0], min[0], max[0]), clamp(p[1], min[1], max[1]), clamp(p[2], min[2], max[2])]));
  return (p) => {
    const q: Vec3 = [Math.abs(p[0]), p[1], p[2]];
    let nearest = Number.POSITIVE_INFINITY;
    for (const piece of solid) {
      const outside = farFrom(piece, q);
      // Outside its box a piece is at least that far away.
      nearest = Math.min(nearest, outside > 0 ? outside + 0.01 : piece.field(q));
    }
    for (const field of others) nearest = Math.min(nearest, field(q));
    return nearest;
  };
}
