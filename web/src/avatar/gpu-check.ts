// Refuses a drawing that the graphics unit cannot hold, by name of the limit, before anything is uploaded.
// It does not shrink anything: a silently blurred avatar would be worse than a clear answer.
import type { BufferGeometry, Mesh, Object3D, Texture } from "three";
import { DrawingError } from "./drawing-error";
import { texturesOf } from "./resources";

/** The limits that are checked; `Stage.limits` has this form. */
export interface DrawingLimits {
  readonly maxTextureSize: number;
  readonly maxArrayLayers: number;
  readonly maxElementIndex: number;
}

/** Floats that a morph texture spends on one vertex of one target: position, normal, colour, each a texel. */
function morphTexelsPerVertex(geometry: BufferGeometry): number {
  if (geometry.morphAttributes.color !== undefined) return 3;
  if (geometry.morphAttributes.normal !== undefined) return 2;
  return 1;
}

function checkGeometry(name: string, geometry: BufferGeometry, limits: DrawingLimits): void {
  const vertices = geometry.getAttribute("position")?.count ?? 0;
  if (vertices > limits.maxElementIndex) {
    throw new DrawingError(
      "gpu-limit",
      `mesh "${name}" with ${vertices} vertices`,
      `this graphics unit's MAX_ELEMENT_INDEX is ${limits.maxElementIndex}`,
    );
  }
  const targets = geometry.morphAttributes.position?.length ?? geometry.morphAttributes.normal?.length ?? 0;
  if (targets === 0) return;
  if (targets > limits.maxArrayLayers) {
    throw new DrawingError(
      "gpu-limit",
      `mesh "${name}" with ${targets} driven morph targets`,
      `this graphics unit's MAX_ARRAY_TEXTURE_LAYERS is ${limits.maxArrayLayers}`,
    );
  }
  const rows = Math.ceil((vertices * morphTexelsPerVertex(geometry)) / limits.maxTextureSize);
  if (rows > limits.maxTextureSize) {
    throw new DrawingError(
      "gpu-limit",
      `morph targets of mesh "${name}" with ${vertices} vertices`,
      `they need ${rows} texture rows; this graphics unit's MAX_TEXTURE_SIZE is ${limits.maxTextureSize}`,
    );
  }
}

function checkTexture(texture: Texture, limits: DrawingLimits): void {
  const image = texture.image as { width?: number; height?: number } | null | undefined;
  const width = image?.width ?? 0;
  const height = image?.height ?? 0;
  if (Math.max(width, height) <= limits.maxTextureSize) return;
  throw new DrawingError(
    "gpu-limit",
    `image "${texture.name || "unnamed"}" of ${width} x ${height} pixels`,
    `this graphics unit's MAX_TEXTURE_SIZE is ${limits.maxTextureSize}`,
  );
}

/** @throws DrawingError with code `gpu-limit` */
export function checkGpuLimits(root: Object3D, limits: DrawingLimits): void {
  const textures = new Set<Texture>();
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh) return;
    checkGeometry(mesh.name, mesh.geometry, limits);
    for (const texture of texturesOf(mesh.material)) textures.add(texture);
  });
  for (const texture of textures) checkTexture(texture, limits);
}
