// Loads bytes as the page draws them, without a graphics unit: three.js's loader and the reader's description under Node.
// Files with images cannot be loaded here; the browser tests do that.
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { AvatarDrawing } from "../../web/src/avatar/avatar-drawing";
import type { DrawingLimits } from "../../web/src/avatar/gpu-check";
import { vrmPlugin } from "../../web/src/avatar/vrm-plugin";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { readBytes } from "./samples";

export const roomyLimits: DrawingLimits = {
  maxTextureSize: 8192,
  maxArrayLayers: 2048,
  maxElementIndex: 2 ** 32 - 1,
};

export interface DrawnForTest {
  readonly drawing: AvatarDrawing;
  readonly description: AvatarDescription;
}

export async function drawBytes(
  bytes: Uint8Array,
  limits = roomyLimits,
  file = "test.glb",
): Promise<DrawnForTest> {
  // three.js asks for the page's global; nothing else of a browser is needed without images.
  (globalThis as { self?: unknown }).self ??= globalThis;
  const description = await readBytes(bytes, file);
  const loader = new GLTFLoader();
  loader.register(vrmPlugin);
  const buffer = bytes.slice().buffer as ArrayBuffer;
  const drawing = await AvatarDrawing.load(loader, buffer, description, limits, new AbortController().signal);
  return { drawing, description };
}
