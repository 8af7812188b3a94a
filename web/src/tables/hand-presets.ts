// The six hand presets: their name on the remote wire, an English one, and the six sliders of a hand.
// Held equal to `wasm/src/solve/fingers.cpp` by a test; which hand is set is decided by who uses them.
import type { BodyParameterName } from "./body-parameters";

export interface HandPreset {
  /** Korean, as on the remote wire. */
  readonly name: string;
  readonly alias: string;
  /** -1 closed or together, 1 open or apart. */
  readonly thumb: number;
  readonly index: number;
  readonly middle: number;
  readonly ring: number;
  readonly pinky: number;
  readonly spread: number;
}

export const handPresets: readonly HandPreset[] = [
  { name: "가위", alias: "scissors", thumb: -1, index: 1, middle: 1, ring: -1, pinky: -1, spread: 0.4 },
  { name: "바위", alias: "rock", thumb: -1, index: -1, middle: -1, ring: -1, pinky: -1, spread: 0 },
  { name: "보", alias: "paper", thumb: 1, index: 1, middle: 1, ring: 1, pinky: 1, spread: 0.6 },
  { name: "브이", alias: "v-sign", thumb: -1, index: 1, middle: 1, ring: -1, pinky: -1, spread: 1 },
  { name: "검지", alias: "point", thumb: -1, index: 1, middle: -1, ring: -1, pinky: -1, spread: 0 },
  { name: "초기화", alias: "reset", thumb: 0, index: 0, middle: 0, ring: 0, pinky: 0, spread: 0 },
];

export type Hand = "left" | "right" | "both";

/** By either name; undefined where there is none. */
export function handPreset(name: string): HandPreset | undefined {
  return handPresets.find((preset) => preset.name === name || preset.alias === name);
}

/** The sliders of one hand or both as parameters. They act while `fingerShaped.enabled` and the hand's own switch are on. */
export function presetParameters(
  preset: HandPreset,
  hand: Hand,
): readonly (readonly [BodyParameterName, number])[] {
  const sides = hand === "both" ? (["left", "right"] as const) : [hand];
  return sides.flatMap((side) => [
    [`${side}ThumbCurl`, preset.thumb] as const,
    [`${side}IndexCurl`, preset.index] as const,
    [`${side}MiddleCurl`, preset.middle] as const,
    [`${side}RingCurl`, preset.ring] as const,
    [`${side}PinkyCurl`, preset.pinky] as const,
    [`${side}SpreadFingers`, preset.spread] as const,
  ]);
}
