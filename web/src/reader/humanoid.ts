// Human bones of a file: from its VRM map, else by the bone names of common rigs.
// It is not a retarget map: nothing here checks that the bones form a body.
import { isObject, type JsonObject, numberOr, objectAt, objectsAt, textOr } from "./json-values";
import type { NodeTree } from "./node-tree";
import { readSkinJoints } from "./skins";
import type { VrmJson } from "./vrm-json";

/** VRM 0.x calls the thumb's joints proximal, intermediate, distal; VRM 1.0 metacarpal, proximal, distal. */
const VRM0_THUMB: Readonly<Record<string, string>> = {
  leftThumbProximal: "leftThumbMetacarpal",
  leftThumbIntermediate: "leftThumbProximal",
  rightThumbProximal: "rightThumbMetacarpal",
  rightThumbIntermediate: "rightThumbProximal",
};

/** Middle bones by the words of their names, in lower case without separators. */
const MIDDLE_BONES: Readonly<Record<string, string>> = {
  hips: "hips",
  pelvis: "hips",
  spine: "spine",
  spine1: "chest",
  chest: "chest",
  spine2: "upperChest",
  upperchest: "upperChest",
  neck: "neck",
  head: "head",
  jaw: "jaw",
  jawroot: "jaw",
};

/** Sided bones: what follows `left` or `right` in the VRM name, by the words that stand beside the side. */
const SIDED_BONES: Readonly<Record<string, string>> = {
  eye: "Eye",
  faceeye: "Eye",
  shoulder: "Shoulder",
  arm: "UpperArm",
  upperarm: "UpperArm",
  forearm: "LowerArm",
  lowerarm: "LowerArm",
  hand: "Hand",
  upleg: "UpperLeg",
  upperleg: "UpperLeg",
  thigh: "UpperLeg",
  leg: "LowerLeg",
  lowerleg: "LowerLeg",
  shin: "LowerLeg",
  calf: "LowerLeg",
  foot: "Foot",
  toebase: "Toes",
  toes: "Toes",
  ...fingerBones(),
};

function fingerBones(): Record<string, string> {
  const bones: Record<string, string> = {};
  for (const [word, finger] of [
    ["thumb", "Thumb"],
    ["index", "Index"],
    ["middle", "Middle"],
    ["ring", "Ring"],
    ["pinky", "Little"],
  ] as const) {
    const joints =
      finger === "Thumb" ? ["Metacarpal", "Proximal", "Distal"] : ["Proximal", "Intermediate", "Distal"];
    joints.forEach((joint, index) => {
      bones[`hand${word}${index + 1}`] = `${finger}${joint}`;
    });
  }
  return bones;
}

const SIDE_WORD: Readonly<Record<string, "left" | "right">> = {
  left: "left",
  l: "left",
  right: "right",
  r: "right",
};

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/^.*[:|]/, "")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** Longer names are no names of bones; taking them apart would only cost time. */
const MAX_NAME_LENGTH = 200;

/** The VRM 1.0 bone that a node name means and how many words of prefix stand before it, or undefined. */
export function boneOfName(name: string): { readonly bone: string; readonly prefix: number } | undefined {
  const all = name.length > MAX_NAME_LENGTH ? [] : wordsOf(name);
  for (let prefix = 0; prefix < all.length; ++prefix) {
    const words = all.slice(prefix);
    const sides = words.map((word) => SIDE_WORD[word]).filter((side) => side !== undefined);
    const rest = words.filter((word) => SIDE_WORD[word] === undefined).join("");
    const middle = sides.length === 0 && MIDDLE_BONES[rest];
    if (middle) return { bone: middle, prefix };
    const sided = sides.length === 1 && SIDED_BONES[rest];
    if (sided) return { bone: `${sides[0]}${sided}`, prefix };
  }
  return undefined;
}

/** More than the words of any name, so that a joint always goes before a mesh of the same name. */
const RANK_OF_KIND = 1000;

/** The best node for each bone: a joint before a plain node before a mesh, then the fewest words of prefix, then the file's order. */
function byNames(json: JsonObject, tree: NodeTree): Record<string, number> {
  const joints = new Set(readSkinJoints(json, tree.nodes.length).flat());
  const source = objectsAt(json.nodes, "nodes");
  const best = new Map<string, { node: number; rank: number }>();
  for (const { index, name } of tree.nodes) {
    // A skinned mesh stands wherever its joints are; its node is no bone, whatever its name.
    if (!tree.isShown[index] || source[index]?.skin !== undefined) continue;
    const match = boneOfName(name);
    if (match === undefined) continue;
    const kind = joints.has(index) ? 0 : source[index]?.mesh === undefined ? 1 : 2;
    const rank = kind * RANK_OF_KIND + match.prefix;
    const known = best.get(match.bone);
    if (known === undefined || rank < known.rank) best.set(match.bone, { node: index, rank });
  }
  return Object.fromEntries([...best].map(([bone, { node }]) => [bone, node]));
}

function fromEntries(
  entries: readonly (readonly [string, unknown])[],
  nodeCount: number,
): Record<string, number> {
  const bones: Record<string, number> = {};
  for (const [bone, value] of entries) {
    const node = numberOr(value, -1);
    // Files name absent bones with node -1.
    if (bone !== "" && Number.isInteger(node) && node >= 0 && node < nodeCount) bones[bone] ??= node;
  }
  return bones;
}

/** VRM 1.0 bone name -> node index, as far as found. */
export function readHumanoid(
  vrm: VrmJson,
  json: JsonObject,
  tree: NodeTree,
): Readonly<Record<string, number>> {
  if (vrm.format === "vrm1") {
    const place = "extensions.VRMC_vrm.humanoid";
    const bones = objectAt(objectAt(vrm.vrm.humanoid, place).humanBones, `${place}.humanBones`);
    const entries = Object.entries(bones).map(
      ([bone, value]) => [bone, isObject(value) ? value.node : -1] as const,
    );
    return fromEntries(entries, tree.nodes.length);
  }
  if (vrm.format === "vrm0") {
    const place = "extensions.VRM.humanoid";
    const bones = objectsAt(objectAt(vrm.vrm.humanoid, place).humanBones, `${place}.humanBones`);
    const entries = bones.map((entry) => {
      const bone = textOr(entry.bone);
      return [VRM0_THUMB[bone] ?? bone, entry.node] as const;
    });
    return fromEntries(entries, tree.nodes.length);
  }
  return byNames(json, tree);
}
