// The node tree of a file in avatar space: parents, rest world matrices, what the scene reaches.
// It does not look at meshes or skins.
import type { AvatarFormat, NodeDescription } from "./avatar-description";
import { arrayAt, indexAt, type JsonObject, objectsAt, textOr } from "./json-values";
import { MAX_NODE_DEPTH } from "./limits";
import { halfTurnMatrix, identityMatrix, localMatrix, multiply } from "./matrix";
import { ReadError } from "./read-error";

export interface NodeTree {
  /** As in the file, in its order. */
  readonly nodes: readonly NodeDescription[];
  /** For each node whether the scene that is shown holds it. */
  readonly isShown: readonly boolean[];
}

function readParents(nodes: readonly JsonObject[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, index) => {
    arrayAt(node.children, `nodes[${index}].children`).forEach((value, position) => {
      const place = `nodes[${index}].children[${position}]`;
      const child = indexAt(value, nodes.length, place);
      if (parents[child] !== -1 || child === index) {
        throw new ReadError("invalid-structure", place, `expected node ${child} to have one parent`);
      }
      parents[child] = index;
    });
  });
  return parents;
}

function sceneRoots(json: JsonObject, parents: Int32Array): readonly number[] {
  const scenes = objectsAt(json.scenes, "scenes");
  if (scenes.length === 0) {
    return [...parents.keys()].filter((index) => parents[index] === -1);
  }
  const scene = json.scene === undefined ? 0 : indexAt(json.scene, scenes.length, "scene");
  return arrayAt(scenes[scene]?.nodes, `scenes[${scene}].nodes`).map((value, position) =>
    indexAt(value, parents.length, `scenes[${scene}].nodes[${position}]`),
  );
}

/** Parents before children; a node that lies on a ring is never reached and ends in a `ReadError`. */
function parentsFirst(nodes: readonly JsonObject[], parents: Int32Array): readonly number[] {
  const depth = new Int32Array(nodes.length);
  const order = [...parents.keys()].filter((index) => parents[index] === -1);
  for (let at = 0; at < order.length; ++at) {
    const index = order[at] as number;
    if ((depth[index] as number) > MAX_NODE_DEPTH) {
      throw new ReadError("too-large", `nodes[${index}]`, `expected at most ${MAX_NODE_DEPTH} nested nodes`);
    }
    for (const child of (nodes[index]?.children ?? []) as number[]) {
      depth[child] = (depth[index] as number) + 1;
      order.push(child);
    }
  }
  if (order.length < nodes.length) {
    throw new ReadError("invalid-structure", "nodes", "expected a tree, found nodes that contain themselves");
  }
  return order;
}

/** Throws `ReadError` where the nodes are not a tree or a transform is not finite. */
export function readNodeTree(json: JsonObject, format: AvatarFormat): NodeTree {
  const source = objectsAt(json.nodes, "nodes");
  const parents = readParents(source);
  const roots = sceneRoots(json, parents);
  const base = format === "vrm0" ? halfTurnMatrix() : identityMatrix();
  const worlds: Float64Array[] = new Array(source.length);
  const isShown: boolean[] = new Array(source.length).fill(false);
  for (const root of roots) isShown[root] = true;
  for (const index of parentsFirst(source, parents)) {
    const parent = parents[index] as number;
    const local = localMatrix(source[index] as JsonObject, `nodes[${index}]`);
    worlds[index] = multiply(parent === -1 ? base : (worlds[parent] as Float64Array), local);
    if (parent !== -1 && isShown[parent]) isShown[index] = true;
  }
  const nodes = source.map((node, index) => ({
    index,
    name: textOr(node.name),
    parent: parents[index] as number,
    world: worlds[index] as Float64Array,
  }));
  return { nodes, isShown };
}
