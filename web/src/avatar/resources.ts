// Finds and frees everything that a loaded file holds on the graphics unit: geometries, materials, textures, skeletons.
// It does not know which copies share them; the owner frees once.
import type { Material, Mesh, Object3D, Skeleton, SkinnedMesh, Texture } from "three";

function isTexture(value: unknown): value is Texture {
  return typeof value === "object" && value !== null && (value as Texture).isTexture === true;
}

/** Every texture of the materials, also those that a shader material holds in its uniforms. */
export function texturesOf(materials: Material | Material[]): Set<Texture> {
  const found = new Set<Texture>();
  for (const material of Array.isArray(materials) ? materials : [materials]) {
    for (const value of Object.values(material)) if (isTexture(value)) found.add(value);
    const uniforms = (material as Material & { uniforms?: Record<string, { value: unknown }> }).uniforms;
    if (uniforms === undefined) continue;
    for (const uniform of Object.values(uniforms)) if (isTexture(uniform.value)) found.add(uniform.value);
  }
  return found;
}

/** Frees the skeletons of a copy: their bone textures are its own, unlike its geometries and materials. */
export function disposeSkeletons(root: Object3D): void {
  const skeletons = new Set<Skeleton>();
  root.traverse((object) => {
    const skinned = object as SkinnedMesh;
    if (skinned.isSkinnedMesh) skeletons.add(skinned.skeleton);
  });
  for (const skeleton of skeletons) skeleton.dispose();
}

/** Frees what all copies share. `extra` are textures that no material names, such as a thumbnail. */
export function disposeShared(root: Object3D, extra: Iterable<Texture> = []): void {
  const textures = new Set<Texture>(extra);
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (mesh.geometry === undefined || mesh.material === undefined) return;
    mesh.geometry.dispose();
    for (const texture of texturesOf(mesh.material)) textures.add(texture);
    for (const material of Array.isArray(mesh.material) ? mesh.material : [mesh.material]) material.dispose();
  });
  for (const texture of textures) {
    texture.dispose();
    const data: unknown = texture.source.data;
    if (typeof ImageBitmap !== "undefined" && data instanceof ImageBitmap) data.close();
  }
}
