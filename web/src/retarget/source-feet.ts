// What the performer's feet do through a recording: where they are, when they are planted, and at which height the floor is.
// It looks at the source alone, never at an avatar, and changes nothing.
import type { BodyReport } from "../core/body-documents";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { createPose, poseToWorld, samplePose } from "../sources/motion/pose";

/** A foot is planted while its sole is lower than this above the floor and its ankle slower than that; for a leg of 0.8 m. */
const PLANTED_HEIGHT = 0.06;
const PLANTED_SPEED = 0.25;
const USUAL_LEG = 0.8;
/** The floor is looked for from slow feet: in those of the lowest of them, this share, so that steps and stools are none. */
const LOWEST_SHARE = 0.2;
/** Slow frames of a foot that are needed to tell a floor. */
const FEWEST_SLOW = 5;

export interface SourceFeet {
  /** frames x 2 (left, right) x 3: the ankle, metres, world. */
  readonly ankles: Float64Array;
  /** Ankle above the sole, standing, metres. */
  readonly ankleHeight: number;
  /** Metres; the mean of both legs. */
  readonly leg: number;
  /** Height of the floor that the feet stand on, metres; null where no foot ever stands. */
  readonly floor: number | null;
}

/** Null: the performer has no feet. */
export function sourceFeet(
  clip: Pick<MotionClip, "times" | "frameCount">,
  performer: MotionPerformer,
  report: Pick<BodyReport, "humanoid" | "measures">,
): SourceFeet | null {
  const joints = [report.humanoid.leftFoot, report.humanoid.rightFoot];
  if (joints.some((joint) => joint === undefined)) return null;
  const ankles = new Float64Array(6 * clip.frameCount);
  const pose = createPose(performer);
  for (let frame = 0; frame < clip.frameCount; ++frame) {
    samplePose(performer, clip.times, clip.times[frame] ?? 0, pose);
    poseToWorld(performer, pose);
    for (const [side, joint] of joints.entries()) {
      const from = 3 * (joint ?? 0);
      ankles.set(pose.worldPositions.subarray(from, from + 3), 6 * frame + 3 * side);
    }
  }
  const { ankleHeight, leg } = report.measures;
  const feet = { ankles, ankleHeight, leg: (leg[0] + leg[1]) / 2, floor: null };
  return { ...feet, floor: floorUnder(clip.times, feet) };
}

/** Metres a second, of the ankle, between this frame and the one before; the first has none and counts as fast. */
function speedOf(times: Float64Array, ankles: Float64Array, frame: number, side: number): number {
  const dt = (times[frame] ?? 0) - (times[frame - 1] ?? 0);
  if (frame === 0 || !(dt > 0)) return Infinity;
  const at = 6 * frame + 3 * side;
  const moved = [0, 1, 2].map((axis) => (ankles[at + axis] ?? 0) - (ankles[at - 6 + axis] ?? 0));
  return Math.hypot(...moved) / dt;
}

/** Median of the lowest soles among slow feet. */
function floorUnder(times: Float64Array, feet: Omit<SourceFeet, "floor">): number | null {
  const slow: number[] = [];
  for (let frame = 1; frame < times.length; ++frame)
    for (const side of [0, 1])
      if (speedOf(times, feet.ankles, frame, side) < (PLANTED_SPEED * feet.leg) / USUAL_LEG)
        slow.push((feet.ankles[6 * frame + 3 * side + 1] ?? 0) - feet.ankleHeight);
  if (slow.length < FEWEST_SLOW) return null;
  slow.sort((a, b) => a - b);
  const lowest = slow.slice(0, Math.max(FEWEST_SLOW, Math.ceil(LOWEST_SHARE * slow.length)));
  return lowest[Math.floor((lowest.length - 1) / 2)] ?? null;
}

/**
 * frames x 2: 1 where the foot is planted, by the rule of the core's own meters.
 * @param floor height of the floor in the recording, metres
 */
export function plantedFeet(times: Float64Array, feet: SourceFeet, floor: number): Uint8Array {
  const size = feet.leg / USUAL_LEG;
  const planted = new Uint8Array(2 * times.length);
  for (let frame = 1; frame < times.length; ++frame)
    for (const side of [0, 1]) {
      const sole = (feet.ankles[6 * frame + 3 * side + 1] ?? 0) - feet.ankleHeight - floor;
      const isSlow = speedOf(times, feet.ankles, frame, side) < PLANTED_SPEED * size;
      planted[2 * frame + side] = Number(isSlow && sole < PLANTED_HEIGHT * size);
    }
  return planted;
}
