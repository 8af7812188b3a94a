// Tells what a dropped file is by its content, and only then by its name.
// It reads no more than it needs and validates nothing.

export type FileKind = "avatar" | "recording" | "body" | "mapping" | "bones" | "profile" | "unknown";

const GLB_MAGIC = 0x46546c67;
const AVATAR_NAMES = /\.(vrm|glb|gltf)$/i;
/** Bytes of a JSON file that are searched for the keys that tell its kind. */
const SEARCHED_BYTES = 65_536;

export async function fileKind(name: string, content: Blob): Promise<FileKind> {
  const start = await content.slice(0, SEARCHED_BYTES).arrayBuffer();
  const isGlb = start.byteLength >= 4 && new DataView(start).getUint32(0, true) === GLB_MAGIC;
  if (isGlb) return isAnimation(name, start) ? "body" : "avatar";
  if (AVATAR_NAMES.test(name)) return "avatar";
  const head = new TextDecoder()
    .decode(start)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (head.startsWith("{") || head.startsWith("[")) return jsonKind(head);
  if (/^("?format version"?\s*,|hierarchy\s)/i.test(head) || /\.bvh$/i.test(name)) return "body";
  if (/^timecode\s*,/i.test(head) || /\.csv$/i.test(name)) return "recording";
  return /\.json$/i.test(name) ? "profile" : "unknown";
}

/** A VRM animation: glTF without anything to draw. Its extension may stand beyond what is searched, then its name tells. */
function isAnimation(name: string, start: ArrayBuffer): boolean {
  return /\.vrma$/i.test(name) || new TextDecoder().decode(start).includes('"VRMC_vrm_animation"');
}

function jsonKind(head: string): FileKind {
  if (/"asset"\s*:\s*\{/.test(head)) return "avatar";
  if (/"calibration"\s*:/.test(head)) return "profile";
  if (/"doppelBones"\s*:/.test(head)) return "bones";
  if (/"doppelMapping"\s*:/.test(head)) return "mapping";
  if (/"(frames|rows|values|data|names|fps|blendshapes)"\s*:/i.test(head) || head.startsWith("["))
    return "recording";
  return "profile";
}
