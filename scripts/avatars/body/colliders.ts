// What springs of hair keep out of: head, neck, shoulders, chest.
// The springs are the hair's.
import type { Character } from "../character";
import { add, sub } from "../math/vec";
import type { Collider, Vec3 } from "../model";
import type { Joints } from "./proportions";

export function collidersOf(character: Character, joints: Joints): Collider[] {
  const { headOrigin, headBone, headScale, neckBone, collar } = character;
  const from = (bone: Vec3, place: Vec3): Vec3 => sub(place, bone);
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
