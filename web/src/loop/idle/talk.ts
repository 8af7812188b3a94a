// Small talk: phrases of syllables, each a mouth shape for a consonant and one for a vowel, running into each other as in speech.
// It is no language and says nothing.
import { type FaceChannelName, faceChannelCount, faceChannelIndex } from "../../tables/face-channels";
import { type Chance, eased } from "./chance";

type Shape = Readonly<Partial<Record<FaceChannelName, number>>>;

const pair = (stem: string, value: number): Shape => ({ [`${stem}Left`]: value, [`${stem}Right`]: value });

const VOWELS: readonly Shape[] = [
  { jawOpen: 0.36, ...pair("mouthLowerDown", 0.2), ...pair("mouthUpperUp", 0.1) },
  { jawOpen: 0.22, ...pair("mouthStretch", 0.18), ...pair("mouthLowerDown", 0.18) },
  { jawOpen: 0.12, ...pair("mouthStretch", 0.22), ...pair("mouthUpperUp", 0.1) },
  { jawOpen: 0.24, mouthFunnel: 0.32, ...pair("mouthLowerDown", 0.08) },
  { jawOpen: 0.12, mouthPucker: 0.4, mouthFunnel: 0.14 },
];

const CONSONANTS: readonly Shape[] = [
  { ...pair("mouthPress", 0.3), mouthRollLower: 0.16, mouthRollUpper: 0.1 },
  { jawOpen: 0.06, mouthRollLower: 0.28, ...pair("mouthUpperUp", 0.12) },
  { jawOpen: 0.07, ...pair("mouthStretch", 0.14), ...pair("mouthLowerDown", 0.14) },
  { jawOpen: 0.12, mouthShrugUpper: 0.12 },
  { jawOpen: 0.1, mouthFunnel: 0.18, mouthPucker: 0.16 },
];

const REST: Shape = {};

/** Seconds from the start to the first phrase. */
const FIRST = 2.6;
const SHORTEST_SILENCE = 2.4;
const LONGEST_SILENCE = 5.6;
const FEWEST_SYLLABLES = 4;
const MOST_SYLLABLES = 13;
/** Seconds of reaching a consonant's shape, and a vowel's; the last syllable of a phrase takes longer. */
const CONSONANT = { shortest: 0.06, longest: 0.11 };
const VOWEL = { shortest: 0.09, longest: 0.17 };
const CLOSE_SECONDS = 0.24;
/** Unstressed syllables are this small. */
const WEAKEST = 0.5;

/** Channels that talk moves, in row order, and each shape as a row of them. */
const channels = Uint8Array.from(
  [...new Set([...VOWELS, ...CONSONANTS].flatMap((shape) => Object.keys(shape)))]
    .map(faceChannelIndex)
    .sort((a, b) => a - b),
);
const rowOf = (shape: Shape): Float32Array => {
  const full = new Float32Array(faceChannelCount);
  for (const [name, value] of Object.entries(shape)) full[faceChannelIndex(name)] = value;
  return Float32Array.from(channels, (channel) => full[channel] ?? 0);
};
const vowels = VOWELS.map(rowOf);
const consonants = CONSONANTS.map(rowOf);
const rest = rowOf(REST);

export class Talk {
  /** How much the phrase is stressed now, 0..1; brows follow it. */
  stress = 0;
  private readonly from = new Float32Array(channels.length);
  private readonly to = new Float32Array(channels.length);
  private start = 0;
  private end = FIRST;
  private syllables = FEWEST_SYLLABLES;
  private vowelIsNext = false;
  private stressFrom = 0;
  private stressTo = 0;

  constructor(private readonly chance: Chance) {}

  /** Adds the mouth of this time to a row of 52. Times must not run backwards. */
  add(row: Float32Array, time: number, scale: number): void {
    while (time >= this.end) this.plan();
    const share = eased((time - this.start) / (this.end - this.start));
    this.stress = this.stressFrom + share * (this.stressTo - this.stressFrom);
    for (let index = 0; index < channels.length; index++) {
      const from = this.from[index] ?? 0;
      const channel = channels[index] ?? 0;
      row[channel] = (row[channel] ?? 0) + scale * (from + share * ((this.to[index] ?? 0) - from));
    }
  }

  /** From the shape that was reached to the next one: consonant, vowel, and so on; silence after the last vowel. */
  private plan(): void {
    const { chance } = this;
    this.from.set(this.to);
    this.stressFrom = this.stressTo;
    this.start = this.end;
    if (this.vowelIsNext) {
      this.vowelIsNext = false;
      this.syllables -= 1;
      const strength = chance.between(WEAKEST, 1);
      this.reach(vowels, strength);
      this.stressTo = (strength - WEAKEST) / (1 - WEAKEST);
      this.end += chance.between(VOWEL.shortest, VOWEL.longest);
    } else if (this.syllables > 0) {
      this.vowelIsNext = true;
      this.reach(consonants, 1);
      this.end += chance.between(CONSONANT.shortest, CONSONANT.longest);
    } else this.fallSilent();
  }

  private fallSilent(): void {
    const { chance } = this;
    this.stressTo = 0;
    this.to.set(rest);
    const closed = this.from.every(isZero);
    if (!closed) {
      this.end += CLOSE_SECONDS;
      return;
    }
    this.end += chance.between(SHORTEST_SILENCE, LONGEST_SILENCE);
    this.syllables = Math.round(chance.between(FEWEST_SYLLABLES, MOST_SYLLABLES));
  }

  private reach(shapes: readonly Float32Array[], strength: number): void {
    const shape = shapes[Math.floor(this.chance.next() * shapes.length)] ?? rest;
    for (let index = 0; index < shape.length; index++) this.to[index] = strength * (shape[index] ?? 0);
  }
}

function isZero(value: number): boolean {
  return value === 0;
}
