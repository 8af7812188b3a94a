// The meshes of a loaded scene by the file's indices, and what a copy of the scene shares with it.
// It knows nothing of slots, routes or descriptions.
import type { Mesh, Object3D, Skeleton } from "three";
import type { GLTFParser } from "three/examples/jsm/loaders/GLTFLoader.js";
import { isSkinned } from "./avatar-copy";

export interface MeshPart {
  readonly mesh: Mesh;
  /** The file's mesh index. */
  readonly index: number;
}

/** Every mesh that the file names, ready to be drawn. */
export function findParts(root: Object3D, associations: GLTFParser["associations"]): MeshPart[] {
  const parts: MeshPart[] = [];
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh) return;
    const index = meshIndexOf(mesh, associations);
    if (index !== undefined) parts.push({ mesh, index });
    // Bounds at rest are wrong as soon as bones or morphs move; faces are always in view here.
    mesh.frustumCulled = false;
  });
  return parts;
}

function meshIndexOf(mesh: Mesh, associations: GLTFParser["associations"]): number | undefined {
  for (let object: Object3D | null = mesh; object !== null; object = object.parent) {
    const index = associations.get(object)?.meshes;
    if (index !== undefined) return index;
    if (associations.get(object)?.nodes !== undefined) return undefined;
  }
  return undefined;
}

/** As many weights as the geometry has targets, all 0. */
export function resetInfluences(mesh: Mesh): void {
  const geometry = mesh.geometry;
  if (Object.keys(geometry.morphAttributes).length === 0) {
    delete mesh.morphTargetInfluences;
    delete mesh.morphTargetDictionary;
    return;
  }
  mesh.updateMorphTargets();
}

/** The clone gives each mesh a skeleton of its own; meshes of one skin go back to sharing one bone texture. */
export function shareSkeletons(source: Object3D, object: Object3D): void {
  const shared = new Map<Skeleton, Skeleton>();
  for (const [original, copied] of pairUp(source, object)) {
    if (!isSkinned(original) || !isSkinned(copied)) continue;
    const known = shared.get(original.skeleton);
    if (known === undefined) shared.set(original.skeleton, copied.skeleton);
    else copied.bind(known, copied.bindMatrix);
  }
}

/** Each object of a scene with its counterpart in a copy. */
export function pairUp(source: Object3D, copy: Object3D): Map<Object3D, Object3D> {
  const pairs = new Map<Object3D, Object3D>();
  const visit = (a: Object3D, b: Object3D): void => {
    pairs.set(a, b);
    a.children.forEach((child, index) => {
      const other = b.children[index];
      if (other !== undefined) visit(child, other);
    });
  };
  visit(source, copy);
  return pairs;
}
