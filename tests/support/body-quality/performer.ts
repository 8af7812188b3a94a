// A recording's performer, ready to be retargeted and measured: its floor, its feet as they stand, its track.
// The floor and the feet are found as the product does.
import type { Core } from "../../../web/src/core/core";
import { sourceBody } from "../../../web/src/retarget/performer-feeder";
import { plantedFeet, sourceFeet } from "../../../web/src/retarget/source-feet";
import { standingFeet } from "../../../web/src/retarget/standing-feet";
import type { MotionClip } from "../../../web/src/sources/motion/motion-clip";
import { makeBody, withFlatFeet } from "./body";
import { sourceTrack } from "./solved";

/** The filter is for live noise; recordings are judged as they are. One row has it on, as it is by default. */
export const UNFILTERED = { "filter.enabled": false } as const;

export function performerOf(core: Core, clip: MotionClip) {
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error(`${clip.name}: no performer`);
  const description = sourceBody(clip, performer);
  const found = makeBody(core, clip.name, description);
  const feet = sourceFeet(clip, performer, found.report);
  const floor = feet?.floor ?? 0;
  const planted = feet === null ? new Uint8Array() : plantedFeet(clip.times, feet, floor);
  const standing = standingFeet(clip, performer, found.report, planted);
  const body = withFlatFeet(found, standing);
  return {
    standing,
    performer,
    description,
    body,
    floor,
    track: sourceTrack(clip, performer, body, floor),
  };
}
