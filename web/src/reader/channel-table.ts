// The 52 ARKit channels as stem and side, which is how names are matched; derived from the one table of them.
// Groups and classes of channels are not told here.
import { faceChannelNames } from "../tables/face-channels";

export type Side = "Left" | "Right";
export const SIDES: readonly Side[] = ["Left", "Right"];

/** All 52 in alphabetical order, which is the order of every row of 52 values. */
export const CHANNEL_NAMES: readonly string[] = faceChannelNames;

/** `eyeBlinkLeft` -> `eyeBlink`, `Left`; a centre channel has no side. */
export function splitChannel(channel: string): { readonly stem: string; readonly side: Side | undefined } {
  for (const side of SIDES) {
    if (channel.endsWith(side)) return { stem: channel.slice(0, -side.length), side };
  }
  return { stem: channel, side: undefined };
}

/** Stems with a left and a right channel: `browDown` -> `browDownLeft`, `browDownRight`. */
export const SIDED_STEMS: readonly string[] = CHANNEL_NAMES.map(splitChannel)
  .filter(({ side }) => side === "Left")
  .map(({ stem }) => stem);

/** Channels without a side. */
export const CENTRE_CHANNELS: readonly string[] = CHANNEL_NAMES.filter(
  (channel) => splitChannel(channel).side === undefined,
);
