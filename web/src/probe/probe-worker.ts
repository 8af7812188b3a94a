// The probe worker: one request, one wasm instance of its own, one answer; then it ends and its memory is free.
// It draws nothing, keeps nothing, and is not for Node.

import { loadCore } from "../core/load-core";
import { browserDecoders } from "../reader/decoders-browser";
import { answerRequest, failureOf } from "./answer-request";
import type { ProbeMessage, ProbeRequest } from "./probe-messages";

const scope = self as unknown as DedicatedWorkerGlobalScope;

function post(message: ProbeMessage): void {
  scope.postMessage(message);
}

async function answer(request: ProbeRequest): Promise<void> {
  try {
    const result = await answerRequest(loadCore(), browserDecoders, request, (stage, done, total) =>
      post({ kind: "progress", stage, done, total }),
    );
    post({ kind: "done", result });
  } catch (error) {
    post({ kind: "failed", failure: failureOf(error, request.file.name) });
  }
  scope.close();
}

scope.onmessage = ({ data }: MessageEvent<ProbeRequest>) => void answer(data);
