// A body recording as what drives bodies: its performers and rigid bodies at the timeline's position.
// It plays nothing: the source is advanced by whoever owns it.
import type { BodyInput, InputPerformer, InputProp } from "./body-input";
import type { MotionClip, MotionPerformer } from "./motion/motion-clip";
import { performerJoints, writePerformerRow } from "./motion/performer-joints";
import type { MotionSource } from "./motion-source";

export class MotionInput implements BodyInput {
  readonly performers: readonly InputPerformer[];
  readonly props: readonly InputProp[];
  /** Height of the first performer's floor, metres: the engine takes it off its poses, and props stand on the same floor. */
  private readonly floor: number;

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
    const { floor } = (this.performers[0]?.measured ?? {}) as { readonly floor?: unknown };
    this.floor = typeof floor === "number" ? floor : 0;
    const { bodies } = source.clip;
    this.props = bodies.map(({ name }, index) => ({
      key: bodies.filter((other) => other.name === name).length > 1 ? `${name}#${index}` : name,
      name,
      markers: [],
    }));
  }

  get clip(): MotionClip {
    return this.source.clip;
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

  writeProp(prop: number, pose: Float32Array): boolean {
    const { frame } = this.source;
    const body = this.source.clip.bodies[prop];
    if (body === undefined || body.tracked[frame] !== 1) return false;
    for (let i = 0; i < 3; ++i) pose[i] = body.positions[3 * frame + i] ?? 0;
    pose[1] = (pose[1] ?? 0) - this.floor;
    for (let i = 0; i < 4; ++i) pose[3 + i] = body.rotations[4 * frame + i] ?? 0;
    return true;
  }
}
