// The humanoid of a VRM animation: which nodes are its bones, parents first, and what else the extension holds that is not read.
// It reads no animation.
import type { MotionWarning } from "../sources/motion/motion-clip";
import { type HumanBoneName, humanBoneNames } from "../tables/human-bones";
import { isObject, type JsonObject, objectAt, textOr } from "./json-values";
import type { NodeTree } from "./node-tree";
import { ReadError } from "./read-error";

export const VRM_ANIMATION = "VRMC_vrm_animation";

/** True for the JSON part of a VRM animation. */
export function isVrmAnimation(json: JsonObject): boolean {
  return isObject(json.extensions) && VRM_ANIMATION in json.extensions;
}

export interface VrmaBone {
  /** VRM 1.0 name. */
  readonly bone: string;
  readonly node: number;
  /** Index in the list, -1 for the hips. */
  readonly parent: number;
}

/** Depth first from the hips. Throws `ReadError` where the bones are no humanoid. */
export function readVrmaBones(json: JsonObject, tree: NodeTree, warnings: MotionWarning[]): VrmaBone[] {
  const place = `extensions.${VRM_ANIMATION}`;
  const extension = objectAt(objectAt(json.extensions, "extensions")[VRM_ANIMATION], place);
  const version = textOr(extension.specVersion);
  if (version !== "" && !/^1\.0/.test(version)) {
    throw new ReadError("unsupported-version", `${place}.specVersion`, `expected "1.0", found "${version}"`);
  }
  const inside = `${place}.humanoid.humanBones`;
  const humanBones = objectAt(objectAt(extension.humanoid, `${place}.humanoid`).humanBones, inside);
  const nodes = new Map<number, string>();
  const unknown: string[] = [];
  for (const [bone, value] of Object.entries(humanBones)) {
    if (!humanBoneNames.some((name) => name === bone)) {
      unknown.push(bone);
      continue;
    }
    const node = isObject(value) ? value.node : undefined;
    if (typeof node !== "number" || tree.nodes[node] === undefined || nodes.has(node)) {
      throw new ReadError(
        "out-of-range",
        `${inside}.${bone}.node`,
        `expected a node of its own, found ${node}`,
      );
    }
    nodes.set(node, bone);
  }
  const expressions = objectAt(extension.expressions, `${place}.expressions`);
  const faces = [expressions.preset, expressions.custom]
    .filter(isObject)
    .flatMap((each) => Object.keys(each));
  const others = [...unknown, ...faces, ...(isObject(extension.lookAt) ? ["lookAt"] : [])];
  if (others.length > 0) {
    const value = others.join(", ");
    warnings.push({
      code: "ignored-tracks",
      count: others.length,
      value,
      message: `bones, expressions and gaze that are not read: ${value}`,
    });
  }
  const ordered = depthFirst(nodes, tree);
  if (ordered[0]?.bone !== "hips" || ordered.some(({ parent }, index) => parent < 0 && index > 0)) {
    throw new ReadError("invalid-structure", inside, "expected hips, and every other bone below it");
  }
  return ordered;
}

/** Human bones below one another, whatever nodes stand between them; children in the order of the table. */
function depthFirst(nodes: ReadonlyMap<number, string>, tree: NodeTree): VrmaBone[] {
  const parentOf = (node: number) => {
    let at = tree.nodes[node]?.parent ?? -1;
    while (at >= 0 && !nodes.has(at)) at = tree.nodes[at]?.parent ?? -1;
    return at;
  };
  const rank = (node: number) => humanBoneNames.indexOf(nodes.get(node) as HumanBoneName);
  const sorted = [...nodes.keys()].sort((a, b) => rank(a) - rank(b));
  const result: VrmaBone[] = [];
  const add = (node: number, parent: number) => {
    const index = result.push({ bone: nodes.get(node) ?? "", node, parent }) - 1;
    for (const child of sorted) if (parentOf(child) === node) add(child, index);
  };
  for (const node of sorted) if (parentOf(node) < 0) add(node, -1);
  return result;
}
