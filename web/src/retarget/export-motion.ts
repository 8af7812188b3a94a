// A recording on an avatar as a file: solved by the core and written as VRM animation or BVH, as the command line does it.
// It runs in the page's worker and in Node alike, and keeps nothing.
import type { BodyDescription, BodySettings } from "../core/body-documents";
import type { Core } from "../core/core";
import type { MotionClip } from "../sources/motion/motion-clip";
import { writeBvh } from "../sources/motion/write-bvh";
import { writeVrma } from "../sources/motion/write-vrma";
import type { TrackedProp } from "./performer-feeder";
import { retargetClip } from "./retarget-clip";

export type MotionFormat = "vrma" | "bvh";

/** Plain data: it crosses threads. */
export interface ExportRequest {
  readonly clip: MotionClip;
  /** Which performer, from 0. */
  readonly performer: number;
  readonly avatar: { readonly description: BodyDescription; readonly name: string };
  /** `$.retargeting` of the avatar's profile. */
  readonly settings: BodySettings;
  readonly props: readonly TrackedProp[];
  readonly format: MotionFormat;
}

/**
 * @throws RangeError where the avatar lacks bones that the format needs; the core's errors where a skeleton is no body or settings are
 * refused
 */
export function exportMotion(
  core: Core,
  { clip, performer, avatar, settings, props, format }: ExportRequest,
  onProgress: (share: number) => void = () => {},
): Uint8Array | string {
  const result = retargetClip(core, clip, avatar, {
    performer,
    settings,
    props,
    onProgress: (done, total) => onProgress(done / total),
  });
  return format === "vrma" ? writeVrma(result.clip) : writeBvh(result.clip);
}
