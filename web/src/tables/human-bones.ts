// The table of the 55 human bones in Unity's HumanBodyBones order, with VRM 1.0 names; the one table of them in TypeScript.
// It is not a skeleton: which of them an avatar has stands in `AvatarDescription.humanoid`.

const fingerNames = ["Thumb", "Index", "Middle", "Ring", "Little"] as const;
type FingerName = (typeof fingerNames)[number];

// The thumb has no intermediate joint in VRM 1.0: its three are metacarpal, proximal, distal.
const thumbJoints = ["Metacarpal", "Proximal", "Distal"] as const;
const fingerJoints = ["Proximal", "Intermediate", "Distal"] as const;

type FingerBoneName =
  | `${"left" | "right"}Thumb${(typeof thumbJoints)[number]}`
  | `${"left" | "right"}${Exclude<FingerName, "Thumb">}${(typeof fingerJoints)[number]}`;

const bodyBoneNames = [
  "hips",
  "leftUpperLeg",
  "rightUpperLeg",
  "leftLowerLeg",
  "rightLowerLeg",
  "leftFoot",
  "rightFoot",
  "spine",
  "chest",
  "neck",
  "head",
  "leftShoulder",
  "rightShoulder",
  "leftUpperArm",
  "rightUpperArm",
  "leftLowerArm",
  "rightLowerArm",
  "leftHand",
  "rightHand",
  "leftToes",
  "rightToes",
  "leftEye",
  "rightEye",
  "jaw",
] as const;

export type HumanBoneName = (typeof bodyBoneNames)[number] | FingerBoneName | "upperChest";

function fingersOf(side: "left" | "right"): FingerBoneName[] {
  return fingerNames.flatMap((finger) =>
    finger === "Thumb"
      ? thumbJoints.map((joint) => `${side}${finger}${joint}` as const)
      : fingerJoints.map((joint) => `${side}${finger}${joint}` as const),
  );
}

/** Index is the bone's number everywhere, 0 (hips) to 54 (upperChest). */
export const humanBoneNames: readonly HumanBoneName[] = [
  ...bodyBoneNames,
  ...fingersOf("left"),
  ...fingersOf("right"),
  "upperChest",
];
