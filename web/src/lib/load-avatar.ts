// Loads an avatar with three.js and binds a face to it, for pages that have none yet: `doppel/load`.
// The only part of the library that needs three.js and three-vrm.

import { type VRM, VRMUtils } from "@pixiv/three-vrm";
import type { Group } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { vrmPlugin } from "../avatar/vrm-plugin";
import { type BytesSource, bytesOf } from "./bytes";
import type { BindOptions, Doppel } from "./doppel";
import type { Face } from "./face";

export interface LoadOptions extends Omit<BindOptions, "bytes" | "scene" | "copy"> {
  /**
   * A loader of the page's own, such as one with Draco or KTX2. Default: one with Meshopt and three-vrm, without three-vrm's expressions
   * and look-at, which would write what the face writes.
   */
  readonly loader?: GLTFLoader;
}

export interface LoadedAvatar {
  /** To be added to a scene. It faces +Z. */
  readonly root: Group;
  readonly gltf: GLTF;
  /** For `vrm.update(dt)`, before `face.update(dt)`: spring bones. Null for a file that is no VRM. */
  readonly vrm: VRM | null;
  readonly face: Face;
  /** Disposes of the face and frees everything that the avatar holds. */
  dispose(): void;
}

function defaultLoader(): GLTFLoader {
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.register(vrmPlugin);
  return loader;
}

/**
 * Loads, measures and binds.
 * @throws what the loader throws, and what `Doppel.bind` throws; nothing stays allocated then
 */
export async function loadAvatar(
  doppel: Doppel,
  source: BytesSource,
  options: LoadOptions = {},
): Promise<LoadedAvatar> {
  const { loader = defaultLoader(), ...bind } = options;
  const bytes = await bytesOf(source);
  const named = typeof source === "string" || source instanceof URL ? fileName(source) : undefined;
  const gltf = await loader.parseAsync(bytes.slice().buffer, "");
  const root = gltf.scene;
  try {
    const face = await doppel.bind({
      ...(named !== undefined && { name: named }),
      ...bind,
      bytes,
      scene: gltf,
    });
    const vrm = (gltf.userData.vrm as VRM | undefined) ?? null;
    if (vrm !== null) VRMUtils.rotateVRM0(vrm);
    // Bounds at rest are wrong as soon as morphs and bones move.
    root.traverse((object) => {
      object.frustumCulled = false;
    });
    const dispose = () => {
      face.dispose();
      root.removeFromParent();
      VRMUtils.deepDispose(root);
    };
    return { root, gltf, vrm, face, dispose };
  } catch (error) {
    VRMUtils.deepDispose(root);
    throw error;
  }
}

function fileName(address: string | URL): string {
  const [path = ""] = String(address).split(/[?#]/);
  return path.split("/").at(-1) ?? "";
}
