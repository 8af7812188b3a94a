// Bytes of an avatar file -> description, measurement and fingerprint: the whole of a probe, alike in the worker and in Node.
// It starts no worker and loads no core; both are handed in or around it.

import type { Core } from "../core/core";
import { type ReadOptions, readAvatar, stripGeometry } from "../reader/read-avatar";
import { applySubstitutes, type UnknownSubstitute } from "../reader/substitutes";
import { targetMovements } from "../reader/target-movement";
import { measureAvatar } from "./measure-avatar";
import type { ProbeResult, ProbeStage } from "./probe-messages";
import { sideFindings } from "./side-findings";

export interface ProbeBytesOptions extends ReadOptions {
  /** Channel name to the id of the offer that drives it. */
  readonly substitutes?: Readonly<Record<string, string>>;
  readonly onProgress?: (stage: ProbeStage, done: number, total: number) => void;
}

/**
 * Reads and measures. Throws the reader's `ReadError` and the core's errors.
 * @returns the description without geometry, with the substitutes in its routes and wrong sides among its findings
 */
export async function probeBytes(
  core: Core,
  bytes: Uint8Array,
  options: ProbeBytesOptions,
): Promise<ProbeResult> {
  const { substitutes = {}, onProgress = () => {}, ...readOptions } = options;
  onProgress("read", 0, 1);
  const read = await readAvatar(bytes, readOptions);
  onProgress("read", 1, 1);
  const unknownSubstitutes: UnknownSubstitute[] = [];
  const description = { ...read, routes: applySubstitutes(read, substitutes, unknownSubstitutes) };
  const measurement = measureAvatar(core, description, (done, total) => onProgress("measure", done, total));
  return {
    description: {
      ...stripGeometry(description),
      findings: [...description.findings, ...sideFindings(description, measurement)],
    },
    measurement,
    targets: targetMovements(description),
    fingerprint: core.sha256(bytes),
    unknownSubstitutes,
  };
}
