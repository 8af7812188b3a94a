// A body recording as what drives bodies: its performers at the timeline's position.
// It plays nothing: the source is advanced by whoever owns it.
import type { BodyInput, InputPerformer } from "./body-input";
import { performerJoints, writePerformerRow } from "./motion/performer-joints";
import type { MotionSource } from "./motion-source";

export class MotionInput implements BodyInput {
  readonly performers: readonly InputPerformer[];

  constructor(private readonly source: MotionSource) {
    this.performers = source.clip.performers.map((performer, index) => ({
      key: `${index}`,
      name: performer.name,
      joints: performerJoints(performer).joints,
      humanoid: {},
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
