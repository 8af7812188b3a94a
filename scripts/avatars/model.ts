// What an avatar is before it is a file: bones, parts with their targets, materials, springs. Plain data.
// It is no file format; write/ makes GLB and VRM of it, and head/, body/ and hair/ make it.

/** Metres (places) or unit length (directions); x to the avatar's left, y up, z forward. */
export type Vec3 = readonly [number, number, number];

/** sRGB, `#rrggbb`. */
export type Colour = `#${string}`;

export interface Bone {
  /** VRM 1.0's name for a human bone (`leftUpperArm`); any other name for hair and the like. Unique. */
  readonly name: string;
  /** `null` for the hips alone. A parent stands before its children. */
  readonly parent: string | null;
  /** Joint at rest in the world, metres. At rest no bone is turned. */
  readonly position: Vec3;
}

/** Bones that a vertex follows with their shares; 1 to 4, the shares sum to 1. */
export type Influences = readonly (readonly [bone: string, share: number])[];

/** How far some vertices move at weight 1. */
export interface Target {
  /** Indices of the vertices that move, ascending. */
  readonly vertices: Uint32Array;
  /** Three per vertex, metres. */
  readonly deltas: Float64Array;
  /** Three per vertex: unit normal at weight 1 minus unit normal at rest. */
  readonly normalDeltas: Float64Array;
}

/** One mesh with one material. */
export interface Part {
  /** Name of the mesh and its node, e.g. `Face`, `EyeLeft`, `Sweater`. Unique. */
  readonly name: string;
  /** Name of an entry of `AvatarModel.materials`. */
  readonly material: string;
  /** Three per vertex, metres, in the world at rest. */
  readonly positions: Float64Array;
  /** Three per vertex, unit length. */
  readonly normals: Float64Array;
  /** Three per vertex, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Three per vertex, linear light 0..1, times the material's colour. */
  readonly colours?: Float32Array;
  /** Two per vertex, origin at the picture's upper left as in glTF; pictures repeat beyond 0..1. */
  readonly uvs?: Float32Array;
  /** One per vertex. */
  readonly influences: readonly Influences[];
  /** Channel (`jawOpen`) -> how the part moves; a channel that does not move the part has no entry. */
  readonly targets: Readonly<Record<string, Target>>;
}

export interface Material {
  /** Times vertex colour and picture. */
  readonly colour: Colour;
  /** Colour of the side away from the light, for cartoon shading. */
  readonly shade: Colour;
  /** 0..1. */
  readonly roughness: number;
  /** PNG bytes, sRGB. */
  readonly picture?: Uint8Array;
  /** PNG bytes, tangent space, +Y up. Needs uvs. */
  readonly normalPicture?: Uint8Array;
  /** Seen from behind as well; default false. */
  readonly isDoubleSided?: boolean;
  /** Share of light below which a texel is left out; default none (opaque). Needs a picture with alpha. */
  readonly alphaCutoff?: number;
  /** Width of the drawn outline for cartoon shading, metres; default 0. */
  readonly outline?: number;
}

/** A ball or capsule that springs keep out of. */
export interface Collider {
  readonly bone: string;
  /** From the bone's joint, metres. */
  readonly offset: Vec3;
  /** Other end of a capsule, from the bone's joint, metres. */
  readonly tail?: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** A chain of bones that swings. */
export interface Spring {
  readonly name: string;
  /** From the root to the tip; the last one only marks the end. */
  readonly bones: readonly string[];
  /** VRM 1.0's own terms and ranges. */
  readonly stiffness: number;
  readonly gravityPower: number;
  readonly dragForce: number;
  /** Metres. */
  readonly hitRadius: number;
}

export interface AvatarModel {
  /** Name in the VRM metadata. */
  readonly name: string;
  readonly shading: "pbr" | "cartoon";
  readonly bones: readonly Bone[];
  readonly parts: readonly Part[];
  readonly materials: Readonly<Record<string, Material>>;
  readonly colliders: readonly Collider[];
  readonly springs: readonly Spring[];
  /** Degrees that the eyes turn at a full look, for VRM's own look-at by bone. */
  readonly lookDegrees: { readonly horizontal: number; readonly vertical: number };
}
