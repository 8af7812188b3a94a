// The measurement of spec 3.2 in plain JavaScript through three.js: what a page would write without the core, to compare times with.
// It is not used by the application, and measures the rms only: no travel, no extents, no lids, no lips, no folds.
import { Mesh, type Object3D, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { buildGlb, glbBinary, glbJson } from "../../scripts/avatars/write/glb-json";

/** Weights of spec 3.2. */
const probeWeights = [0.05, 0.25, 0.5, 0.75, 1];
/** Vertices that move less, metres, do not count. */
const movedMore = 1e-6;

/** The scene of a GLB without its pictures, which Node cannot decode and the measurement does not need. */
export async function loadScene(bytes: Uint8Array): Promise<Object3D> {
  const json = glbJson(bytes);
  for (const key of ["images", "textures", "samplers", "materials"]) delete json[key];
  for (const mesh of json.meshes) for (const primitive of mesh.primitives) delete primitive.material;
  const plain = buildGlb(json, glbBinary(bytes));
  const gltf = await new GLTFLoader().parseAsync(
    plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength) as ArrayBuffer,
    "",
  );
  gltf.scene.updateMatrixWorld(true);
  return gltf.scene;
}

interface Rest {
  readonly mesh: Mesh;
  /** World positions at rest, n x 3. */
  readonly positions: Float64Array;
}

const point = new Vector3();

function worldPositions(mesh: Mesh): Float64Array {
  const count = mesh.geometry.getAttribute("position").count;
  const positions = new Float64Array(count * 3);
  for (let vertex = 0; vertex < count; ++vertex) {
    mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
    point.toArray(positions, vertex * 3);
  }
  return positions;
}

function meshesWith(rests: readonly Rest[], channel: string): readonly (Rest & { index: number })[] {
  return rests.flatMap((rest) => {
    const index = rest.mesh.morphTargetDictionary?.[channel];
    return index === undefined ? [] : [{ ...rest, index }];
  });
}

function rmsAt(meshes: readonly (Rest & { index: number })[], weight: number): number {
  let sum = 0;
  let moved = 0;
  for (const { mesh, positions, index } of meshes) {
    const influences = mesh.morphTargetInfluences ?? [];
    influences[index] = weight;
    for (let vertex = 0; vertex * 3 < positions.length; ++vertex) {
      mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
      const x = point.x - (positions[vertex * 3] ?? 0);
      const y = point.y - (positions[vertex * 3 + 1] ?? 0);
      const z = point.z - (positions[vertex * 3 + 2] ?? 0);
      const squared = x * x + y * y + z * z;
      if (squared <= movedMore * movedMore) continue;
      sum += squared;
      moved += 1;
    }
    influences[index] = 0;
  }
  return moved === 0 ? 0 : Math.sqrt(sum / moved);
}

/** Rms of each channel at each probe weight, metres, all meshes pooled. */
export function probeScene(scene: Object3D, channels: readonly string[]): Map<string, number[]> {
  const rests: Rest[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh && object.morphTargetDictionary !== undefined) {
      rests.push({ mesh: object, positions: worldPositions(object) });
    }
  });
  return new Map(
    channels.map((channel) => {
      const meshes = meshesWith(rests, channel);
      return [channel, probeWeights.map((weight) => rmsAt(meshes, weight))];
    }),
  );
}
