// The preset expressions of a VRM as mixtures of the 52 channels.
// Weights are chosen by eye on both avatars; no format stands here.
import { faceChannelNames } from "../../../web/src/tables/face-channels";

export interface Expression {
  /** VRM 1.0's name of a preset, else a custom name. */
  readonly name: string;
  /** On or off, nothing between; default false. */
  readonly isBinary?: boolean;
  /** Channel -> weight 0..1. A channel that the avatar lacks is left out. */
  readonly binds: Readonly<Record<string, number>>;
}

/** The same weight on both sides: `eyeBlink` -> `eyeBlinkLeft`, `eyeBlinkRight`. */
function both(weights: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([stem, weight]) => [
      [`${stem}Left`, weight],
      [`${stem}Right`, weight],
    ]),
  );
}

export const presetExpressions: readonly Expression[] = [
  { name: "neutral", binds: {} },
  { name: "aa", binds: { jawOpen: 0.6, ...both({ mouthLowerDown: 0.15, mouthUpperUp: 0.1 }) } },
  {
    name: "ih",
    binds: { jawOpen: 0.16, ...both({ mouthStretch: 0.35, mouthLowerDown: 0.25, mouthUpperUp: 0.15 }) },
  },
  { name: "ou", binds: { jawOpen: 0.14, mouthPucker: 0.75, mouthFunnel: 0.15 } },
  {
    name: "ee",
    binds: { jawOpen: 0.28, ...both({ mouthStretch: 0.3, mouthLowerDown: 0.2, mouthSmile: 0.15 }) },
  },
  { name: "oh", binds: { jawOpen: 0.42, mouthFunnel: 0.6 } },
  { name: "blink", binds: both({ eyeBlink: 1 }) },
  { name: "blinkLeft", binds: { eyeBlinkLeft: 1 } },
  { name: "blinkRight", binds: { eyeBlinkRight: 1 } },
  {
    name: "happy",
    binds: { browInnerUp: 0.15, ...both({ mouthSmile: 0.75, cheekSquint: 0.5, eyeSquint: 0.25 }) },
  },
  { name: "angry", binds: both({ browDown: 0.85, noseSneer: 0.35, mouthFrown: 0.35, eyeSquint: 0.25 }) },
  {
    name: "sad",
    binds: { browInnerUp: 0.85, mouthShrugLower: 0.2, ...both({ mouthFrown: 0.6, eyeBlink: 0.12 }) },
  },
  { name: "relaxed", binds: both({ mouthSmile: 0.35, eyeBlink: 0.25, cheekSquint: 0.15 }) },
  {
    name: "surprised",
    binds: {
      jawOpen: 0.3,
      mouthFunnel: 0.15,
      browInnerUp: 0.7,
      ...both({ browOuterUp: 0.7, eyeWide: 0.85 }),
    },
  },
  { name: "lookUp", binds: both({ eyeLookUp: 1 }) },
  { name: "lookDown", binds: both({ eyeLookDown: 1 }) },
  { name: "lookLeft", binds: { eyeLookOutLeft: 1, eyeLookInRight: 1 } },
  { name: "lookRight", binds: { eyeLookInLeft: 1, eyeLookOutRight: 1 } },
];

/** Custom expressions of the channels' own names, each of which plays its channel. */
export const channelExpressions: readonly Expression[] = faceChannelNames.map((name) => ({
  name,
  binds: { [name]: 1 },
}));
