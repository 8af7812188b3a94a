// The short take that the page offers as a demonstration: talk, glances and one expression of every region, as marks in time.
// Nobody performed it; it is made here, from the same talk and blinks that the idle animation has.
import { Blinks } from "../web/src/loop/idle/blinks";
import { Chance, eased } from "../web/src/loop/idle/chance";
import { Talk } from "../web/src/loop/idle/talk";
import { type FaceChannelName, faceChannelCount, faceChannelIndex } from "../web/src/tables/face-channels";

export const DEMO_FPS = 30;
export const DEMO_SECONDS = 14;
/** Seconds of talk, and how much larger than the idle animation's it is. */
const TALK = { from: 0.4, until: 4.6, scale: 1.6 };
/** The idle animation's first phrase begins here, seconds. */
const FIRST_PHRASE = 2.6;
/** Seconds from rest to an expression, and back. */
const RISE = 0.28;
const TALK_SEED = 20_414;
const BLINK_SEED = 7_211;

/** An expression: from when to when, seconds, and how far each channel goes. A stem stands for both sides. */
interface Expression {
  readonly from: number;
  readonly until: number;
  readonly one?: Readonly<Partial<Record<FaceChannelName, number>>>;
  readonly both?: Readonly<Record<string, number>>;
}

const EXPRESSIONS: readonly Expression[] = [
  { from: 1.2, until: 2.2, one: { browInnerUp: 0.45 }, both: { browOuterUp: 0.3 } },
  { from: 2.9, until: 4.1, one: { eyeLookOutLeft: 0.5, eyeLookInRight: 0.5 } },
  {
    from: 4.7,
    until: 6.3,
    both: { mouthSmile: 0.85, cheekSquint: 0.6, mouthDimple: 0.3, eyeSquint: 0.3, mouthUpperUp: 0.15 },
  },
  { from: 5.1, until: 5.9, one: { eyeLookInLeft: 0.45, eyeLookOutRight: 0.45 } },
  {
    from: 6.5,
    until: 7.6,
    one: { jawOpen: 0.6, browInnerUp: 0.8, mouthFunnel: 0.25 },
    both: { eyeWide: 0.9, browOuterUp: 0.8, eyeLookUp: 0.3 },
  },
  {
    from: 7.8,
    until: 9,
    one: { mouthShrugLower: 0.5, mouthRollUpper: 0.2 },
    both: {
      browDown: 0.9,
      mouthFrown: 0.7,
      noseSneer: 0.5,
      eyeSquint: 0.5,
      eyeLookDown: 0.25,
      mouthPress: 0.3,
    },
  },
  { from: 9.2, until: 10.1, one: { cheekPuff: 0.9, mouthPucker: 0.45, mouthClose: 0 } },
  { from: 10.3, until: 11.1, one: { tongueOut: 0.9, jawOpen: 0.35 }, both: { mouthStretch: 0.25 } },
  { from: 11.3, until: 11.9, one: { mouthLeft: 0.7, jawLeft: 0.5, jawForward: 0.3 } },
  { from: 11.9, until: 12.5, one: { mouthRight: 0.7, jawRight: 0.5, mouthShrugUpper: 0.3 } },
  {
    from: 12.6,
    until: 13.2,
    one: { eyeBlinkLeft: 1, mouthSmileLeft: 0.7, cheekSquintLeft: 0.6, browDownLeft: 0.2 },
  },
];

function valuesOf({ one = {}, both = {} }: Expression): readonly (readonly [number, number])[] {
  const sides = Object.entries(both).flatMap(([stem, value]) => [
    [`${stem}Left`, value] as const,
    [`${stem}Right`, value] as const,
  ]);
  return [...Object.entries(one), ...sides].map(([name, value]) => {
    const channel = faceChannelIndex(name);
    if (channel < 0) throw new Error(`no channel is called ${name}`);
    return [channel, value] as const;
  });
}

/** 52 whole percents a row. */
export function demoRows(): number[][] {
  const talk = new Talk(new Chance(TALK_SEED));
  const blinks = new Blinks(new Chance(BLINK_SEED));
  const blinkChannels = [faceChannelIndex("eyeBlinkLeft"), faceChannelIndex("eyeBlinkRight")];
  return Array.from({ length: DEMO_FPS * DEMO_SECONDS }, (_, frame) => {
    const time = frame / DEMO_FPS;
    const row = new Float32Array(faceChannelCount);
    const fade = Math.min(eased((time - TALK.from) / RISE), eased((TALK.until - time) / RISE));
    if (time >= TALK.from && fade > 0) talk.add(row, time - TALK.from + FIRST_PHRASE, TALK.scale * fade);
    for (const expression of EXPRESSIONS) {
      const share = Math.min(eased((time - expression.from) / RISE), eased((expression.until - time) / RISE));
      for (const [channel, value] of valuesOf(expression)) row[channel] = (row[channel] ?? 0) + share * value;
    }
    const blink = blinks.value(time);
    for (const channel of blinkChannels) row[channel] = Math.max(row[channel] ?? 0, blink);
    return Array.from(row, (value) => Math.round(100 * Math.min(1, value)));
  });
}

/** The file: one row a line, so that it can be read and compared. */
export function demoText(names: readonly string[]): string {
  const rows = demoRows().map((row) => `[${row.join(",")}]`);
  return `{"fps":${DEMO_FPS},"range":"percent","names":${JSON.stringify(names)},"frames":[\n${rows.join(",\n")}\n]}\n`;
}
