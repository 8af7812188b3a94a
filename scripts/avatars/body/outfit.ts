// What an outfit is: pieces of clothes, their materials, and what springs of hair keep out of.
// The two outfits stand beside it.

import type { Character } from "../character";
import { ellipsoid, type Field } from "../math/fields";
import { add, bell, smoothstep } from "../math/vec";
import type { Collider, Material, Vec3 } from "../model";
import { handField, handScale, handTint, nails } from "./hands";
import { flatCapsule } from "./loft";
import type { Piece } from "./piece";
import type { Joints } from "./proportions";

export interface Outfit {
  readonly pieces: readonly Piece[];
  readonly materials: Readonly<Record<string, Material>>;
}

/** sRGB to linear, IEC 61966-2-1. */
export function linearOf(colour: string): Vec3 {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Waves of cloth: `direction` across the folds, per metre of wavelength. Between -1 and 1. */
export const wave = (p: Vec3, direction: Vec3, length: number, phase: number): number =>
  Math.sin(
    ((p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2]) / length) * 2 * Math.PI + phase,
  );

/** A bell of three widths around a place. */
export const spot = (p: Vec3, at: Vec3, widths: Vec3): number =>
  bell(p[0] - at[0], widths[0]) * bell(p[1] - at[1], widths[1]) * bell(p[2] - at[2], widths[2]);

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

export function collidersOf(character: Character, joints: Joints): Collider[] {
  const { headOrigin, headBone, headScale, neckBone, collar } = character;
  const from = (bone: Vec3, place: Vec3): Vec3 => [
    place[0] - bone[0],
    place[1] - bone[1],
    place[2] - bone[2],
  ];
  const head = (offset: Vec3, radius: number): Collider => ({
    bone: "head",
    offset: from(headBone, add(headOrigin, offset)),
    radius,
  });
  const chest = (place: Vec3, radius: number): Collider => ({
    bone: "upperChest",
    offset: from(joints.upperChest, place),
    radius,
  });
  const s = headScale;
  const shoulder = (side: 1 | -1): Collider => ({
    bone: "upperChest",
    offset: from(joints.upperChest, [side * collar.radius, joints.upperArm[1] + 0.008, joints.upperArm[2]]),
    tail: from(joints.upperChest, [side * joints.upperArm[0], joints.upperArm[1], joints.upperArm[2]]),
    radius: 0.047 * (joints.upperArm[1] / 1.33),
  });
  return [
    head([0, 0.03 * s, -0.012 * s], 0.082 * s),
    head([0, -0.035 * s, 0.018 * s], 0.062 * s),
    {
      bone: "neck",
      offset: from(neckBone, add(collar.centre, [0, -0.02, -0.004])),
      tail: from(neckBone, headBone),
      radius: collar.radius * 1.04,
    },
    shoulder(1),
    shoulder(-1),
    chest(
      [0, joints.upperChest[1] + 0.02, joints.upperChest[2] + 0.015],
      0.105 * (joints.upperArm[1] / 1.33),
    ),
    chest([0, joints.upperArm[1] - 0.035, joints.upperArm[2]], 0.085 * (joints.upperArm[1] / 1.33)),
  ];
}

/** Darker towards the lower edge of a rim. */
export const edge = (value: number, at: number, width: number): number => smoothstep(at, at + width, value);
