// One request to the probe answered: the file's bytes and those beside it fetched from their blobs, then read and measured.
// It posts nothing and loads no core: a worker does, or a page that has none.

import type { Core } from "../core/core";
import type { Decoders } from "../reader/decoders";
import { probeBytes } from "./probe-bytes";
import type { ProbeFailure, ProbeFile, ProbeRequest, ProbeResult, ProbeStage } from "./probe-messages";

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Buffers of a .gltf are looked up by their last name among the files that were dropped with it. */
async function besideBytes(file: ProbeFile, address: string): Promise<Uint8Array> {
  const name = decodeURIComponent(address.split("/").at(-1) ?? address);
  const blob = file.beside?.[name];
  if (blob === undefined) throw new Error(`drop "${name}" together with ${file.name}`);
  return bytesOf(blob);
}

/** An error in the form that crosses threads; its message names the file. */
export function failureOf(error: unknown, file: string): ProbeFailure {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "internal";
  return { code, message: message.startsWith(file) ? message : `${file}: ${message}` };
}

/** Throws the reader's `ReadError` and the core's errors. */
export async function answerRequest(
  core: Core | Promise<Core>,
  decoders: Decoders,
  { file, substitutes, mapping = {} }: ProbeRequest,
  onProgress: (stage: ProbeStage, done: number, total: number) => void,
): Promise<ProbeResult> {
  const [ready, bytes] = await Promise.all([core, bytesOf(file.content)]);
  return probeBytes(ready, bytes, {
    file: file.name,
    decoders,
    resolveUri: (address) => besideBytes(file, address),
    substitutes,
    mapping,
    onProgress,
  });
}
