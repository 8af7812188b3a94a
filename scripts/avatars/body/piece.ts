// What a body's clothes and hands are made of: pieces of the left half, as fields to be meshed or as sheets made beforehand.
// How they become parts stands in piece-mesh.ts and piece-part.ts; which there are, in the outfits.
import type { Field } from "../math/fields";
import type { Mesh } from "../math/mesh";
import { clamp, length, sub } from "../math/vec";
import type { Vec3 } from "../model";
import type { Shares } from "./weights";

/** Unrolled coordinates of a place, in turns of the picture; `turns` is where u starts again, 0 for never. */
export interface Chart {
  readonly name: string;
  readonly turns: number;
  readonly uv: (p: Vec3) => readonly [number, number];
}

/** An angle in radians as turns of a picture that goes round `turns` times. */
export const turnsOf = (angle: number, turns: number): number => (angle / (2 * Math.PI)) * turns;

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
