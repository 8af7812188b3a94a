// Edits the JSON part of a GLB and leaves its binary part alone.
// For what glTF-Transform does not carry: VRM extensions, target names in other places, deliberate faults.

const CHUNK_JSON = 0x4e4f534a;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

// biome-ignore lint/suspicious/noExplicitAny: an edit reaches whatever part of the document it wants
export type Json = any;

/** The JSON document of a GLB. */
export function glbJson(bytes: Uint8Array): Json {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(HEADER_BYTES, true);
  const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, start + length)));
}

/** The first binary chunk, padding included; empty where there is none. */
export function glbBinary(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = HEADER_BYTES + 2 * CHUNK_HEADER_BYTES + view.getUint32(HEADER_BYTES, true);
  return bytes.subarray(Math.min(start, bytes.byteLength));
}

/** A GLB of the two parts. */
export function buildGlb(json: Json, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = (length: number) => length + ((4 - (length % 4)) % 4);
  const jsonLength = padded(text.length);
  const binaryLength = padded(binary.length);
  const hasBinary = binaryLength > 0;
  const total =
    HEADER_BYTES + CHUNK_HEADER_BYTES + jsonLength + (hasBinary ? CHUNK_HEADER_BYTES + binaryLength : 0);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, total, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, CHUNK_JSON, true);
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(text, 20);
  if (hasBinary) {
    view.setUint32(20 + jsonLength, binaryLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    bytes.set(binary, 28 + jsonLength);
  }
  return bytes;
}

/** The same GLB with its JSON changed in place by `edit`. */
export function editGlbJson(bytes: Uint8Array, edit: (json: Json) => void): Uint8Array {
  const json = glbJson(bytes);
  edit(json);
  return buildGlb(json, glbBinary(bytes));
}
