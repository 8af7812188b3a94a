// Plain data that the reader makes from an avatar file: what the probe, the page and the command line work on.
// No three.js, no wasm, no behaviour; everything here can be posted between threads.

import type { FootSoles } from "./foot-soles";

/** File kinds that are read. */
export type AvatarFormat = "glb" | "gltf" | "vrm0" | "vrm1";

/** A node of the file, rest pose. */
export interface NodeDescription {
  /** Index in the file's node list. */
  readonly index: number;
  readonly name: string;
  /** Index of the parent, -1 for a root. */
  readonly parent: number;
  /** Column-major 4x4, avatar space: Y up, facing +Z (VRM 0.x files are turned), metres. 16 values. */
  readonly world: Float64Array;
}

/** One vertex buffer: the primitives of one mesh node that share their position, joint, weight and target accessors. */
export interface VertexBufferDescription {
  readonly node: number;
  readonly mesh: number;
  /** n x 3, mesh space, dequantized by the accessor's own rules only. */
  readonly positions: Float32Array;
  /** n x influences; empty for an unskinned mesh. Indices into `matrices`. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  /** 16 values each, avatar space: jointWorld x inverseBind of the skin's joints, or the node's world matrix alone. */
  readonly matrices: Float64Array;
  /** For each matrix the face bone that carries it (0 left eye, 1 right eye, 2 jaw), else -1. */
  readonly faceBones: Int8Array;
  /** For each matrix the node that it moves with. Left out: not known. */
  readonly matrixNodes?: Int32Array;
  /** Triangle lists, one a primitive. */
  readonly triangles: readonly Uint32Array[];
  /** Deltas n x 3 of each slot of this mesh that has any on this buffer. */
  readonly targets: readonly { readonly slot: number; readonly deltas: Float32Array }[];
}

/** A morph slot: one target of one mesh. Its index in `AvatarDescription.slots` is its number everywhere. */
export interface MorphSlot {
  readonly mesh: number;
  readonly target: number;
  readonly name: string;
  /** Where the name came from, for the report. */
  readonly nameFrom: "mesh-extras" | "primitive-extras" | "accessor" | "none";
  /**
   * Weight at which the file itself holds a target that nothing drives: part of the rest shape, and of `positions` already. Whoever
   * draws keeps it at this weight. Left out: 0.
   */
  readonly rest?: number;
}

export interface MorphBind {
  readonly slot: number;
  /** Weight of the target when the driver is at 1. */
  readonly weight: number;
}

export interface ExpressionDescription {
  /** VRM 1.0 preset or custom name. */
  readonly name: string;
  readonly isBinary: boolean;
  readonly family: "other" | "blink" | "lookAt" | "mouth";
  readonly overrideBlink: "none" | "block" | "blend";
  readonly overrideLookAt: "none" | "block" | "blend";
  readonly overrideMouth: "none" | "block" | "blend";
  readonly binds: readonly MorphBind[];
}

/** Turn of a face bone at weight 1, about `axis` (unit, avatar space) through its rest position. */
export interface BoneTurn {
  readonly bone: "leftEye" | "rightEye" | "jaw";
  readonly axis: readonly [number, number, number];
  readonly degrees: number;
}

/** One channel's way to the avatar; all lists empty: missing. */
export interface ChannelRoute {
  readonly binds: readonly MorphBind[];
  readonly expressions: readonly { readonly expression: number; readonly weight: number }[];
  readonly turns: readonly BoneTurn[];
}

/** What goes to the core as JSON, in this form. */
export interface FaceRoutes {
  readonly slotCount: number;
  readonly expressions: readonly ExpressionDescription[];
  /** By ARKit channel name; a missing channel is left out. */
  readonly channels: Readonly<Record<string, ChannelRoute>>;
}

/** A way to stand in for a channel that is weak, empty or missing. */
export interface SubstituteOffer {
  /** Stable text for the profile, such as `target:viseme_aa`, `expression:aa`, `bone:jaw`, `lookAt`. */
  readonly id: string;
  readonly route: ChannelRoute;
}

/** What the names of the file led to, for the report: nothing is dropped silently. */
export interface NameFinding {
  readonly kind:
    | "unmatched-target" // a target whose name fits no channel
    | "unnamed-target" // a target without a name
    | "duplicate-target" // two targets of one mesh fit one channel: the first is used
    | "pair-target" // _L/_R pair that drives one channel
    | "wrong-side"; // named left, moves right (found by the probe)
  readonly channel?: string;
  readonly mesh: string;
  readonly targets: readonly string[];
}

/** Licence terms as far as the file states them. */
export interface LicenceDescription {
  readonly title: string;
  readonly authors: readonly string[];
  /** Licence name or address; "" where the file states none. */
  readonly licence: string;
  /** Other terms in the file's own words, key to value. */
  readonly terms: Readonly<Record<string, string>>;
}

export interface AvatarDescription {
  readonly file: string;
  readonly format: AvatarFormat;
  readonly name: string;
  /** Height of the rest pose, metres: from the lowest to the highest skinned vertex. */
  readonly height: number;
  /** Ankle joint above the sole at rest, metres, of both feet; left out where no foot has skin. */
  readonly ankleHeight?: number;
  /** Where the feet meet the floor, as far as they have skin. Left out: not looked for. */
  readonly soles?: FootSoles;
  readonly generator: string;
  readonly licence: LicenceDescription;
  readonly nodes: readonly NodeDescription[];
  /** Human bone (VRM 1.0 name) to node index, as far as found. */
  readonly humanoid: Readonly<Record<string, number>>;
  /** Pivot of each face bone that exists, avatar space. */
  readonly faceBonePivots: Readonly<
    Partial<Record<"leftEye" | "rightEye" | "jaw", readonly [number, number, number]>>
  >;
  /** Rest up axis of the head in avatar space. */
  readonly headUp: readonly [number, number, number];
  readonly slots: readonly MorphSlot[];
  /** Names of the meshes, for display, by mesh. Left out: not known. */
  readonly meshNames?: readonly string[];
  readonly routes: FaceRoutes;
  /** Offers by channel name, best first. */
  readonly substitutes: Readonly<Record<string, readonly SubstituteOffer[]>>;
  /** True where the avatar has none of the 52 and the routes are the documented reduction to VRM presets. */
  readonly reduced: boolean;
  readonly findings: readonly NameFinding[];
  /** Entries of the mapping by hand that this file has no target for, or that name no channel. Left out: none. */
  readonly unknownTargets?: readonly string[];
  /** Geometry for the probe; left out (empty) when the description is posted to the page. */
  readonly buffers: readonly VertexBufferDescription[];
}
