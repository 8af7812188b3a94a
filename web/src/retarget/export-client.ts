// The page's side of writing retargeted motion: a worker of its own for each file, ended when it is done or given up.
// What is in the file, the worker decides.
import type { ExportAnswer } from "./export-messages";
import type { ExportRequest } from "./export-motion";

/** Why a motion could not be written: the core's code, `range`, or `worker-crashed`. */
export class ExportError extends Error {
  override readonly name = "ExportError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function createExportWorker(): Worker {
  return new Worker(new URL("./export-worker.ts", import.meta.url), {
    type: "module",
    name: "doppel-export",
  });
}

/** Rejects with `ExportError`, or with the signal's reason. */
export function exportInWorker(
  request: ExportRequest,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  createWorker: () => Worker = createExportWorker,
): Promise<Uint8Array | string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = createWorker();
    const end = (settle: () => void) => {
      worker.onmessage = worker.onerror = null;
      worker.terminate();
      signal.removeEventListener("abort", giveUp);
      settle();
    };
    const giveUp = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", giveUp);
    worker.onmessage = ({ data }: MessageEvent<ExportAnswer>) => {
      if (data.kind === "progress") onProgress(data.share);
      else if (data.kind === "done") end(() => resolve(data.content));
      else end(() => reject(new ExportError(data.code, data.message)));
    };
    worker.onerror = (event) => {
      // The default would report it a second time, as an error of the page.
      event.preventDefault?.();
      const reason = event.message || "out of memory?";
      end(() => reject(new ExportError("worker-crashed", `the writing broke off (${reason})`)));
    };
    worker.postMessage(request);
  });
}
