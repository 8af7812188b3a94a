// The table of the 52 ARKit face channels: name, group, class, mirror partner; the one table of them in TypeScript.
// It is not a list of what an avatar has; that is `AvatarDescription.routes`. No wasm here: any room may read it.

/** Alphabetical, which is the order of every row of 52 values in Doppel. Equal to `wasm/src/base/face_channel.hpp`. */
export const faceChannelNames = [
  "browDownLeft",
  "browDownRight",
  "browInnerUp",
  "browOuterUpLeft",
  "browOuterUpRight",
  "cheekPuff",
  "cheekSquintLeft",
  "cheekSquintRight",
  "eyeBlinkLeft",
  "eyeBlinkRight",
  "eyeLookDownLeft",
  "eyeLookDownRight",
  "eyeLookInLeft",
  "eyeLookInRight",
  "eyeLookOutLeft",
  "eyeLookOutRight",
  "eyeLookUpLeft",
  "eyeLookUpRight",
  "eyeSquintLeft",
  "eyeSquintRight",
  "eyeWideLeft",
  "eyeWideRight",
  "jawForward",
  "jawLeft",
  "jawOpen",
  "jawRight",
  "mouthClose",
  "mouthDimpleLeft",
  "mouthDimpleRight",
  "mouthFrownLeft",
  "mouthFrownRight",
  "mouthFunnel",
  "mouthLeft",
  "mouthLowerDownLeft",
  "mouthLowerDownRight",
  "mouthPressLeft",
  "mouthPressRight",
  "mouthPucker",
  "mouthRight",
  "mouthRollLower",
  "mouthRollUpper",
  "mouthShrugLower",
  "mouthShrugUpper",
  "mouthSmileLeft",
  "mouthSmileRight",
  "mouthStretchLeft",
  "mouthStretchRight",
  "mouthUpperUpLeft",
  "mouthUpperUpRight",
  "noseSneerLeft",
  "noseSneerRight",
  "tongueOut",
] as const;

export type FaceChannelName = (typeof faceChannelNames)[number];

/** Number of values in a row. */
export const faceChannelCount = faceChannelNames.length;

/** The seven groups of the panel, in the order of their first channel. */
export const faceGroupNames = ["Brow", "Cheek", "Eye", "Jaw", "Mouth", "Nose", "Tongue"] as const;
export type FaceGroupName = (typeof faceGroupNames)[number];

/** How a channel is matched between avatars; "binary" is a property of an avatar's route, not of this table. */
export type FaceClassName = "amplitude" | "closure" | "gaze" | "coupled";

export interface FaceChannel {
  readonly name: FaceChannelName;
  /** Place in a row, 0..51. */
  readonly index: number;
  readonly group: FaceGroupName;
  readonly faceClass: FaceClassName;
  /** Index of the partner on the other side; its own index where there is none. */
  readonly mirror: number;
}

const indexByName: ReadonlyMap<string, number> = new Map(
  faceChannelNames.map((name, index) => [name, index]),
);

/** Index of a channel by its exact ARKit name, or -1. */
export function faceChannelIndex(name: string): number {
  return indexByName.get(name) ?? -1;
}

export function isFaceChannelName(name: string): name is FaceChannelName {
  return indexByName.has(name);
}

function groupOf(name: FaceChannelName): FaceGroupName {
  const group = faceGroupNames.find((candidate) => name.startsWith(candidate.toLowerCase()));
  if (group === undefined) throw new Error(`face channel ${name} belongs to no group`);
  return group;
}

function classOf(name: FaceChannelName): FaceClassName {
  if (name.startsWith("eyeBlink")) return "closure";
  if (name.startsWith("eyeLook")) return "gaze";
  return name === "mouthClose" ? "coupled" : "amplitude";
}

// Only a side at the end of a name makes a pair with the other side: jawLeft and jawRight do, mouthRollLower does not.
function mirrorOf(name: FaceChannelName, index: number): number {
  const other = name.endsWith("Left")
    ? `${name.slice(0, -"Left".length)}Right`
    : name.endsWith("Right")
      ? `${name.slice(0, -"Right".length)}Left`
      : name;
  return indexByName.get(other) ?? index;
}

/** The table, in row order. */
export const faceChannels: readonly FaceChannel[] = faceChannelNames.map((name, index) => ({
  name,
  index,
  group: groupOf(name),
  faceClass: classOf(name),
  mirror: mirrorOf(name, index),
}));
