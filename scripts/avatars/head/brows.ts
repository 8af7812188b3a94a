// Brows and lashes of the left eye: tapered strips that ride on the skin.
// The right ones are mirror images. Head coordinates (see measures.ts).
import type { Field } from "../math/fields";
import { mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { EYE_COLUMNS, EYE_EDGE_ROW, faceDepth } from "./eye-patch";
import type { EyeMeasures } from "./measures";
import { type Anchors, nearestAnchors } from "./rider";
import type { SkinVertex } from "./vertex";

export interface BrowMeasures {
  /** Middle line from inside to outside, relative to the eye's centre. */
  readonly line: readonly (readonly [x: number, y: number])[];
  /** Half thickness at its thickest. */
  readonly thickness: number;
}

export interface LashMeasures {
  /** Length in the middle and at the outer corner. */
  readonly middle: number;
  readonly outer: number;
  /** Thickness of the dark line along the upper lid. */
  readonly line: number;
  /** Share of that on the lower lid; 0 for none. */
  readonly lower: number;
}

export interface Strip {
  readonly places: readonly Vec3[];
  readonly triangles: readonly number[];
  readonly anchors: readonly Anchors[];
  /** Vertices of lashes turn with the lid rather than being shifted: its angle around the eye, else NaN. */
  readonly lidAngles: readonly number[];
}

function catmull(points: readonly (readonly [number, number])[], t: number): readonly [number, number] {
  const scaled = t * (points.length - 1);
  const k = Math.min(points.length - 2, Math.floor(scaled));
  const f = scaled - k;
  const at = (index: number) =>
    points[Math.min(points.length - 1, Math.max(0, index))] as readonly [number, number];
  const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
  const axis = (i: 0 | 1) =>
    0.5 *
    (2 * b[i] +
      (c[i] - a[i]) * f +
      (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * f ** 2 +
      (3 * b[i] - a[i] - 3 * c[i] + d[i]) * f ** 3);
  return [axis(0), axis(1)];
}

/** Closed tubes: rings of points, joined, with both ends shut. */
function tube(rings: readonly (readonly Vec3[])[]): { places: Vec3[]; triangles: number[] } {
  const around = rings[0]?.length ?? 0;
  const places = rings.flat();
  const triangles: number[] = [];
  for (let r = 0; r + 1 < rings.length; ++r) {
    for (let k = 0; k < around; ++k) {
      const [a, b] = [r * around + k, r * around + ((k + 1) % around)];
      triangles.push(a, a + around, b, b, a + around, b + around);
    }
  }
  const end = (rings.length - 1) * around;
  for (let k = 1; k + 1 < around; ++k) triangles.push(0, k, k + 1, end, end + k + 1, end + k);
  return { places, triangles };
}

const BROW_ROWS = 18;

export function makeBrow(
  brow: BrowMeasures,
  eye: EyeMeasures,
  face: Field,
  skin: readonly SkinVertex[],
): Strip {
  const rings = Array.from({ length: BROW_ROWS }, (_, row): Vec3[] => {
    const t = row / (BROW_ROWS - 1);
    const [x, y] = catmull(brow.line, t);
    // Full at the inner end, pointed at the outer one.
    const half = brow.thickness * mix(0.4, 1, smoothstep(0, 0.3, t)) * mix(1, 0.12, smoothstep(0.45, 1, t));
    const point = (across: number, lift: number): Vec3 => {
      const px = eye.centre[0] + x + across * half * 0.18;
      const py = eye.centre[1] + y + across * half;
      return [px, py, faceDepth(face, px, py) + lift];
    };
    const lift = 0.0011 * mix(1, 0.5, t);
    return [
      point(-1, -0.0004),
      point(-0.55, lift),
      point(0.1, lift * 1.35),
      point(0.7, lift),
      point(1, -0.0004),
      point(0, -0.0012),
    ];
  });
  const { places, triangles } = tube(rings);

  return {
    places,
    triangles,
    anchors: places.map((place) => nearestAnchors(skin, place)),
    lidAngles: places.map(() => Number.NaN),
  };
}

/** From the inner to the outer corner along the upper lid, and with `isLower` the lower one. */
export function makeLashes(
  lash: LashMeasures,
  eye: EyeMeasures,
  skin: readonly SkinVertex[],
  isLower: boolean,
): Strip {
  const half = EYE_COLUMNS / 2;
  const edge = (column: number) =>
    skin.findIndex(
      (vertex) =>
        vertex.patch === "eye" &&
        vertex.side === 1 &&
        vertex.row === EYE_EDGE_ROW &&
        Math.abs(vertex.angle - (2 * Math.PI * column) / EYE_COLUMNS) < 1e-9,
    );
  const columns = Array.from({ length: half - 1 }, (_, k) => (isLower ? half + 1 + k : half - 1 - k));
  const anchors: Anchors[] = [];
  const lidAngles: number[] = [];
  const share = isLower ? lash.lower : 1;
  const rings = columns.map((column): Vec3[] => {
    const index = edge(column);
    const { place, angle } = skin[index] as SkinVertex;
    const t = (Math.cos(angle) + 1) / 2;
    const long = share * mix(lash.middle * smoothstep(-0.05, 0.4, t), lash.outer, smoothstep(0.55, 0.97, t));
    const thick = share * lash.line * smoothstep(-0.02, 0.3, t) * mix(1, 0.65, smoothstep(0.85, 1, t));
    const [ox, oy, oz] = place.map((value, axis) => value - (eye.centre[axis] as number)) as [
      number,
      number,
      number,
    ];
    const k = 1 / Math.hypot(ox, oy, oz);
    const outward: Vec3 = [ox * k, oy * k, oz * k];
    const sideways = isLower ? 0.35 : mix(-0.1, 0.85, smoothstep(0.35, 1, t));
    const up = isLower ? -0.55 : mix(0.35, 0.5, t);
    const point = (reach: number, rise: number, lift: number): Vec3 => [
      place[0] + outward[0] * (reach + lift) + sideways * reach,
      place[1] + outward[1] * (reach + lift) + up * reach + rise,
      place[2] + outward[2] * (reach + lift) - sideways * reach * 0.45,
    ];
    const sign = isLower ? -1 : 1;
    const ring = [
      point(0, -sign * 0.0003, 0.0001),
      point(long, sign * thick * 0.5, 0.0003 + thick * 0.3),
      point(long * 0.45, sign * thick, 0.0005 + thick * 0.3),
      point(0, sign * thick, 0.0002 + thick * 0.25),
      point(0, sign * thick * 0.3, -0.0006),
    ];
    for (const _ of ring) {
      anchors.push([[index, 1]]);
      lidAngles.push(angle);
    }
    return isLower ? ring.reverse() : ring;
  });
  return { ...tube(rings), anchors, lidAngles };
}
