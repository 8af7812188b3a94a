// The page's side of reading a body recording: a worker of its own for each file.
// What is in a file, the worker finds out.
import type { MotionClip } from "../sources/motion/motion-clip";
import type { BodyAnswer, BodyRequest } from "./body-messages";

/** Why a body recording could not be read: the reader's code, or `worker-crashed`. The message names the file. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function createBodyWorker(): Worker {
  return new Worker(new URL("./body-worker.ts", import.meta.url), { type: "module", name: "doppel-body" });
}

/** Rejects with `BodyError`. */
export function readBodyFile(
  name: string,
  content: Blob,
  createWorker: () => Worker = createBodyWorker,
): Promise<MotionClip> {
  return new Promise((resolve, reject) => {
    const worker = createWorker();
    const end = (settle: () => void) => {
      worker.onmessage = worker.onerror = null;
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<BodyAnswer>) =>
      end(() => (data.kind === "done" ? resolve(data.clip) : reject(new BodyError(data.code, data.message))));
    worker.onerror = (event) => {
      // The default would report it a second time, as an error of the page.
      event.preventDefault?.();
      const reason = event.message || "out of memory?";
      end(() => reject(new BodyError("worker-crashed", `${name}: the reading broke off (${reason})`)));
    };
    worker.postMessage({ name, content } satisfies BodyRequest);
  });
}
