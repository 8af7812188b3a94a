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

/** Where on the avatar a target moves something. `cheeks`: between mouth and eyes; `face`: most of it. */
export type TargetRegion = "mouth" | "cheeks" | "eyes" | "face" | "body" | "nothing";

/** Morph targets that are mapped together: those of one name, or of one place where they have none. */
export interface TargetFacts {
  /** How a mapping names them (see state/mapping.ts). */
  readonly keys: readonly string[];
  readonly slots: readonly number[];
  /** "" where the file gives none. */
  readonly name: string;
  /** Place of the first one among its mesh's targets. */
  readonly index: number;
  /** Names of the meshes on which it moves something; of all that have it where it moves nothing. */
  readonly meshes: readonly string[];
  readonly region: TargetRegion;
  /** The avatar's own sides. */
  readonly side: "left" | "right" | "middle";
  /** Metres at weight 1, of the vertex that moves farthest. */
  readonly travel: number;
  /** Channels and expressions that drive it now. */
  readonly drivers: readonly string[];
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
  readonly targets: readonly TargetFacts[];
  /** Stable texts of the offered substitutes by channel name, best first. */
  readonly substitutes: Readonly<Record<string, readonly string[]>>;
  /** True where VRM expressions stand in for all channels. */
  readonly reduced: boolean;
}
