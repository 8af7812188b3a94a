// The probe worker: one request, one wasm instance of its own, one answer; then it ends and its memory is free.
// It draws nothing, keeps nothing, and is not for Node.

import { loadCore } from "../core/load-core";
import { browserDecoders } from "../reader/decoders-browser";
import { probeBytes } from "./probe-bytes";
import type { ProbeFailure, ProbeFile, ProbeMessage, ProbeRequest } from "./probe-messages";

const scope = self as unknown as DedicatedWorkerGlobalScope;

function post(message: ProbeMessage): void {
  scope.postMessage(message);
}

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

function failureOf(error: unknown, file: string): ProbeFailure {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "internal";
  return { code, message: message.startsWith(file) ? message : `${file}: ${message}` };
}

async function answer({ file, substitutes }: ProbeRequest): Promise<void> {
  try {
    const [core, bytes] = await Promise.all([loadCore(), bytesOf(file.content)]);
    const result = await probeBytes(core, bytes, {
      file: file.name,
      decoders: browserDecoders,
      resolveUri: (address) => besideBytes(file, address),
      substitutes,
      onProgress: (stage, done, total) => post({ kind: "progress", stage, done, total }),
    });
    post({ kind: "done", result });
  } catch (error) {
    post({ kind: "failed", failure: failureOf(error, file.name) });
  }
  scope.close();
}

scope.onmessage = ({ data }: MessageEvent<ProbeRequest>) => void answer(data);
