// A recording's performer as the core's bodies take one: joints at rest, and a pose as a row of local transforms.
// It keeps no state and plays nothing.
import { JOINT_STRIDE } from "../body-input";
import type { MotionPerformer, Vec3 } from "./motion-clip";
import type { MotionPose } from "./pose";

/** What `Engine.addPerformer` takes. */
export interface PerformerJoints {
  readonly joints: readonly {
    readonly name: string;
    readonly parent: number;
    readonly translation: Vec3;
  }[];
  /** Human bones by hand, joint of each. */
  readonly humanoid?: Readonly<Record<string, number>>;
}

/** @param humanoid bones by hand; the others are found by name and shape */
export function performerJoints(
  { bones }: Pick<MotionPerformer, "bones">,
  humanoid: Readonly<Record<string, number>> = {},
): PerformerJoints {
  const joints = bones.map(({ name, parent, offset }) => ({ name, parent, translation: offset }));
  return Object.keys(humanoid).length > 0 ? { joints, humanoid } : { joints };
}

/** Writes the local pose into `row` from `at` on; at most `most` joints. Allocates nothing. */
export function writePerformerRow(pose: MotionPose, most: number, row: Float32Array, at: number): void {
  const { translations, rotations } = pose;
  const count = Math.min(most, rotations.length / 4);
  for (let joint = 0; joint < count; ++joint) {
    const to = at + JOINT_STRIDE * joint;
    for (let i = 0; i < 3; ++i) row[to + i] = translations[3 * joint + i] ?? 0;
    for (let i = 0; i < 4; ++i) row[to + 3 + i] = rotations[4 * joint + i] ?? 0;
  }
}
