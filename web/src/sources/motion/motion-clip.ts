// A body recording in memory, whatever file it came from: performers with skeleton and poses, rigid bodies, markers, and what was assumed.
// It is not a parser (read-bvh.ts, read-motive-csv.ts, the reader's read-vrma.ts) and not a humanoid: bones keep the names of the file.

/** x, y, z. */
export type Vec3 = readonly [number, number, number];

export type MotionFormat = "bvh" | "motive-csv" | "vrma";
export type UpAxis = "y" | "z";

export interface MotionBone {
  /** As in the file; may occur twice, may hold spaces and colons. */
  readonly name: string;
  /** Index of the parent, always below the bone's own; -1 for the root. */
  readonly parent: number;
  /** Where the joint is at rest in its parent's space, metres; the root's in the world. At rest no bone is turned. */
  readonly offset: Vec3;
  /** Tip of a bone without children, in the bone's space, metres; null where the file has none. */
  readonly end: Vec3 | null;
}

export interface MotionPerformer {
  /** The skeleton's name; the file's where it has none. */
  readonly name: string;
  /** Depth first, parents before children. There is one root, the first. */
  readonly bones: readonly MotionBone[];
  /** frames x bones x 4: the bone in its parent's space, x y z w, unit; the root in the world. */
  readonly rotations: Float32Array;
  /** Bones whose place moves, ascending; the root is always the first. */
  readonly positioned: readonly number[];
  /** frames x `positioned` x 3: the joint in its parent's space in place of `offset`, metres; the root's in the world. */
  readonly positions: Float32Array;
  /** frames x bones: 1 where the file has the bone in this frame, 0 where an earlier pose is held. Null: all are there. */
  readonly tracked: Uint8Array | null;
  /** Where the feet meet the floor, as the file says it; absent: it does not. */
  readonly soles?: MotionSoles;
}

/** From the foot's joint in the T-pose, metres: as `Engine.setBody` takes soles. */
export interface MotionSole {
  readonly heel: Vec3;
  readonly ball: Vec3;
  readonly toe: Vec3;
  /** From the middle of each to one edge. */
  readonly heelEdge?: Vec3;
  readonly ballEdge?: Vec3;
  readonly toeEdge?: Vec3;
  readonly rigid?: boolean;
}
export type MotionSoles = Readonly<Partial<Record<"left" | "right", MotionSole>>>;

export interface MotionBody {
  readonly name: string;
  /** frames x 3, metres, world. */
  readonly positions: Float32Array;
  /** frames x 4, unit quaternions, world. */
  readonly rotations: Float32Array;
  /** frames: 1 tracked, 0 the pose before is held. */
  readonly tracked: Uint8Array;
}

export interface MotionMarker {
  readonly name: string;
  /** frames x 3, metres, world. */
  readonly positions: Float32Array;
  /** frames: 1 seen, 0 the place before is held. */
  readonly tracked: Uint8Array;
}

/** Stable codes of what a reader of body recordings gives notice of; the page has a text for each. */
export const motionWarningCodes = [
  "assumed-units", // the file does not state its unit; found from the skeleton's height
  "assumed-up", // not Y up, or not to be told; found from the skeleton
  "assumed-rate", // no frame rate, or one that cannot be
  "frame-count", // more or fewer frames than the file states
  "short-frame", // the last frame is incomplete; left out
  "duplicate-names", // bones that share a name
  "root-offset", // the root has an offset and positions: how they go together was judged
  "bone-positions", // bones other than the root have positions of their own
  "space-mismatch", // the data is in the other coordinate space than stated
  "guessed-parents", // bones whose parent was found from their movement
  "untracked-frames", // bones or bodies lost in some frames; their pose is held
  "never-tracked", // bones, bodies or markers that are in no frame
  "out-of-order-rows", // rows that are not later than the row before; left out
  "ignored-columns", // columns of a kind that is not read
  "ignored-tracks", // animation of a kind that is not read
  "resampled", // curves that were turned into frames
] as const;
export type MotionWarningCode = (typeof motionWarningCodes)[number];

export interface MotionWarning {
  readonly code: MotionWarningCode;
  /** How many frames, rows, bones or columns it concerns. */
  readonly count: number;
  /** What was taken, for people, such as `cm` or `z`; "" where there is nothing to name. */
  readonly value: string;
  /** English, for logs and the command line; names the option that decides otherwise. */
  readonly message: string;
}

/** How a value came about: `option` by the caller, `file` stated there, `found` worked out from the data, `default` nothing to go by. */
export type Origin = "option" | "file" | "found" | "default";

export interface MotionClip {
  readonly name: string;
  readonly format: MotionFormat;
  readonly frameCount: number;
  /** Frames a second, the usual distance between frames. */
  readonly frameRate: number;
  /** Seconds from the first frame, strictly increasing; the first is 0. */
  readonly times: Float64Array;
  /** Seconds from the first frame to the end of the last. */
  readonly duration: number;
  readonly performers: readonly MotionPerformer[];
  readonly bodies: readonly MotionBody[];
  readonly markers: readonly MotionMarker[];
  /** Length of the file's unit, metres. */
  readonly metresPerUnit: number;
  readonly unitsFrom: Origin;
  /** The file's up axis; the clip itself is Y up. */
  readonly up: UpAxis;
  readonly upFrom: Origin;
  readonly warnings: readonly MotionWarning[];
}

/** Decisions taken by hand; what is absent is found from the file. */
export interface MotionOptions {
  /** Length of the file's unit, metres, above 0. */
  readonly metresPerUnit?: number;
  /** Axis that points up in the file's world. */
  readonly up?: UpAxis;
  /** Axis that points up in the file's rest skeleton, where it is another one. */
  readonly restUp?: UpAxis;
  /** Frames a second, above 0. */
  readonly frameRate?: number;
}

/** Names of units in messages, and what they are in metres. `cmu` is the unit of the CMU database: inches divided by 0.45. */
export const motionUnits = {
  mm: 0.001,
  cm: 0.01,
  in: 0.0254,
  cmu: 0.0254 / 0.45,
  ft: 0.3048,
  m: 1,
} as const;
export type MotionUnit = keyof typeof motionUnits;

/** `cm`, or the length in metres where the unit has no name. */
export function unitName(metresPerUnit: number): string {
  const tolerance = 1e-6;
  for (const [name, metres] of Object.entries(motionUnits)) {
    if (Math.abs(metresPerUnit / metres - 1) < tolerance) return name;
  }
  return `${Number(metresPerUnit.toPrecision(4))} m`;
}

/** Index of a bone's position track, -1 where it stays at its offset. */
export function positionTrack(performer: MotionPerformer, bone: number): number {
  return performer.positioned.indexOf(bone);
}
