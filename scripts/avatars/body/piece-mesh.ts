// The shape of a piece: surface nets, decimation, normals, picture coordinates.
// Colours, shares and the mirror image come in piece-part.ts.
import { gradient } from "../math/fields";
import { type Mesh, normalsOf } from "../math/mesh";
import { simplify } from "../math/simplify";
import { halfSurfaceNets, surfaceNets } from "../math/surface-nets";
import { add, scale, unit } from "../math/vec";
import type { Vec3 } from "../model";
import type { Piece, Solid } from "./piece";

/** Vertices of the left half, one array per property. */
export interface Shape extends Mesh {
  readonly normals: readonly Vec3[];
  readonly uvs: readonly (readonly [number, number])[];
}

/** How much a turn of the normal by one radian counts in decimation, metres. */
const NORMAL_WEIGHT = 0.006;

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

/** A piece's left half without what depends on its surroundings. */
export function shapeOf(piece: Piece): Shape {
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
