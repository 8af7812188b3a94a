// What the page knows of the open avatar: facts that do not change while it is open.
// No geometry, no handles: those belong to the session.

import type { SampleName } from "./samples";

/** Where an avatar came from, where that is more than a file of the user's. */
export type AvatarOrigin =
  | { readonly kind: "sample"; readonly name: SampleName }
  /** Absolute. */
  | { readonly kind: "address"; readonly address: string };

export interface LicenceFacts {
  readonly title: string;
  readonly authors: readonly string[];
  readonly licence: string;
  readonly terms: Readonly<Record<string, string>>;
}

export interface NameFindingFacts {
  readonly kind: "unmatched-target" | "unnamed-target" | "duplicate-target" | "pair-target" | "wrong-side";
  readonly channel?: string;
  readonly mesh: string;
  readonly targets: readonly string[];
}

export interface AvatarFacts {
  /** Name of the file. */
  readonly file: string;
  readonly name: string;
  readonly format: "glb" | "gltf" | "vrm0" | "vrm1";
  /** SHA-256 of the file, lower-case hex. */
  readonly fingerprint: string;
  /** Metres. */
  readonly height: number;
  readonly licence: LicenceFacts;
  readonly findings: readonly NameFindingFacts[];
  /** Stable texts of the offered substitutes by channel name, best first. */
  readonly substitutes: Readonly<Record<string, readonly string[]>>;
  /** True where VRM expressions stand in for all channels. */
  readonly reduced: boolean;
}
