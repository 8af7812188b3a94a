// What drives bodies: performers with skeletons, props, and their newest poses as rows. A recording is one, the bridge's stream another.
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

/** Floats of a prop's pose: position x, y, z (world, metres), rotation x, y, z, w. */
export const PROP_STRIDE = 7;

/** A rigid body that is seen beside the performers. */
export interface InputProp {
  /** Unique within the input and the same after a reconnection: by it settings are remembered. */
  readonly key: string;
  readonly name: string;
  /** Its markers in its own axes, metres; empty where the source does not tell. */
  readonly markers: readonly (readonly [number, number, number])[];
}

export interface BodyInput {
  /** Another list where somebody came, went, or has another skeleton. */
  readonly performers: readonly InputPerformer[];
  /** Rigid bodies; another list where one came, went, or is described otherwise. Absent: the input has none. */
  readonly props?: readonly InputProp[];
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
  /**
   * Writes a prop's newest pose into `pose`, `PROP_STRIDE` floats. Allocates nothing.
   * @returns false where the source does not see it now: `pose` is as it was
   */
  writeProp?(prop: number, pose: Float32Array): boolean;
}
