// What an outfit is, and the pieces that both characters have alike: hands. The neck is the head's and only casts shade here.
// The two outfits stand beside it.
import type { Character } from "../character";
import { ellipsoid, type Field } from "../math/fields";
import { add } from "../math/vec";
import type { Material, Vec3 } from "../model";
import { handField, handScale, handTint, nails } from "./hands";
import { flatCapsule } from "./loft";
import type { Piece } from "./piece";
import type { Joints } from "./proportions";

export interface Outfit {
  readonly pieces: readonly Piece[];
  readonly materials: Readonly<Record<string, Material>>;
}

/** Times the skin's colour, linear. */
const NAIL_TINT: Vec3 = [1, 0.84, 0.82];

export function handPieces(joints: Joints, triangles: number): Piece[] {
  const size = handScale(joints);
  const [x, y, z] = joints.hand;
  const field = handField(joints);
  const skin = { part: "Hands", material: "skin" } as const;
  const hand: Piece = {
    ...skin,
    field,
    side: "left",
    min: add([x, y, z], [-0.036 * size, -0.05 * size, -0.07 * size]),
    max: add([x, y, z], [0.19 * size, 0.035 * size, 0.095 * size]),
    cell: 0.0029 * size,
    triangles,
    tint: handTint(joints),
    isFine: true,
  };
  return [
    hand,
    ...nails(joints, field).map((mesh): Piece => ({ ...skin, mesh, tint: () => NAIL_TINT, isBright: true })),
  ];
}

/** Neck and a lower head, for shade only. */
export function neckField({ collar, headBone, headScale }: Character): Field {
  const neck = flatCapsule(
    add(collar.centre, [0, -0.05, -0.01]),
    headBone,
    collar.radius,
    collar.radius * 0.95,
    [0, 0, 1],
    0.95,
  );
  const head = ellipsoid(add(headBone, [0, 0.08 * headScale, 0.02]), [
    0.07 * headScale,
    0.1 * headScale,
    0.085 * headScale,
  ]);
  return (p) => Math.min(neck(p), head(p));
}
