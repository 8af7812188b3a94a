// How a performer's feet are turned while they stand flat, from a recording: the T-pose of many files has them rolled or pitched.
// It changes nothing: the core puts the T-pose's feet flat by it, so that the avatar's soles are flat when the performer's are.
import type { BodyDescription, BodyReport, Vector3 } from "../core/body-documents";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { createPose, poseToWorld, samplePose } from "../sources/motion/pose";
import { conjugate, rotate } from "../sources/motion/quaternion";
import type { HumanBoneName } from "../tables/human-bones";

const FEET = ["leftFoot", "rightFoot", "leftToes", "rightToes"] as const satisfies readonly HumanBoneName[];
type FootBone = (typeof FEET)[number];

/** "Up" in the joint's own axes while standing. */
export type StandingFeet = NonNullable<BodyDescription["standing"]>;

/** Frames in which a foot has to stand. */
const FEWEST_FRAMES = 5;
/** Less is how somebody stands, radians; more is no standing foot. */
const LEAST_TURN = (2 * Math.PI) / 180;
const MOST_TURN = (45 * Math.PI) / 180;

const UP = [0, 1, 0];

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** Whether a direction is a standing foot's "up" that its rest does not have. */
function isRolled([x, y, z]: Vector3): boolean {
  const angle = Math.acos(Math.min(1, Math.max(-1, y / Math.hypot(x, y, z))));
  return angle >= LEAST_TURN && angle <= MOST_TURN;
}

/**
 * Feet that hardly stand are left out. Bones of a recording are unturned at rest, so that "up" is the same in all axes there.
 * @param planted frames x 2 (left, right), as `plantedFeet` gives it
 */
export function standingFeet(
  clip: Pick<MotionClip, "times" | "frameCount">,
  performer: MotionPerformer,
  { humanoid }: Pick<BodyReport, "humanoid">,
  planted: Uint8Array,
): StandingFeet {
  const found: Partial<Record<FootBone, Vector3>> = {};
  const ups = FEET.map((): [number[], number[], number[]] => [[], [], []]);
  const pose = createPose(performer);
  const turn = [0, 0, 0, 1];
  const up = [0, 0, 0];
  for (let frame = 0; frame < clip.frameCount; ++frame) {
    if (planted[2 * frame] !== 1 && planted[2 * frame + 1] !== 1) continue;
    samplePose(performer, clip.times, clip.times[frame] ?? 0, pose);
    poseToWorld(performer, pose);
    for (const [index, bone] of FEET.entries()) {
      const joint = humanoid[bone];
      if (joint === undefined || planted[2 * frame + (index % 2)] !== 1) continue;
      conjugate(pose.worldRotations, 4 * joint, turn, 0);
      rotate(turn, 0, UP, 0, up, 0);
      for (const axis of [0, 1, 2] as const) ups[index]?.[axis].push(up[axis] ?? 0);
    }
  }
  for (const [index, bone] of FEET.entries()) {
    const [x, y, z] = ups[index] ?? [[], [], []];
    if (x.length < FEWEST_FRAMES) continue;
    const direction: Vector3 = [median(x), median(y), median(z)];
    if (isRolled(direction)) found[bone] = direction;
  }
  return found;
}
