// Skin matrices in avatar space, and which of them a face bone carries.
// It does not move vertices.
import type { GeometryAccessors } from "./geometry-accessors";
import { arrayAt, indexAt, type JsonObject, objectsAt } from "./json-values";
import { identityMatrix, MATRIX_LENGTH, multiplyInto } from "./matrix";
import type { NodeTree } from "./node-tree";
import { ReadError } from "./read-error";

/** Bones that a face channel can turn, in the order of their numbers. */
export const FACE_BONES = ["leftEye", "rightEye", "jaw"] as const;
export type FaceBoneName = (typeof FACE_BONES)[number];

export interface SkinMatrices {
  /** 16 values each. */
  readonly matrices: Float64Array;
  /** Number of the face bone that carries each matrix, or -1. */
  readonly faceBones: Int8Array;
  /** Node of each matrix. */
  readonly matrixNodes: Int32Array;
}

/** For each node the face bone it is or descends from (the nearest one), or -1. */
export function faceBoneOfNodes(tree: NodeTree, humanoid: Readonly<Record<string, number>>): Int8Array {
  const own = new Map<number, number>();
  FACE_BONES.forEach((name, bone) => {
    const node = humanoid[name];
    if (node !== undefined) own.set(node, bone);
  });
  return Int8Array.from(tree.nodes, (node) => {
    for (let index = node.index; index !== -1; index = (tree.nodes[index]?.parent ?? -1) as number) {
      const bone = own.get(index);
      if (bone !== undefined) return bone;
    }
    return -1;
  });
}

function inverseBinds(
  skin: JsonObject,
  geometry: GeometryAccessors,
  count: number,
  place: string,
): Float32Array | undefined {
  if (skin.inverseBindMatrices === undefined) return undefined;
  const matrices = geometry.floats(skin.inverseBindMatrices as number);
  if (matrices.length < count * MATRIX_LENGTH) {
    throw new ReadError(
      "out-of-range",
      `${place}.inverseBindMatrices`,
      `expected ${count} matrices, found ${matrices.length / MATRIX_LENGTH}`,
    );
  }
  return matrices;
}

/** Node index of every joint of every skin. Throws `ReadError` on an index out of range. */
export function readSkinJoints(json: JsonObject, nodeCount: number): readonly (readonly number[])[] {
  return objectsAt(json.skins, "skins").map((skin, index) => {
    const joints = arrayAt(skin.joints, `skins[${index}].joints`).map((value, position) =>
      indexAt(value, nodeCount, `skins[${index}].joints[${position}]`),
    );
    if (joints.length === 0) {
      throw new ReadError("invalid-structure", `skins[${index}].joints`, "expected at least one joint");
    }
    return joints;
  });
}

/** jointWorld x inverseBind for every skin of the file; a missing inverse bind matrix counts as the identity. */
export function readSkins(
  json: JsonObject,
  geometry: GeometryAccessors,
  tree: NodeTree,
  nodeFaceBones: Int8Array,
): readonly SkinMatrices[] {
  const joints = readSkinJoints(json, tree.nodes.length);
  return objectsAt(json.skins, "skins").map((skin, index) => {
    const nodes = joints[index] as readonly number[];
    const inverse = inverseBinds(skin, geometry, nodes.length, `skins[${index}]`);
    const matrices = new Float64Array(nodes.length * MATRIX_LENGTH);
    nodes.forEach((node, joint) => {
      const world = tree.nodes[node]?.world as Float64Array;
      const at = joint * MATRIX_LENGTH;
      multiplyInto(matrices, at, world, inverse ?? identityMatrix(), inverse === undefined ? 0 : at);
    });
    return {
      matrices,
      faceBones: Int8Array.from(nodes, (node) => nodeFaceBones[node] as number),
      matrixNodes: Int32Array.from(nodes),
    };
  });
}
