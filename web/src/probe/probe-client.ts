// The page's side of the probe: measures a file in the page's own probe worker.
// How a worker is followed and ended stands in follow-probe.ts.

import { followProbe, type ProbeOptions } from "./follow-probe";
import type { ProbeFile, ProbeResult } from "./probe-messages";

export { ProbeError } from "./probe-error";

function createProbeWorker(): Worker {
  return new Worker(new URL("./probe-worker.ts", import.meta.url), { type: "module", name: "doppel-probe" });
}

export interface ProbeFileOptions extends ProbeOptions {
  /** For tests. */
  readonly createWorker?: () => Worker;
}

/** Reads and measures a file in a worker of its own. Rejects with `ProbeError`, or with the signal's reason. */
export function probeFile(file: ProbeFile, options: ProbeFileOptions = {}): Promise<ProbeResult> {
  return followProbe(file, options.createWorker ?? createProbeWorker, options);
}
