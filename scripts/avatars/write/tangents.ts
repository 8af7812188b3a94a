// Tangents of a part from its uvs, for normal maps.
// Method: Lengyel 2001 (sums over the triangles, then made square to the normal); close to MikkTSpace where uvs have no seams inside a part.
import { add, along, cross, dot, length, scale, sub, unit } from "../math/vec";
import type { Part, Vec3 } from "../model";
import { vectorAt } from "./vectors";

/** Twice the area in uv space below which a triangle has no direction. */
const MIN_UV_AREA = 1e-12;
/** Length below which a sum of directions counts as none. */
const MIN_LENGTH = 1e-9;

/** Any direction along the surface: where uvs say nothing, every one is as good. */
function someTangent(normal: Vec3): Vec3 {
  return unit(cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
}

interface Sums {
  readonly along: Vec3[];
  readonly across: Vec3[];
}

function sumsOf(part: Part, uvs: Float32Array): Sums {
  const count = part.positions.length / 3;
  const sums: Sums = {
    along: Array.from({ length: count }, () => [0, 0, 0]),
    across: Array.from({ length: count }, () => [0, 0, 0]),
  };
  for (let i = 0; i < part.triangles.length; i += 3) {
    const corners = [part.triangles[i], part.triangles[i + 1], part.triangles[i + 2]] as [
      number,
      number,
      number,
    ];
    const [a, b, c] = corners.map((corner) => vectorAt(part.positions, corner)) as [Vec3, Vec3, Vec3];
    const [[ua, va], [ub, vb], [uc, vc]] = corners.map((corner) => [
      uvs[2 * corner],
      uvs[2 * corner + 1],
    ]) as [[number, number], [number, number], [number, number]];
    const [u1, v1, u2, v2] = [ub - ua, vb - va, uc - ua, vc - va];
    const area = u1 * v2 - u2 * v1;
    if (Math.abs(area) < MIN_UV_AREA) continue;
    const [p, q] = [sub(b, a), sub(c, a)];
    const tangent = unit(scale(sub(scale(p, v2), scale(q, v1)), 1 / area));
    const bitangent = unit(scale(sub(scale(q, u1), scale(p, u2)), 1 / area));
    // By area on the surface, so that slivers say little.
    const weight = length(cross(p, q));
    for (const corner of corners) {
      sums.along[corner] = along(sums.along[corner] as Vec3, tangent, weight);
      sums.across[corner] = along(sums.across[corner] as Vec3, bitangent, weight);
    }
  }
  return sums;
}

/** Four per vertex: unit tangent, and +1 or -1 for the side of the bitangent as glTF means it (v down the picture). */
export function tangentsOf(part: Part): Float32Array {
  const { uvs } = part;
  if (uvs === undefined) throw new Error(`${part.name}: a normal map needs uvs`);
  const sums = sumsOf(part, uvs);
  const tangents = new Float32Array((part.positions.length / 3) * 4);
  for (let vertex = 0; vertex < tangents.length / 4; ++vertex) {
    const normal = vectorAt(part.normals, vertex);
    const sum = sums.along[vertex] as Vec3;
    const flat = add(sum, scale(normal, -dot(normal, sum)));
    const tangent = length(flat) < MIN_LENGTH ? someTangent(normal) : unit(flat);
    // +Y of the normal map points against v, which grows down the picture: glTF's w follows texture space with v up.
    const isMirrored = dot(cross(normal, tangent), sums.across[vertex] as Vec3) > 0;
    tangents.set([...tangent, isMirrored ? -1 : 1], 4 * vertex);
  }
  return tangents;
}
