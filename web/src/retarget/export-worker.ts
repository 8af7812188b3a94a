// The worker that writes retargeted motion: one request, one answer, in a wasm instance of its own; the page goes on drawing meanwhile.
// It keeps nothing, and is not for Node. Cancelling ends it.
import { loadCore } from "../core/load-core";
import type { ExportAnswer } from "./export-messages";
import { type ExportRequest, exportMotion } from "./export-motion";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (answer: ExportAnswer, memory: Transferable[] = []) => scope.postMessage(answer, memory);

async function answer(request: ExportRequest): Promise<void> {
  try {
    const content = exportMotion(await loadCore(), request, (share) => say({ kind: "progress", share }));
    say({ kind: "done", content }, typeof content === "string" ? [] : [content.buffer as ArrayBuffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : "range";
    say({ kind: "refused", code, message });
  }
  scope.close();
}

scope.onmessage = ({ data }: MessageEvent<ExportRequest>) => void answer(data);
