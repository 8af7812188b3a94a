// Binds the library to a scene that three.js has loaded under Node, from the sources and the built core.
// No worker and no graphics unit: files with images are for the browser tests.
import { readFileSync } from "node:fs";
import { type GLTF, GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { vrmPlugin } from "../../web/src/avatar/vrm-plugin";
import { builtModuleFolder } from "../../web/src/core/load-core-node";
import { Doppel } from "../../web/src/lib";

export const coreBytes = (): Uint8Array => readFileSync(`${builtModuleFolder}doppel-core.wasm`);

export const loadLibrary = (): Promise<Doppel> => Doppel.load({ wasm: coreBytes(), worker: false });

export async function loadGltf(bytes: Uint8Array): Promise<GLTF> {
  // three.js asks for the page's global; nothing else of a browser is needed without images.
  (globalThis as { self?: unknown }).self ??= globalThis;
  const loader = new GLTFLoader();
  loader.register(vrmPlugin);
  return loader.parseAsync(bytes.slice().buffer as ArrayBuffer, "");
}
