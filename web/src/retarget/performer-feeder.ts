// Feeds a recording's performer and props to the engine, frame by frame.
// It steps nothing and reads no result.
import type { PropType, Vector3 } from "../core/body-documents";
import type { BodyEngine } from "../core/body-engine";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { writePerformerRow } from "../sources/motion/performer-joints";
import { createPose, type MotionPose, samplePose } from "../sources/motion/pose";

/** A rigid body of a recording, by its index, that is a prop. */
export interface TrackedProp {
  readonly body: number;
  readonly type: PropType;
  /** Metres from its origin in its own axes. Default the origin. */
  readonly seat?: Vector3;
}

/** Puts frames of a recording into the engine's rows. The core takes the floor's height off its performers; here it is taken off props. */
export class PerformerFeeder {
  private readonly pose: MotionPose;
  private readonly place = new Float32Array(3);

  constructor(
    private readonly bodies: BodyEngine,
    private readonly clip: MotionClip,
    private readonly performer: MotionPerformer,
    private readonly handle: number,
    private readonly floor: number,
    private readonly props: readonly TrackedProp[],
  ) {
    this.pose = createPose(performer);
    for (const [index, { type, seat }] of props.entries()) {
      bodies.addProp(index + 1, type);
      if (seat !== undefined) bodies.setPropSeat(index + 1, seat);
    }
  }

  feed(frame: number): void {
    const { bodies, clip, pose } = this;
    const time = clip.times[frame] ?? 0;
    samplePose(this.performer, clip.times, time, pose);
    const row = bodies.performerRow(this.handle);
    const { performerJoints: most, jointStride } = bodies.layout;
    writePerformerRow(pose, most, bodies.performerInput(), row * most * jointStride);
    bodies.performerTime()[row] = time;
    for (const [index, { body }] of this.props.entries()) {
      const tracked = clip.bodies[body];
      if (tracked === undefined) continue;
      this.place.set(tracked.positions.subarray(3 * frame, 3 * frame + 3));
      this.place[1] = (this.place[1] ?? 0) - this.floor;
      bodies.placeProp(index + 1, this.place, 0, tracked.rotations, 4 * frame);
    }
  }
}
