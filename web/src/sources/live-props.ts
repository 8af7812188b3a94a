// The rigid bodies that a stream describes, and where each is in the newest frame.
// It opens nothing and parses nothing; a frame comes as mocap-protocol.ts reads it.
import type { InputProp } from "./body-input";
import { type MocapFrame, RIGID_BODY_STRIDE, type RigidBodyDescription } from "./mocap-protocol";

/** Where a body's record has its flags, rotation (4) and position (3), in floats. */
const FLAGS_AT = 1;
const ROTATION_AT = 4;
const POSITION_AT = 8;
const TRACKED = 1;

export class LiveProps {
  private described: readonly RigidBodyDescription[] = [];
  private list: readonly InputProp[] = [];
  private frame: MocapFrame | null = null;

  get props(): readonly InputProp[] {
    return this.list;
  }

  /** Other descriptions hold from now on. @returns whether the list is another one */
  describe(bodies: readonly RigidBodyDescription[]): boolean {
    this.frame = null;
    const isSame = JSON.stringify(bodies) === JSON.stringify(this.described);
    this.described = bodies;
    if (!isSame) this.list = listOf(bodies);
    return !isSame;
  }

  /** None any more. @returns whether there was one */
  clear(): boolean {
    const had = this.list.length > 0;
    this.described = [];
    this.list = [];
    this.frame = null;
    return had;
  }

  /** @param frame of the descriptions that hold */
  take(frame: MocapFrame): void {
    this.frame = frame;
  }

  write(prop: number, pose: Float32Array): boolean {
    const { frame } = this;
    const id = this.described[prop]?.id;
    if (frame === null || id === undefined) return false;
    const { rigidBodies, rigidBodyIds } = frame;
    for (let at = 0; at < rigidBodyIds.length; at += RIGID_BODY_STRIDE) {
      if (rigidBodyIds[at] !== id) continue;
      if (((rigidBodyIds[at + FLAGS_AT] ?? 0) & TRACKED) === 0) return false;
      for (let i = 0; i < 3; ++i) pose[i] = rigidBodies[at + POSITION_AT + i] ?? 0;
      for (let i = 0; i < 4; ++i) pose[3 + i] = rigidBodies[at + ROTATION_AT + i] ?? 0;
      return true;
    }
    return false;
  }
}

/** Names are what people and settings know bodies by; two of one name are told apart by their numbers. */
function listOf(bodies: readonly RigidBodyDescription[]): InputProp[] {
  return bodies.map(({ id, name, markers }) => ({
    key: bodies.filter((other) => other.name === name).length > 1 ? `${name}#${id}` : name,
    name,
    markers: markers.map(([x = 0, y = 0, z = 0]) => [x, y, z] as const),
  }));
}
