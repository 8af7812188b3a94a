// The messages between page and probe worker. Plain data; all of it can be posted.
// One worker serves one request and ends.

import type { Measurement } from "../core/documents";
import type { AvatarDescription } from "../reader/avatar-description";
import type { TargetMapping } from "../reader/target-mapping";
import type { TargetMovement } from "../reader/target-movement";

/** A file as the page has it. A Blob crosses to the worker without being copied. */
export interface ProbeFile {
  readonly name: string;
  readonly content: Blob;
  /** Files that were dropped together with a .gltf, by their names; its buffers are looked up there. */
  readonly beside?: Readonly<Record<string, Blob>>;
}

export interface ProbeRequest {
  readonly file: ProbeFile;
  /** Channel name to the id of the offer that drives it (see `unknownSubstitutes`). */
  readonly substitutes: Readonly<Record<string, string>>;
  /** Targets mapped to channels by hand; default none. */
  readonly mapping?: TargetMapping;
}

export interface ProbeResult {
  /** What each morph slot moves, by slot. */
  readonly targets: readonly TargetMovement[];
  /** Without geometry: `buffers` is empty. Its routes hold the substitutes asked for. */
  readonly description: AvatarDescription;
  readonly measurement: Measurement;
  /** SHA-256 of the file, lower-case hex. */
  readonly fingerprint: string;
  /** Substitutes asked for that this file does not offer; those channels keep their own route. */
  readonly unknownSubstitutes: readonly { readonly channel: string; readonly id: string }[];
}

export type ProbeStage = "read" | "measure";

/** A refusal as it crosses threads, where classes are lost. */
export interface ProbeFailure {
  readonly code: string;
  readonly message: string;
}

export type ProbeMessage =
  | { readonly kind: "progress"; readonly stage: ProbeStage; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly result: ProbeResult }
  | { readonly kind: "failed"; readonly failure: ProbeFailure };
