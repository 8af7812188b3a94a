// The 55 human bones of VRM 1.0 for a character.
// Bones of hair are the hair's own.
import type { Character } from "../character";
import { add, mirrored, scale } from "../math/vec";
import type { Bone, Vec3 } from "../model";
import { type Joints, jointsOf, type RestMap } from "./proportions";

/** Hinge of the jaw from the head's origin, metres at a head of scale 1: before and below the ear's opening. */
const JAW: Vec3 = [0, -0.022, 0.004];

const FINGER_JOINTS = {
  Thumb: ["Metacarpal", "Proximal", "Distal"],
  Index: ["Proximal", "Intermediate", "Distal"],
  Middle: ["Proximal", "Intermediate", "Distal"],
  Ring: ["Proximal", "Intermediate", "Distal"],
  Little: ["Proximal", "Intermediate", "Distal"],
} as const;

export const FINGERS = Object.keys(FINGER_JOINTS) as (keyof typeof FINGER_JOINTS)[];

/** The three bones of a left finger. */
export const fingerBones = (name: keyof typeof FINGER_JOINTS): string[] =>
  FINGER_JOINTS[name].map((joint) => `left${name}${joint}`);

function leftSide(joints: Joints): Bone[] {
  const limb = (parent: string, names: readonly [string, Vec3][]): Bone[] =>
    names.map(([name, position], at) => ({ name, parent: names[at - 1]?.[0] ?? parent, position }));
  return [
    ...limb("upperChest", [
      ["leftShoulder", joints.shoulder],
      ["leftUpperArm", joints.upperArm],
      ["leftLowerArm", joints.lowerArm],
      ["leftHand", joints.hand],
    ]),
    ...FINGERS.flatMap((finger) =>
      limb(
        "leftHand",
        fingerBones(finger).map((bone, at): [string, Vec3] => [
          bone,
          add(joints.hand, joints.fingers[finger].joints[at] as Vec3),
        ]),
      ),
    ),
    ...limb("hips", [
      ["leftUpperLeg", joints.upperLeg],
      ["leftLowerLeg", joints.lowerLeg],
      ["leftFoot", joints.foot],
      ["leftToes", joints.toes],
    ]),
  ];
}

export const otherSide = (name: string): string =>
  name.startsWith("left")
    ? `right${name.slice(4)}`
    : name.startsWith("right")
      ? `left${name.slice(5)}`
      : name;

export function bonesOf(character: Character, map: RestMap): Bone[] {
  const joints = jointsOf(character);
  const middle = (name: string, parent: string | null, position: Vec3): Bone => ({ name, parent, position });
  const left = leftSide(joints);
  const eye: Bone = { name: "leftEye", parent: "head", position: character.leftEyeBone };
  const mirror = ({ name, parent, position }: Bone): Bone => ({
    name: otherSide(name),
    parent: parent && otherSide(parent),
    position: mirrored(position),
  });
  return [
    middle("hips", null, joints.hips),
    middle("spine", "hips", joints.spine),
    middle("chest", "spine", joints.chest),
    middle("upperChest", "chest", joints.upperChest),
    middle("neck", "upperChest", character.neckBone),
    middle("head", "neck", character.headBone),
    middle("jaw", "head", add(character.headOrigin, scale(JAW, character.headScale))),
    eye,
    mirror(eye),
    ...left,
    ...left.map(mirror),
  ].map((bone) => ({ ...bone, position: map.place(bone.position) }));
}
