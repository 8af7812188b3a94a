// The 52 ARKit channels as stem and side, which is how names are matched.
// Groups and classes of channels are the core's business.

export type Side = "Left" | "Right";
export const SIDES: readonly Side[] = ["Left", "Right"];

/** Stems with a left and a right channel: `browDown` -> `browDownLeft`, `browDownRight`. */
export const SIDED_STEMS = [
  "browDown",
  "browOuterUp",
  "cheekSquint",
  "eyeBlink",
  "eyeLookDown",
  "eyeLookIn",
  "eyeLookOut",
  "eyeLookUp",
  "eyeSquint",
  "eyeWide",
  "jaw",
  "mouth",
  "mouthDimple",
  "mouthFrown",
  "mouthLowerDown",
  "mouthPress",
  "mouthSmile",
  "mouthStretch",
  "mouthUpperUp",
  "noseSneer",
] as const;

/** Channels without a side. */
export const CENTRE_CHANNELS = [
  "browInnerUp",
  "cheekPuff",
  "jawForward",
  "jawOpen",
  "mouthClose",
  "mouthFunnel",
  "mouthPucker",
  "mouthRollLower",
  "mouthRollUpper",
  "mouthShrugLower",
  "mouthShrugUpper",
  "tongueOut",
] as const;

/** All 52 in alphabetical order, which is the order of every row of 52 values. */
export const CHANNEL_NAMES: readonly string[] = [
  ...CENTRE_CHANNELS,
  ...SIDED_STEMS.flatMap((stem) => SIDES.map((side) => `${stem}${side}`)),
].sort();

/** `eyeBlinkLeft` -> `eyeBlink`, `Left`; a centre channel has no side. */
export function splitChannel(channel: string): { readonly stem: string; readonly side: Side | undefined } {
  for (const side of SIDES) {
    if (channel.endsWith(side)) return { stem: channel.slice(0, -side.length), side };
  }
  return { stem: channel, side: undefined };
}
