// How a performer's feet are turned while they stand flat, from a recording: the T-pose of many files has them rolled or pitched.
// It changes nothing in the recording; the calibration is told, so that the avatar's soles are flat when the performer's are.
import type { BodyCalibration, BodyReport, Rotation } from "../core/body-documents";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { createPose, poseToWorld, samplePose } from "../sources/motion/pose";
import { conjugate, multiply, normalize, rotate } from "../sources/motion/quaternion";
import type { HumanBoneName } from "../tables/human-bones";

const FEET = ["leftFoot", "rightFoot", "leftToes", "rightToes"] as const satisfies readonly HumanBoneName[];
export type FootBone = (typeof FEET)[number];

/** Rotation in the joint's own axes that takes "up" in the T-pose to "up" while standing, and keeps the toes to the front. */
export type StandingFeet = Readonly<Partial<Record<FootBone, Rotation>>>;

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

/** Shortest arc from straight up to a direction; null where it is too little, or too much to be believed. */
function arcFromUp(x: number, y: number, z: number): Rotation | null {
  const length = Math.hypot(x, y, z);
  const angle = Math.acos(Math.min(1, Math.max(-1, y / length)));
  if (!(angle >= LEAST_TURN && angle <= MOST_TURN)) return null;
  // up x direction = (z, 0, -x); half angle by 1 + cosine.
  const arc = [z / length, 0, -x / length, 1 + y / length];
  normalize(arc, 0);
  return arc as unknown as Rotation;
}

/**
 * Radians by which the arc turns the toes to the side. The T-pose has them to the front as they lie there: rolled feet have them aside once
 * they are put flat.
 */
function sideways(performer: MotionPerformer, foot: number, toes: number | undefined, arc: Rotation): number {
  const offset = toes === undefined ? undefined : performer.bones[toes]?.offset;
  if (offset === undefined || performer.bones[toes ?? -1]?.parent !== foot) return 0;
  const flat = [0, 0, 0];
  const undo = [0, 0, 0, 1];
  conjugate([...arc], 0, undo, 0);
  rotate(undo, 0, [...offset], 0, flat, 0);
  return Math.atan2(flat[0] ?? 0, flat[2] ?? 0) - Math.atan2(offset[0], offset[2]);
}

/** The arc after a turn about "up". */
function withYaw(arc: Rotation, angle: number): Rotation {
  const made = [0, 0, 0, 1];
  multiply([...arc], 0, [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], 0, made, 0);
  return made as unknown as Rotation;
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
  const found: Partial<Record<FootBone, Rotation>> = {};
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
    const arc = arcFromUp(median(x), median(y), median(z));
    if (arc !== null) found[bone] = arc;
  }
  for (const side of ["left", "right"] as const) {
    const [foot, toes] = [found[`${side}Foot`], found[`${side}Toes`]];
    if (foot === undefined) continue;
    const angle = sideways(performer, humanoid[`${side}Foot`] ?? -1, humanoid[`${side}Toes`], foot);
    found[`${side}Foot`] = withYaw(foot, angle);
    if (toes !== undefined) found[`${side}Toes`] = withYaw(toes, angle);
  }
  return found;
}

/** The calibration with the offsets of the feet put right: a turn of the source's joint before its offset. */
export function withStandingFeet(calibration: BodyCalibration, feet: StandingFeet): BodyCalibration {
  const rotationOffsets = { ...calibration.rotationOffsets };
  for (const bone of FEET) {
    const [arc, offset] = [feet[bone], rotationOffsets[bone]];
    if (arc === undefined || offset === undefined) continue;
    const made = [0, 0, 0, 1];
    multiply([...arc], 0, [...offset], 0, made, 0);
    rotationOffsets[bone] = made as unknown as Rotation;
  }
  return { ...calibration, rotationOffsets };
}
