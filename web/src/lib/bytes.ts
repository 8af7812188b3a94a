// Bytes from whatever a page has: an address, a buffer, a blob; under Node also from a file: address.
// It caches nothing.

import { DoppelError } from "./errors";

/** Bytes, or where they can be fetched. */
export type BytesSource = string | URL | ArrayBuffer | Uint8Array | Blob;

interface NodeFiles {
  readFileSync(path: URL): Uint8Array;
}

/** Node's own file system, or nothing in a browser. Asked for in this way, no bundler looks for it. */
function nodeFiles(): NodeFiles | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => unknown };
  };
  return process?.getBuiltinModule?.("node:fs") as NodeFiles | undefined;
}

async function fetchBytes(address: string | URL): Promise<Uint8Array> {
  const text = String(address);
  try {
    const files = text.startsWith("file:") ? nodeFiles() : undefined;
    if (files !== undefined) return files.readFileSync(new URL(text));
    const answer = await fetch(text);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DoppelError("fetch-failed", `${text}: expected a file (${reason})`, { cause });
  }
}

/** Throws `fetch-failed`. */
export async function bytesOf(source: BytesSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  return fetchBytes(source);
}
