// Follows a probe worker for one file and ends it whatever happens; which worker that is, its caller says.
// It reads and measures nothing; the worker does, and with its end the memory it took is free.

import type { TargetMapping } from "../reader/target-mapping";
import { ProbeError } from "./probe-error";
import type { ProbeFile, ProbeMessage, ProbeRequest, ProbeResult, ProbeStage } from "./probe-messages";

/** Without a message for this long, milliseconds, a worker counts as hung. The longest silent step is the reading of a huge file. */
export const hungAfter = 60_000;

export interface ProbeOptions {
  readonly substitutes?: Readonly<Record<string, string>>;
  /** Targets mapped to channels by hand; default none. */
  readonly mapping?: TargetMapping;
  readonly onProgress?: (stage: ProbeStage, done: number, total: number) => void;
  /** Cancels: the worker is ended at once and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds without a message; default `hungAfter`. */
  readonly hungAfter?: number;
}

/** Reads and measures a file in a worker of its own. Rejects with `ProbeError`, or with the signal's reason. */
export function followProbe(
  file: ProbeFile,
  createWorker: () => Worker,
  options: ProbeOptions = {},
): Promise<ProbeResult> {
  const { signal } = options;
  const limit = options.hungAfter ?? hungAfter;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const worker = createWorker();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => {
      clearTimeout(watch);
      signal?.removeEventListener("abort", cancel);
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
      worker.terminate();
      settle();
    };
    const fail = (code: string, message: string) =>
      end(() => reject(new ProbeError(code, file.name, message)));
    const cancel = () => end(() => reject(signal?.reason));
    const keepWatch = () => {
      clearTimeout(watch);
      const message = `${file.name}: expected to be measured, but the measuring has not moved for ${limit / 1000} s`;
      watch = setTimeout(() => fail("worker-hung", message), limit);
    };
    worker.onmessage = ({ data }: MessageEvent<ProbeMessage>) => {
      keepWatch();
      if (data.kind === "progress") options.onProgress?.(data.stage, data.done, data.total);
      else if (data.kind === "done") end(() => resolve(data.result));
      else fail(data.failure.code, data.failure.message);
    };
    worker.onerror = (event) => {
      // The default would report it a second time, as an error of the page.
      event.preventDefault?.();
      fail("worker-crashed", `${file.name}: the measuring broke off (${event.message || "out of memory?"})`);
    };
    worker.onmessageerror = () =>
      fail("worker-crashed", `${file.name}: the measurement could not be handed over`);
    signal?.addEventListener("abort", cancel);
    keepWatch();
    const { substitutes = {}, mapping = {} } = options;
    worker.postMessage({ file, substitutes, mapping } satisfies ProbeRequest);
  });
}
