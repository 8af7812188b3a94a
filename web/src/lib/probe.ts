// The library's probe, built as a file of its own: a worker where it is started as one, else a module that measures where it is.
// It keeps nothing between two files.

import type { Core } from "../core/core";
import { loadCoreBytes } from "../core/load-core-bytes";
import { answerRequest, failureOf } from "../probe/answer-request";
import type { ProbeMessage, ProbeRequest, ProbeResult, ProbeStage } from "../probe/probe-messages";
import { libraryDecoders } from "./decoders";

/** What the worker is sent before the request. */
export interface CoreMessage {
  readonly wasm: Uint8Array;
}

/** Reads and measures on the calling thread, which stands still meanwhile. */
export function measureHere(
  core: Core | Promise<Core>,
  request: ProbeRequest,
  onProgress: (stage: ProbeStage, done: number, total: number) => void,
): Promise<ProbeResult> {
  return answerRequest(core, libraryDecoders, request, onProgress);
}

function serve(scope: DedicatedWorkerGlobalScope): void {
  const post = (message: ProbeMessage) => scope.postMessage(message);
  let wasm: Uint8Array | undefined;
  const answer = async (request: ProbeRequest) => {
    try {
      const core = loadCoreBytes(wasm ?? new Uint8Array());
      const result = await measureHere(core, request, (stage, done, total) =>
        post({ kind: "progress", stage, done, total }),
      );
      post({ kind: "done", result });
    } catch (error) {
      post({ kind: "failed", failure: failureOf(error, request.file.name) });
    }
    scope.close();
  };
  scope.onmessage = ({ data }: MessageEvent<CoreMessage | ProbeRequest>) => {
    if ("wasm" in data) wasm = data.wasm;
    else void answer(data);
  };
}

// The name is the library's own: a page that runs in a worker and imports this module for itself is not taken for the probe.
if (typeof DedicatedWorkerGlobalScope !== "undefined" && self.name === "doppel-probe") {
  serve(self as unknown as DedicatedWorkerGlobalScope);
}
