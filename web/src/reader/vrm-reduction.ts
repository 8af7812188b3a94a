// The reduction of the 52 channels to the presets of VRM, for avatars that have nothing better.
// A table with its reasons; docs/channels.md tells the same to users.
import type { ChannelRoute, ExpressionDescription } from "./avatar-description";
import { EMPTY_ROUTE } from "./channel-routes";
import { SIDES } from "./channel-table";
import { findExpression } from "./expressions";

/** Parts that are played together, each with its weight when the channel is at 1. */
type Mixture = readonly (readonly [preset: string, weight: number])[];

interface Reduction {
  /** The first mixture of which every preset moves something is taken. Empty: the presets cannot show the channel. */
  readonly ways: readonly Mixture[];
  readonly reason: string;
}

/** Weight of a preset that shows both sides at once, from the channel of one side: two full sides make one full preset. */
const BOTH_SIDES = 0.5;
/** Teeth are bared by four channels (upper and lower lip, left and right); all four together make the whole vowel. */
const QUARTER = 0.25;
/** A squint is the first quarter of a blink: the lids come together but stay open. */
const SQUINT = 0.25;

function way(preset: string, weight: number): Mixture {
  return [[preset, weight]];
}

function both(stem: string, reduction: (side: "Left" | "Right") => Reduction): Record<string, Reduction> {
  return Object.fromEntries(SIDES.map((side) => [`${stem}${side}`, reduction(side)]));
}

function none(reason: string): Reduction {
  return { ways: [], reason };
}

const NO_PRESET = "no preset moves this";

/** Every channel; gaze is in look-at.ts, since it may turn bones instead. */
export const VRM_REDUCTION: Readonly<Record<string, Reduction>> = {
  jawOpen: {
    ways: [way("aa", 1), way("oh", 1)],
    reason: "aa is the vowel of the open jaw",
  },
  mouthFunnel: {
    ways: [way("oh", 1), way("ou", 1)],
    reason: "open lips pushed forward are the vowel o",
  },
  mouthPucker: {
    ways: [way("ou", 1), way("oh", 1)],
    reason: "narrow lips pushed forward are the vowel u",
  },
  ...both("mouthStretch", () => ({
    ways: [way("ee", BOTH_SIDES), way("ih", BOTH_SIDES)],
    reason: "corners drawn apart are the vowel e; half from each side",
  })),
  ...both("mouthUpperUp", () => ({
    ways: [way("ih", QUARTER), way("ee", QUARTER)],
    reason: "bared teeth are the vowel i; a quarter from each of the four lip channels",
  })),
  ...both("mouthLowerDown", () => ({
    ways: [way("ih", QUARTER), way("ee", QUARTER)],
    reason: "bared teeth are the vowel i; a quarter from each of the four lip channels",
  })),
  ...both("mouthSmile", () => ({
    ways: [way("happy", BOTH_SIDES), way("relaxed", BOTH_SIDES)],
    reason: "happy is the smile of both sides; half from each",
  })),
  ...both("mouthFrown", () => ({
    ways: [way("sad", BOTH_SIDES)],
    reason: "sad is the frown of both sides; half from each",
  })),
  ...both("browDown", () => ({
    ways: [way("angry", BOTH_SIDES)],
    reason: "lowered brows are what angry shows first; half from each side",
  })),
  ...both("browOuterUp", () => ({
    ways: [way("surprised", QUARTER)],
    reason: "surprise needs raised brows and wide eyes, on both sides: a quarter from each of the four",
  })),
  ...both("eyeWide", () => ({
    ways: [way("surprised", QUARTER)],
    reason: "surprise needs raised brows and wide eyes, on both sides: a quarter from each of the four",
  })),
  ...both("eyeBlink", (side) => ({
    ways: [way(`blink${side}`, 1), way("blink", BOTH_SIDES)],
    reason: "the blink of that eye; where only both eyes blink, half from each side",
  })),
  ...both("eyeSquint", (side) => ({
    ways: [way(`blink${side}`, SQUINT), way("blink", SQUINT * BOTH_SIDES)],
    reason: "a quarter of a blink narrows the eye without closing it",
  })),
  browInnerUp: none(
    "raised inner brows belong to surprise and to sorrow alike; either preset would be wrong half of the time",
  ),
  cheekPuff: none(NO_PRESET),
  ...both("cheekSquint", () => none("the cheek rises with the smile, which is played already")),
  jawForward: none(NO_PRESET),
  ...both("jaw", () => none(NO_PRESET)),
  mouthClose: none("closing over an open jaw needs a shape of its own; vowels only open"),
  ...both("mouthDimple", () => none("too small beside the smile")),
  ...both("mouth", () => none(NO_PRESET)),
  ...both("mouthPress", () => none("lips that are closed already show no pressure")),
  mouthRollLower: none(NO_PRESET),
  mouthRollUpper: none(NO_PRESET),
  mouthShrugLower: none(NO_PRESET),
  mouthShrugUpper: none(NO_PRESET),
  ...both("noseSneer", () => none("angry stands for it already through the brows")),
  tongueOut: none(NO_PRESET),
};

/** A preset that is on or off is turned on by one full side alone, so more than half is needed (it is on from 0.55). */
const BINARY_SIDE = 0.6;

/**
 * Weight with which the expression is played, or 0 where it cannot be: of a preset that is on or off no small part can be shown.
 * @param weight for an expression without steps
 */
export function playableWeight(expression: ExpressionDescription | undefined, weight: number): number {
  if (expression?.isBinary !== true) return weight;
  return weight < BOTH_SIDES ? 0 : Math.max(weight, BINARY_SIDE);
}

/** The channel by presets, and the names of those, or undefined where the table or the avatar has none. */
export function reductionOf(
  channel: string,
  expressions: readonly ExpressionDescription[],
): { readonly presets: readonly string[]; readonly route: ChannelRoute } | undefined {
  for (const mixture of VRM_REDUCTION[channel]?.ways ?? []) {
    const parts = mixture.map(([preset, weight]) => {
      const expression = findExpression(expressions, preset);
      return { expression, weight: playableWeight(expressions[expression], weight) };
    });
    if (parts.some(({ expression, weight }) => expression < 0 || weight === 0)) continue;
    return { presets: mixture.map(([preset]) => preset), route: { ...EMPTY_ROUTE, expressions: parts } };
  }
  return undefined;
}
