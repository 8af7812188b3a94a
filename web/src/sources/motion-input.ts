// A body recording as what drives bodies: its performers at the timeline's position.
// It plays nothing: the source is advanced by whoever owns it.
import type { BodyInput, InputPerformer } from "./body-input";
import type { MotionClip, MotionPerformer } from "./motion/motion-clip";
import { performerJoints, writePerformerRow } from "./motion/performer-joints";
import type { MotionSource } from "./motion-source";

export class MotionInput implements BodyInput {
  readonly performers: readonly InputPerformer[];

  /** @param measure finds what a clip tells of a performer beyond the joints */
  constructor(
    private readonly source: MotionSource,
    measure: (clip: MotionClip, performer: MotionPerformer) => object = () => ({}),
  ) {
    this.performers = source.clip.performers.map((performer, index) => ({
      key: `${index}`,
      name: performer.name,
      joints: performerJoints(performer).joints,
      humanoid: {},
      measured: measure(source.clip, performer),
    }));
  }

  get revision(): number {
    return this.source.timeline.revision;
  }

  timeOf(): number {
    return this.source.timeline.position;
  }

  writeRow(performer: number, most: number, row: Float32Array, at: number): void {
    const pose = this.source.poses[performer];
    if (pose !== undefined) writePerformerRow(pose, most, row, at);
  }
}
