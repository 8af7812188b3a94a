// The VRM part of a file's JSON: which version it is, and its raw extension object.
// Expressions, bones, look-at and licence each have a file of their own.
import type { AvatarFormat } from "./avatar-description";
import { isObject, type JsonObject, objectAt, textOr } from "./json-values";
import { ReadError } from "./read-error";

export interface VrmJson {
  readonly format: AvatarFormat;
  /** `VRMC_vrm`, `VRM`, or empty for a plain GLB or glTF. */
  readonly vrm: JsonObject;
}

const READ_VRM1_VERSION = /^1\.0/;

/** Throws `ReadError` for a VRM version above 1. */
export function readVrmJson(json: JsonObject, isBinary: boolean): VrmJson {
  const extensions = objectAt(json.extensions, "extensions");
  const vrm1 = extensions.VRMC_vrm;
  if (isObject(vrm1)) {
    const version = textOr(vrm1.specVersion);
    if (!READ_VRM1_VERSION.test(version)) {
      throw new ReadError(
        "unsupported-version",
        "extensions.VRMC_vrm.specVersion",
        `expected "1.0", found "${version}"`,
      );
    }
    return { format: "vrm1", vrm: vrm1 };
  }
  if (isObject(extensions.VRM)) return { format: "vrm0", vrm: extensions.VRM };
  return { format: isBinary ? "glb" : "gltf", vrm: {} };
}
