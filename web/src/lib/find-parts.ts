// Finds the objects of a page's scene that belong to the file's nodes and meshes: by what the loader says, else by name and order.
// It changes nothing in the scene.

import { DoppelError } from "./errors";
import type { FileJson, FileNode } from "./file-json";
import type { SceneGltf, SceneObject } from "./scene-types";

/** A mesh with morph influences and its index in the file. */
export interface FoundMesh {
  readonly object: SceneObject;
  readonly mesh: number;
}

export interface FoundParts {
  /** What carries all of the avatar. */
  readonly root: SceneObject;
  readonly meshes: readonly FoundMesh[];
  /** By the file's node index. */
  readonly nodes: ReadonlyMap<number, SceneObject>;
}

export function traverse(root: SceneObject, visit: (object: SceneObject) => void): void {
  visit(root);
  for (const child of root.children) traverse(child, visit);
}

/** A copy of a loaded scene has the same shape, so that its objects are found by their places. */
function counterparts(scene: SceneObject, copy: SceneObject): Map<SceneObject, SceneObject> {
  const pairs = new Map<SceneObject, SceneObject>();
  const pair = (a: SceneObject, b: SceneObject): void => {
    pairs.set(a, b);
    a.children.forEach((child, index) => {
      const other = b.children[index];
      if (other !== undefined) pair(child, other);
    });
  };
  pair(scene, copy);
  return pairs;
}

/** By the loader's own associations. @param root the loaded scene or a copy of it */
export function findByAssociations(gltf: SceneGltf, root: SceneObject): FoundParts {
  const references = new Map<object, { readonly nodes?: number; readonly meshes?: number }>();
  gltf.parser.associations.forEach((reference, object) => {
    if (reference !== undefined) references.set(object, reference);
  });
  const copies = root === gltf.scene ? null : counterparts(gltf.scene, root);
  const nodes = new Map<number, SceneObject>();
  const meshes: FoundMesh[] = [];
  const meshOf = (object: SceneObject): number | undefined => {
    for (let at: SceneObject | null = object; at !== null; at = at.parent) {
      const reference = references.get(at);
      if (reference?.meshes !== undefined) return reference.meshes;
      if (reference?.nodes !== undefined) return undefined;
    }
    return undefined;
  };
  traverse(gltf.scene, (object) => {
    const own = copies === null ? object : copies.get(object);
    if (own === undefined) return;
    const node = references.get(object)?.nodes;
    if (node !== undefined) nodes.set(node, own);
    if (own.morphTargetInfluences === undefined) return;
    const mesh = meshOf(object);
    if (mesh !== undefined) meshes.push({ object: own, mesh });
  });
  return { root, nodes, meshes };
}

/** Names as three.js's loader leaves them. */
const sanitized = (name: string): string => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");

function nameOfObject(object: SceneObject): string {
  // Where the loader had to change a name, the file's own stands here.
  const original: unknown = object.userData.name;
  return sanitized(typeof original === "string" && original !== "" ? original : object.name);
}

function nameOfNode(node: FileNode, json: FileJson): string {
  if (node.name) return sanitized(node.name);
  return node.mesh === undefined ? "" : sanitized(json.meshes[node.mesh]?.name ?? "");
}

function collect<T>(groups: Map<string, T[]>, name: string, item: T): void {
  if (name === "") return;
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [item]);
  else group.push(item);
}

/**
 * By the names of nodes; nodes of one name by their order, which the loader keeps. Names that occur more or less often in the scene
 * than in the file are left out.
 */
export function findByNames(json: FileJson, root: SceneObject): FoundParts {
  const inFile = new Map<string, number[]>();
  for (const index of json.order) {
    const node = json.nodes[index];
    if (node !== undefined) collect(inFile, nameOfNode(node, json), index);
  }
  const inScene = new Map<string, SceneObject[]>();
  traverse(root, (object) => collect(inScene, nameOfObject(object), object));
  const nodes = new Map<number, SceneObject>();
  for (const [name, indices] of inFile) {
    const objects = inScene.get(name);
    if (objects?.length !== indices.length) continue;
    indices.forEach((index, place) => {
      nodes.set(index, objects[place] as SceneObject);
    });
  }
  const taken = new Set(nodes.values());
  const meshes: FoundMesh[] = [];
  for (const [index, object] of nodes) {
    const mesh = json.nodes[index]?.mesh;
    if (mesh === undefined) continue;
    // A mesh of several primitives is a group of meshes.
    for (const part of [object, ...object.children.filter((child) => !taken.has(child))]) {
      if (part.morphTargetInfluences !== undefined) meshes.push({ object: part, mesh });
    }
  }
  return { root, nodes, meshes };
}

/** Throws `scene-mismatch` where a mesh that the face needs is not there or does not have the file's targets. */
export function checkMeshes(
  parts: FoundParts,
  targetsOfMesh: ReadonlyMap<number, number>,
  needed: ReadonlySet<number>,
  file: string,
): void {
  const found = new Set(parts.meshes.map((part) => part.mesh));
  for (const mesh of needed) {
    if (found.has(mesh)) continue;
    throw new DoppelError(
      "scene-mismatch",
      `${file}: expected the file's mesh ${mesh} with morph targets in the scene; give bind() the GLTF that the loader returned`,
    );
  }
  for (const { object, mesh } of parts.meshes) {
    const expected = targetsOfMesh.get(mesh) ?? 0;
    const count = object.morphTargetInfluences?.length ?? 0;
    if (!needed.has(mesh) || count === expected) continue;
    throw new DoppelError(
      "scene-mismatch",
      `${file}: mesh "${object.name}" has ${count} morph targets in the scene and ${expected} in the file; bind the face before targets are merged or dropped (VRMUtils.combineMorphs)`,
    );
  }
}
