// A humanoid of 1.6 m in T-pose, joints named as VRM names bones, no joint turned at rest.
// It is made for tests; its proportions are round numbers.
import type { BodyDescription, JointDescription } from "../../web/src/core/body-documents";

type Offset = readonly [number, number, number];

/** Name, parent, offset from the parent, for the body's middle; metres. */
const MIDDLE: readonly (readonly [string, string, Offset])[] = [
  ["hips", "", [0, 0.9, 0]],
  ["spine", "hips", [0, 0.1, 0]],
  ["chest", "spine", [0, 0.15, 0]],
  ["neck", "chest", [0, 0.25, 0]],
  ["head", "neck", [0, 0.1, 0]],
];

/** The left side; x is mirrored for the right. */
const SIDE: readonly (readonly [string, string, Offset])[] = [
  ["UpperLeg", "hips", [0.09, -0.05, 0]],
  ["LowerLeg", "UpperLeg", [0, -0.4, 0]],
  ["Foot", "LowerLeg", [0, -0.38, 0]],
  ["Toes", "Foot", [0, -0.05, 0.12]],
  ["Shoulder", "chest", [0.05, 0.2, 0]],
  ["UpperArm", "Shoulder", [0.1, 0, 0]],
  ["LowerArm", "UpperArm", [0.26, 0, 0]],
  ["Hand", "LowerArm", [0.25, 0, 0]],
];

/** @param scale of all lengths */
export function plainBody(scale = 1): BodyDescription {
  const joints: JointDescription[] = [];
  const add = (name: string, parent: string, [x, y, z]: Offset) =>
    joints.push({
      name,
      parent: joints.findIndex((joint) => joint.name === parent),
      translation: [x * scale, y * scale, z * scale],
    });
  for (const [name, parent, offset] of MIDDLE) add(name, parent, offset);
  for (const [side, sign] of [
    ["left", 1],
    ["right", -1],
  ] as const) {
    for (const [name, parent, [x, y, z]] of SIDE) {
      const isMiddle = parent === "hips" || parent === "chest";
      add(`${side}${name}`, isMiddle ? parent : `${side}${parent}`, [sign * x, y, z]);
    }
  }
  return { joints };
}
