// What a recording tells of its performer beyond the joints: how high its ankles are, where its floor is, how its feet are while they stand flat.
// It is described for the core, which does the rest; the recording stays as it is.
import type { BodyDescription, BodyReport } from "../core/body-documents";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { performerJoints } from "../sources/motion/performer-joints";
import { plantedFeet, sourceFeet } from "./source-feet";
import { standingFeet } from "./standing-feet";

export interface RecordedPerformer {
  /** What `Engine.addPerformer` takes. */
  readonly description: BodyDescription;
  /** Height of the floor in the recording, metres. */
  readonly floor: number;
  /** frames x 2 (left, right): 1 where the foot is planted. */
  readonly planted: Uint8Array;
}

export interface PerformerOptions {
  /** Human bones by hand, joint of each; the others are found. */
  readonly humanoid?: Readonly<Record<string, number>>;
  /** Height of the floor in the recording, metres, or "auto": where the feet stand. Default "auto". */
  readonly floor?: number | "auto";
}

/** The T-pose of a VRM animation stands on the floor, which tells how high its ankles are; other recordings say nothing of the sole. */
function ankleHeight(clip: Pick<MotionClip, "format">, { bones }: MotionPerformer): number | undefined {
  if (clip.format !== "vrma") return undefined;
  let height = 0;
  let at = bones.findIndex(({ name }) => name === "leftFoot");
  for (; at >= 0; at = bones[at]?.parent ?? -1) height += bones[at]?.offset[1] ?? 0;
  return height > 0 ? height : undefined;
}

/**
 * @param reportOf what the core finds a skeleton to be: `Core.describeBody`
 * @throws what that throws: a skeleton without hips is none
 */
export function recordedPerformer(
  reportOf: (description: BodyDescription) => BodyReport,
  clip: Pick<MotionClip, "format" | "times" | "frameCount">,
  performer: MotionPerformer,
  options: PerformerOptions = {},
): RecordedPerformer {
  const height = ankleHeight(clip, performer);
  const joints = performerJoints(performer, options.humanoid);
  const { soles } = performer;
  const description =
    soles !== undefined
      ? { ...joints, soles }
      : height === undefined
        ? joints
        : { ...joints, ankleHeight: height };
  const report = reportOf(description);
  const feet = sourceFeet(clip, performer, report);
  const floor = typeof options.floor === "number" ? options.floor : (feet?.floor ?? 0);
  if (feet === null) {
    return { description: { ...description, floor }, floor, planted: new Uint8Array(2 * clip.frameCount) };
  }
  const planted = plantedFeet(clip.times, feet, floor);
  const standing = standingFeet(clip, performer, report, planted);
  return { description: { ...description, floor, standing }, floor, planted };
}
