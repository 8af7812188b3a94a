// What the open avatar's skeleton was found to be, as the page names it, and whom it follows. Plain data.
// Its pose is not here: it changes every frame and goes from the engine to the stage.
import { signal } from "@preact/signals";

export interface RigFinding {
  readonly kind: "missing" | "ambiguous" | "guessed" | "rejected";
  readonly bone: string;
  /** English, names the joints. */
  readonly text: string;
}

/** The skeleton of an avatar or of a performer. */
export interface BodyRig {
  /** All bones are there that a body needs. */
  readonly complete: boolean;
  /** Human bone to the name of its joint. */
  readonly humanoid: Readonly<Partial<Record<string, string>>>;
  /** Names of all joints, those above before those below. */
  readonly joints: readonly string[];
  readonly findings: readonly RigFinding[];
  /** Joints of the torso above the hips, of the neck below the head, and those that only roll. */
  readonly spineJoints: number;
  readonly neckJoints: number;
  readonly rollJoints: number;
  readonly rest: "T" | "A" | "I" | "other";
  /** Below level, left and right. */
  readonly armDegrees: readonly [number, number];
  /** Metres. */
  readonly height: number;
  readonly legLength: number;
  readonly armLength: number;
  readonly ankleHeight: number;
}

export interface PerformerFacts {
  /** By which it is followed; the same after a reconnection. */
  readonly key: string;
  readonly name: string;
  /** Null: it has no skeleton that could be followed. */
  readonly rig: BodyRig | null;
}

export function createBodyState() {
  return {
    /** Null: no avatar is open, or it has no skeleton; `problem` says what it lacks. */
    rig: signal<BodyRig | null>(null),
    /** Why the open avatar has no body, English with names; "" where it has one or none is open. */
    problem: signal(""),
    /** Names of all joints of the open avatar that a bone may be given to, with or without a rig. */
    joints: signal<readonly string[]>([]),
    /** Performers of the recording, or live ones, in their order. */
    performers: signal<readonly PerformerFacts[]>([]),
    /** Key of the performer that the avatar follows, null for nobody. */
    follows: signal<string | null>(null),
  };
}

export type BodyRigState = ReturnType<typeof createBodyState>;
