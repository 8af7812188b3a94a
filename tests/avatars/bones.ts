// The human bones that a sample avatar must have: all that VRM 1.0 requires, eyes, neck, shoulders, chest, toes, and all fingers.
// Names only.

const oneOfEach = ["hips", "spine", "chest", "neck", "head"];
const oneOfEachSide = [
  "Eye",
  "Shoulder",
  "UpperArm",
  "LowerArm",
  "Hand",
  "UpperLeg",
  "LowerLeg",
  "Foot",
  "Toes",
  "ThumbMetacarpal",
  "ThumbProximal",
  "ThumbDistal",
  ...["Index", "Middle", "Ring", "Little"].flatMap((finger) =>
    ["Proximal", "Intermediate", "Distal"].map((part) => finger + part),
  ),
];

export const requiredBones: readonly string[] = [
  ...oneOfEach,
  ...["left", "right"].flatMap((side) => oneOfEachSide.map((bone) => side + bone)),
];
