// Measures a file for the library: in the probe worker, or on the calling thread where there can be no worker.
// It reads nothing itself.

import type { Core } from "../core/core";
import { followProbe } from "../probe/follow-probe";
import { ProbeError } from "../probe/probe-error";
import type { ProbeFile, ProbeResult } from "../probe/probe-messages";
import type { TargetMapping } from "../reader/target-mapping";
import type { MeasuredOn } from "./face-control";
import type { CoreMessage } from "./probe";
import { startWorker } from "./start-worker";

export interface MeasureParts {
  readonly core: Core;
  /** The core's file, for the worker's own instance. */
  readonly wasm: Uint8Array;
  /** False: never in a worker. Else what starts it. */
  readonly worker: false | (() => Worker);
}

/** What a profile says of the avatar's targets; with another one the avatar has to be measured again. */
export interface Routing {
  /** Accepted substitutes, by channel name. */
  readonly substitutes: Readonly<Record<string, string>>;
  /** Targets mapped to channels by hand. */
  readonly mapping: TargetMapping;
}

export interface MeasureOptions extends Routing {
  readonly signal?: AbortSignal | undefined;
  /** 0..1. */
  readonly onProgress?: ((progress: number) => void) | undefined;
}

export interface Measured extends ProbeResult {
  readonly measuredOn: MeasuredOn;
}

/** The worker that the build puts beside the module; false where there are none, such as under Node. */
export const defaultWorker: MeasureParts["worker"] = typeof Worker === "undefined" ? false : startWorker;

/** A worker that has the core's file, or null where the page may not start one. */
function prepared(create: () => Worker, wasm: Uint8Array): Worker | null {
  try {
    const worker = create();
    worker.postMessage({ wasm } satisfies CoreMessage);
    return worker;
  } catch {
    return null;
  }
}

/** Null where the worker never spoke: its file cannot be had from here, or a policy forbids it. */
async function measureInWorker(
  worker: Worker,
  file: ProbeFile,
  options: MeasureOptions,
): Promise<Measured | null> {
  let heard = false;
  try {
    const result = await followProbe(file, () => worker, {
      substitutes: options.substitutes,
      mapping: options.mapping,
      ...(options.signal && { signal: options.signal }),
      onProgress: (stage, done, total) => {
        heard = true;
        if (stage === "measure") options.onProgress?.(done / total);
      },
    });
    return { ...result, measuredOn: "worker" };
  } catch (error) {
    if (error instanceof ProbeError && error.code === "worker-crashed" && !heard) return null;
    throw error;
  }
}

/** Rejects with the reader's, the core's or the probe's error, or the signal's reason. */
export async function measure(
  parts: MeasureParts,
  file: ProbeFile,
  options: MeasureOptions,
): Promise<Measured> {
  options.signal?.throwIfAborted();
  if (parts.worker !== false) {
    const worker = prepared(parts.worker, parts.wasm);
    const measured = worker === null ? null : await measureInWorker(worker, file, options);
    if (measured !== null) return measured;
  }
  const { measureHere } = await import("./probe");
  const result = await measureHere(
    parts.core,
    { file, substitutes: options.substitutes, mapping: options.mapping },
    (stage, done, total) => {
      options.signal?.throwIfAborted();
      if (stage === "measure") options.onProgress?.(done / total);
    },
  );
  return { ...result, measuredOn: "page" };
}
