// What drives bodies: performers with skeletons, and their newest poses as rows. A recording is one, the bridge's stream another.
// It moves no avatar and knows none.

/** Floats of a joint in a performer's row: translation x, y, z (metres), rotation x, y, z, w, both in the parent's space. */
export const JOINT_STRIDE = 7;

export interface InputJoint {
  readonly name: string;
  /** Index into the same list; -1: a root. */
  readonly parent: number;
  /** At rest in the parent's space, metres. */
  readonly translation: readonly [number, number, number];
  /** At rest in the parent's space: x, y, z, w. Absent: not turned. */
  readonly rotation?: readonly [number, number, number, number];
}

export interface InputPerformer {
  /** Unique within the input and the same after a reconnection: by it avatars find whom they follow. */
  readonly key: string;
  readonly name: string;
  /** Key that it had before it was renamed: whoever followed that one follows this one. */
  readonly renamedFrom?: string;
  readonly joints: readonly InputJoint[];
  /** What is known beyond the joints, as the core's description of a performer takes it: floor, ankles, feet as they stand. */
  readonly measured?: object;
  /** Human bones as far as the source says: index of the joint. The others are found by name and shape. */
  readonly humanoid: Readonly<Record<string, number>>;
}

export interface BodyInput {
  /** Another list where somebody came, went, or has another skeleton. */
  readonly performers: readonly InputPerformer[];
  /** Grows with every new pose. */
  readonly revision: number;
  /** Once a frame, before poses are read: takes what came since. */
  advance?(): boolean;
  /** The source's own time of a performer's newest pose, seconds; NaN while there is none. */
  timeOf(performer: number): number;
  /** Seconds since the newest frame reached the bridge; NaN while not known. Live inputs only. */
  age?(): number;
  /** Writes a performer's newest pose into `row` from `at` on, 7 floats a joint, at most `most` joints. Allocates nothing. */
  writeRow(performer: number, most: number, row: Float32Array, at: number): void;
}
