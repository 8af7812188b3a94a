// A vertex of the head's skin with what the targets need to know of it: which patch it lies in, and where there.
// Head coordinates (see measures.ts).
import type { Vec3 } from "../model";

/**
 * `eye`, `mouth`: rings around an opening, `row` counted from inside outwards, `angle` around it in radians (0 at the outer corner,
 * a quarter turn at the top), `out` 0 at the opening's edge to 1 at the patch's border. `neck`: rings. `face`: everything between.
 */
export interface SkinVertex {
  readonly place: Vec3;
  readonly patch: "eye" | "mouth" | "neck" | "face";
  readonly row: number;
  readonly angle: number;
  readonly out: number;
  /** 1 on the left half, -1 on the right, 0 on the midline. */
  readonly side: number;
}

/** Half of the skin, x >= 0; vertices with x = 0 belong to both halves. */
export interface HalfSkin {
  readonly vertices: SkinVertex[];
  readonly triangles: number[];
}
