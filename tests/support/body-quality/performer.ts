// A recording's performer, ready to be retargeted and measured: its floor, its feet as they stand, its track.
// The floor and the feet are found as the product does.
import type { Core } from "../../../web/src/core/core";
import { recordedPerformer } from "../../../web/src/retarget/recorded-performer";
import type { MotionClip } from "../../../web/src/sources/motion/motion-clip";
import { makeBody } from "./body";
import { sourceTrack } from "./solved";

/** The filter is for live noise; recordings are judged as they are. One row has it on, as it is by default. */
export const UNFILTERED = { "filter.enabled": false } as const;

export function performerOf(core: Core, clip: MotionClip) {
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error(`${clip.name}: no performer`);
  const { description, floor } = recordedPerformer((body) => core.describeBody(body), clip, performer);
  const body = makeBody(core, clip.name, description);
  return { performer, description, body, floor, track: sourceTrack(clip, performer, body, floor) };
}
