// Takes a file apart: GLB or glTF bytes -> the JSON document and the bytes of its buffers.
// It does not interpret the document beyond `buffers`.
import { arrayAt, countAt, isObject, type JsonObject, objectsAt, textOr } from "./json-values";
import { ReadError } from "./read-error";

const GLB_MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Gives the bytes behind an address that a .gltf names; relative to the file. */
export type UriResolver = (uri: string) => Promise<Uint8Array>;

export interface GltfContainer {
  readonly json: JsonObject;
  readonly isBinary: boolean;
  /** One for each entry of `buffers`; empty where the entry has no data (a fallback buffer of compressed data). */
  readonly buffers: readonly Uint8Array[];
}

/** Chunks are padded with spaces; some writers pad with zeros. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

function parseJson(bytes: Uint8Array, place: string): JsonObject {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(withoutPadding(bytes)));
  } catch (error) {
    throw new ReadError("invalid-json", place, `expected JSON text (${(error as Error).message})`);
  }
  if (!isObject(json)) throw new ReadError("invalid-json", place, "expected a JSON object");
  return json;
}

function splitGlb(bytes: Uint8Array): { json: JsonObject; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES) {
    throw new ReadError("truncated", "header", `expected at least 20 bytes, found ${bytes.byteLength}`);
  }
  const version = view.getUint32(4, true);
  if (version !== 2) {
    throw new ReadError("unsupported-version", "header", `expected GLB version 2, found ${version}`);
  }
  const length = view.getUint32(8, true);
  if (length > bytes.byteLength) {
    throw new ReadError("truncated", "header", `expected ${length} bytes, found ${bytes.byteLength}`);
  }
  let json: JsonObject | undefined;
  let binary: Uint8Array | undefined;
  let offset = HEADER_BYTES;
  while (offset + CHUNK_HEADER_BYTES <= length) {
    const chunkLength = view.getUint32(offset, true);
    const chunkType = view.getUint32(offset + 4, true);
    const start = offset + CHUNK_HEADER_BYTES;
    if (start + chunkLength > length) {
      throw new ReadError(
        "truncated",
        `chunk at byte ${offset}`,
        `expected ${chunkLength} bytes, found ${length - start}`,
      );
    }
    const chunk = bytes.subarray(start, start + chunkLength);
    if (chunkType === CHUNK_JSON && json === undefined) json = parseJson(chunk, "JSON chunk");
    else if (chunkType === CHUNK_BIN && binary === undefined) binary = chunk;
    offset = start + chunkLength;
  }
  if (json === undefined) {
    throw new ReadError("not-gltf", "first chunk", "expected the JSON chunk of a GLB file");
  }
  return { json, binary };
}

/** Bytes of a `data:` address, base64 or percent-encoded. */
export function decodeDataUri(uri: string, place: string): Uint8Array {
  const comma = uri.indexOf(",");
  if (comma < 0) throw new ReadError("invalid-structure", place, "expected a data: address with a comma");
  const payload = uri.slice(comma + 1);
  try {
    const text = uri.slice(0, comma).endsWith(";base64")
      ? atob(payload.replace(/\s/g, ""))
      : decodeURIComponent(payload);
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    throw new ReadError("invalid-structure", place, "expected valid base64 data");
  }
}

function isFallback(buffer: JsonObject): boolean {
  const extensions = isObject(buffer.extensions) ? buffer.extensions : {};
  return "EXT_meshopt_compression" in extensions || "KHR_meshopt_compression" in extensions;
}

async function bufferBytes(
  buffer: JsonObject,
  index: number,
  binary: Uint8Array | undefined,
  resolveUri: UriResolver | undefined,
): Promise<Uint8Array> {
  const place = `buffers[${index}]`;
  const byteLength = countAt(buffer.byteLength, `${place}.byteLength`);
  const uri = textOr(buffer.uri);
  let bytes: Uint8Array | undefined;
  if (uri.startsWith("data:")) {
    bytes = decodeDataUri(uri, `${place}.uri`);
  } else if (uri !== "") {
    if (isFallback(buffer)) return new Uint8Array(0);
    if (resolveUri === undefined) {
      throw new ReadError("missing-resource", `${place}.uri`, `expected the file "${uri}" beside this one`);
    }
    try {
      bytes = await resolveUri(uri);
    } catch (error) {
      throw new ReadError("missing-resource", `${place}.uri`, `"${uri}" cannot be read (${String(error)})`);
    }
  } else if (index === 0 && binary !== undefined) {
    bytes = binary;
  } else if (isFallback(buffer)) {
    return new Uint8Array(0);
  }
  if (bytes === undefined) {
    throw new ReadError("missing-resource", place, "expected a binary chunk or an address");
  }
  if (bytes.byteLength < byteLength) {
    throw new ReadError("truncated", place, `expected ${byteLength} bytes, found ${bytes.byteLength}`);
  }
  return bytes.subarray(0, byteLength);
}

/** Throws `ReadError`. External buffers are asked for through `resolveUri`; images never are. */
export async function openContainer(bytes: Uint8Array, resolveUri?: UriResolver): Promise<GltfContainer> {
  if (bytes.byteLength < 4) {
    throw new ReadError("not-gltf", "", `expected a GLB, glTF or VRM file, found ${bytes.byteLength} bytes`);
  }
  const magic = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const isBinary = magic === GLB_MAGIC;
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
  if (!isBinary && first !== "{".charCodeAt(0)) {
    throw new ReadError("not-gltf", "", 'expected a GLB, glTF or VRM file (starting with "glTF" or "{")');
  }
  const { json, binary } = isBinary
    ? splitGlb(bytes)
    : { json: parseJson(bytes, "document"), binary: undefined };
  if (!isObject(json.asset)) {
    throw new ReadError("not-gltf", "asset", "expected the asset entry of a glTF document");
  }
  arrayAt(json.buffers, "buffers");
  const buffers = await Promise.all(
    objectsAt(json.buffers, "buffers").map((buffer, index) => bufferBytes(buffer, index, binary, resolveUri)),
  );
  return { json, isBinary, buffers };
}
