// Which face channel a column or key of a recording means, whatever its spelling of case, separators, prefix and side.
// It is not the matching of morph targets of an avatar, which knows more habits; that is the reader's.

import { faceChannelNames } from "../tables/face-channels";

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function makeTable(): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const [index, name] of faceChannelNames.entries()) table.set(keyOf(name), index);
  return table;
}

const table = makeTable();

/** Index of the channel that a recording's name means, or -1: `JawOpen`, `jaw_open`, `eyeBlink_L`, `blendShape.jawOpen`. */
export function matchChannelName(name: string): number {
  const afterPrefix = name.slice(
    Math.max(name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("/")) + 1,
  );
  const direct = table.get(keyOf(afterPrefix));
  if (direct !== undefined) return direct;
  const side = /[_\-. ]([lr])$/i.exec(afterPrefix.trim());
  if (side === null) return -1;
  const stem = afterPrefix.trim().slice(0, -side[0].length);
  return table.get(keyOf(`${stem}${side[1]?.toLowerCase() === "l" ? "left" : "right"}`)) ?? -1;
}

/**
 * The order of Apple's own list (ARFaceAnchor, Live Link Face): a file without names may declare it. Without a declaration, rows
 * without names are in alphabetical order, as the lip-sync models write them.
 */
export const liveLinkOrder: readonly number[] = [
  "eyeBlinkLeft",
  "eyeLookDownLeft",
  "eyeLookInLeft",
  "eyeLookOutLeft",
  "eyeLookUpLeft",
  "eyeSquintLeft",
  "eyeWideLeft",
  "eyeBlinkRight",
  "eyeLookDownRight",
  "eyeLookInRight",
  "eyeLookOutRight",
  "eyeLookUpRight",
  "eyeSquintRight",
  "eyeWideRight",
  "jawForward",
  "jawRight",
  "jawLeft",
  "jawOpen",
  "mouthClose",
  "mouthFunnel",
  "mouthPucker",
  "mouthRight",
  "mouthLeft",
  "mouthSmileLeft",
  "mouthSmileRight",
  "mouthFrownLeft",
  "mouthFrownRight",
  "mouthDimpleLeft",
  "mouthDimpleRight",
  "mouthStretchLeft",
  "mouthStretchRight",
  "mouthRollLower",
  "mouthRollUpper",
  "mouthShrugLower",
  "mouthShrugUpper",
  "mouthPressLeft",
  "mouthPressRight",
  "mouthLowerDownLeft",
  "mouthLowerDownRight",
  "mouthUpperUpLeft",
  "mouthUpperUpRight",
  "browDownLeft",
  "browDownRight",
  "browInnerUp",
  "browOuterUpLeft",
  "browOuterUpRight",
  "cheekPuff",
  "cheekSquintLeft",
  "cheekSquintRight",
  "noseSneerLeft",
  "noseSneerRight",
  "tongueOut",
].map(matchChannelName);
