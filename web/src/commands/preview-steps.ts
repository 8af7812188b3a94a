// In which order a group of channels is previewed: what belongs together at once, opposites one after the other.
// It plays nothing.
import { faceChannelIndex, faceChannels } from "../tables/face-channels";

/** Both eyes look the same way, so the mirror partner of looking in is the other eye's looking out. */
const sameGaze: Readonly<Record<string, string>> = {
  eyeLookInLeft: "eyeLookOutRight",
  eyeLookInRight: "eyeLookOutLeft",
  eyeLookOutLeft: "eyeLookInRight",
  eyeLookOutRight: "eyeLookInLeft",
};

/** Directions that a jaw or mouth cannot take at once. */
const directions = new Set(["jawLeft", "jawRight", "mouthLeft", "mouthRight"]);

/** Sets of channel indices: each channel once, with its partner where that is among the names too. */
export function previewSteps(names: readonly string[]): number[][] {
  const left = new Set(names);
  const steps: number[][] = [];
  for (const name of names) {
    if (!left.delete(name)) continue;
    const index = faceChannelIndex(name);
    const mirror = faceChannels[faceChannels[index]?.mirror ?? index]?.name ?? name;
    const partner = directions.has(name) ? name : (sameGaze[name] ?? mirror);
    steps.push(left.delete(partner) ? [index, faceChannelIndex(partner)] : [index]);
  }
  return steps;
}
