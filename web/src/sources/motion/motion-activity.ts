// How much a body moves when: for the overview under a timeline.
// It draws nothing; each figure is the highest of its stretch of time.

import { ACTIVITY_STRETCHES, type RecordingActivity } from "../activity";
import type { MotionClip, MotionPerformer } from "./motion-clip";

/** Share of the stretches that are not above the usual movement. */
const USUAL_SHARE = 0.98;

/** How far all bones turn from one frame to the next, radians in sum; every bone in its parent's space. */
function turned({ rotations, bones }: MotionPerformer, frame: number): number {
  const count = 4 * bones.length;
  let sum = 0;
  for (let bone = 0; bone < bones.length; ++bone) {
    const at = frame * count + 4 * bone;
    let cosine = 0;
    for (let i = 0; i < 4; ++i) cosine += (rotations[at + i] ?? 0) * (rotations[at + count + i] ?? 0);
    sum += 2 * Math.acos(Math.min(1, Math.abs(cosine)));
  }
  return sum;
}

/** How far bodies and markers move from one frame to the next, metres in sum. */
function moved({ bodies, markers }: MotionClip, frame: number): number {
  let sum = 0;
  for (const { positions, tracked } of [...bodies, ...markers]) {
    if (tracked[frame] === 0 || tracked[frame + 1] === 0) continue;
    const at = 3 * frame;
    const way = [0, 1, 2].map((i) => (positions[at + 3 + i] ?? 0) - (positions[at + i] ?? 0));
    sum += Math.hypot(...way);
  }
  return sum;
}

/**
 * The highest movement, single jumps left out: many recordings begin in a T-pose and leap into the first real one. Of few stretches
 * the highest counts.
 */
function highestUsual(all: Float32Array): number {
  const moving = Array.from(all.filter((value) => value > 0)).sort((a, b) => a - b);
  return moving[Math.ceil((moving.length - 1) * USUAL_SHARE)] ?? 0;
}

/**
 * `all` is the movement a second over the highest usual one of the recording; jaw and blinks are empty, which says that there is no face.
 * @param span seconds that the overview stands for
 */
export function motionActivity(
  clip: MotionClip,
  stretches = ACTIVITY_STRETCHES,
  span = clip.duration,
): RecordingActivity {
  const all = new Float32Array(stretches);
  const hasBones = clip.performers.length > 0;
  for (let frame = 0; frame + 1 < clip.frameCount; ++frame) {
    const [start, end] = [clip.times[frame] ?? 0, clip.times[frame + 1] ?? 0];
    const way = hasBones
      ? clip.performers.reduce((sum, each) => sum + turned(each, frame), 0)
      : moved(clip, frame);
    const first = Math.min(stretches - 1, Math.floor((start / span) * stretches));
    const behind = Math.min(stretches, Math.max(first + 1, Math.ceil((end / span) * stretches)));
    for (let at = first; at < behind; ++at) all[at] = Math.max(all[at] ?? 0, way / (end - start));
  }
  const usual = highestUsual(all);
  if (usual > 0) for (let at = 0; at < stretches; ++at) all[at] = Math.min(1, (all[at] ?? 0) / usual);
  return { jaw: new Float32Array(0), blink: new Float32Array(0), all };
}
