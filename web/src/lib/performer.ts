// One performer of a body stage: a skeleton and the poses that are fed to it. Many bodies may follow it.
// It reads no file and no stream; who has the poses feeds them.
import type { BodyDescription, BodyReport } from "../core/body-documents";
import type { BodyEngine } from "../core/body-engine";
import { DoppelError } from "./errors";

/** Floats of a joint in the engine's row: translation, then rotation. */
const TRANSLATION = 3;
const ROTATION = 4;

/** A pose in the parents' spaces, in the order of the description's joints. */
export interface BodyPose {
  /** Seconds of the source's own clock. The same again is no new pose; a step back starts the filters anew. */
  readonly time: number;
  /** joints x 4: x, y, z, w. */
  readonly rotations: ArrayLike<number>;
  /** joints x 3, metres. Left out: each joint keeps its place; with 3 values, the first joint moves and the others keep theirs. */
  readonly translations?: ArrayLike<number>;
}

export class Performer {
  private isGone = false;
  private readonly row: number;

  private constructor(
    private readonly bodies: BodyEngine,
    /** @internal */
    readonly handle: number,
    private readonly description: BodyDescription,
    private readonly removed: (performer: Performer) => void,
  ) {
    this.row = bodies.performerRow(handle);
    const { joints } = description;
    const places = joints.flatMap(({ translation = [0, 0, 0] }) => translation);
    const turns = joints.flatMap(({ rotation = [0, 0, 0, 1] }) => rotation);
    this.write(turns, places);
  }

  /**
   * `BodyStage.addPerformer` makes performers.
   * @internal
   */
  static of(
    bodies: BodyEngine,
    description: BodyDescription,
    removed: (performer: Performer) => void,
  ): Performer {
    return new Performer(bodies, bodies.addPerformer(description), description, removed);
  }

  /** What the skeleton was found to be: human bones, doubtful ones, rest pose, lengths. */
  report(): BodyReport {
    this.alive();
    return this.bodies.performerReport(this.handle);
  }

  /**
   * The pose for the next `update`. Numbers that are not finite leave their joint as it was.
   * @throws DoppelError `invalid-frame` where the lists are not as long as the skeleton
   */
  feed({ time, rotations, translations }: BodyPose): void {
    this.alive();
    const count = this.description.joints.length;
    if (rotations.length !== ROTATION * count) {
      throw invalid(`${ROTATION * count} numbers in rotations`, rotations.length);
    }
    const moved = translations?.length ?? 0;
    if (translations !== undefined && moved !== TRANSLATION && moved !== TRANSLATION * count) {
      throw invalid(`${TRANSLATION} or ${TRANSLATION * count} numbers in translations`, moved);
    }
    this.write(rotations, translations);
    this.bodies.performerTime()[this.row] = time;
  }

  /** Takes it off the stage; who followed it keeps the pose. */
  remove(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.removed(this);
  }

  private write(rotations: ArrayLike<number>, translations: ArrayLike<number> | undefined): void {
    const { performerJoints, jointStride } = this.bodies.layout;
    const input = this.bodies.performerInput();
    const from = this.row * performerJoints * jointStride;
    for (let joint = 0; joint < rotations.length / ROTATION; ++joint) {
      const at = from + joint * jointStride;
      if (translations !== undefined && TRANSLATION * joint < translations.length) {
        for (let i = 0; i < TRANSLATION; ++i) input[at + i] = translations[TRANSLATION * joint + i] ?? 0;
      }
      for (let i = 0; i < ROTATION; ++i) input[at + TRANSLATION + i] = rotations[ROTATION * joint + i] ?? 0;
    }
  }

  private alive(): void {
    if (this.isGone) throw new DoppelError("disposed", "performer: was removed");
  }
}

function invalid(expected: string, found: number): DoppelError {
  return new DoppelError("invalid-frame", `pose: expected ${expected}, found ${found}`);
}
