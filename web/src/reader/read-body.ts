// Reads a body recording of any kind from bytes, told by what they hold: BVH or Motive CSV as text, a VRM animation as glTF.
// It is no reader itself, and the same in the page's worker and in Node.
import type { MotionClip, MotionOptions } from "../sources/motion/motion-clip";
import { readMotion } from "../sources/motion/read-motion";
import { openContainer } from "./container";
import { ReadError } from "./read-error";
import { readVrma } from "./read-vrma";
import { isVrmAnimation } from "./vrma-humanoid";

const GLB = "glTF";

/** A GLB or a glTF document; everything else is a recording in text form. */
function isGltf(bytes: Uint8Array): boolean {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/, "")
    .trimStart();
  return start.startsWith(GLB) || start.startsWith("{");
}

/**
 * @param file name for messages
 * @param options for recordings in text form; a VRM animation states everything
 * @throws RecordingError or ReadError, both with file, place and expectation
 */
export async function readBody(
  bytes: Uint8Array,
  file: string,
  options: MotionOptions = {},
): Promise<MotionClip> {
  if (!isGltf(bytes)) return readMotion(new TextDecoder().decode(bytes), file, options);
  try {
    const { json } = await openContainer(bytes);
    if (isVrmAnimation(json)) return await readVrma(bytes, file);
  } catch (error) {
    throw error instanceof ReadError ? error.inFile(file) : error;
  }
  const expectation = "expected a body recording, found an avatar or another glTF file";
  throw new ReadError("invalid-structure", "", expectation, file);
}
