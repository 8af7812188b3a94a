// Collects the engine's poses of one avatar, frame by frame, as local rotations of bones that are unturned in the T-pose.
// It steps nothing.
import { conjugate, multiply } from "../sources/motion/quaternion";
import type { HumanSkeleton } from "./human-skeleton";

export class PoseTaker {
  readonly rotations: Float32Array;
  readonly positions: Float32Array;
  private readonly above = [0, 0, 0, 1];

  constructor(
    private readonly skeleton: HumanSkeleton,
    frameCount: number,
  ) {
    this.rotations = new Float32Array(4 * skeleton.bones.length * frameCount);
    this.positions = new Float32Array(3 * frameCount);
  }

  /** @param poses the engine's, from `at` on those of the avatar */
  take(frame: number, poses: Float32Array, at: number, positionsAt: number): void {
    const { bones, numbers } = this.skeleton;
    for (const [index, { parent }] of bones.entries()) {
      const to = 4 * (frame * bones.length + index);
      const from = at + 4 * (numbers[index] ?? 0);
      if (parent < 0) this.rotations.set(poses.subarray(from, from + 4), to);
      else {
        conjugate(poses, at + 4 * (numbers[parent] ?? 0), this.above, 0);
        multiply(this.above, 0, poses, from, this.rotations, to);
      }
    }
    this.positions.set(poses.subarray(at + positionsAt, at + positionsAt + 3), 3 * frame);
  }
}
