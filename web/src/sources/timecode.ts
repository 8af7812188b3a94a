// Timecodes HH:MM:SS:FF.mmm of Live Link Face: parsing, and how many frames a second they count.
// It is not a clock and knows nothing of columns or files.

import { medianOf } from "./recording";

/** One timecode as written. */
export interface Timecode {
  /** Whole seconds since midnight. */
  readonly seconds: number;
  /** Frame within the second, with the thousandths of a frame behind its point. */
  readonly frames: number;
}

export const secondsPerDay = 24 * 60 * 60;

/** Rates that timecodes count in. */
const timecodeRates = [24, 25, 30, 48, 50, 60, 100, 120, 240] as const;

/** What is taken where a recording is too short to tell: Live Link Face counts 60 unless it is told otherwise. */
export const assumedTimecodeRate = 60;

/** Reads `16:55:51:38.453` (also with `;` before the frames), or nothing. */
export function parseTimecode(text: string): Timecode | undefined {
  const match = /^(\d{1,2}):(\d{1,2}):(\d{1,2})[:;](\d{1,3}(?:\.\d+)?)$/.exec(text);
  if (match === null) return undefined;
  const [hours, minutes, seconds, frames] = match.slice(1).map(Number) as [number, number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return { seconds: (hours * 60 + minutes) * 60 + seconds, frames };
}

/**
 * How many frames a second the timecodes count. It is not the rate of the rows: an application that records 30 rows a second may
 * well count 60. Read off where a second turns over: the usual step within a second, carried across, must land on the frame seen.
 * @returns the rate, and whether it was found or had to be assumed
 */
export function timecodeRate(timecodes: readonly Timecode[]): { rate: number; assumed: boolean } {
  const steps: number[] = [];
  const turns: { before: number; after: number }[] = [];
  let highest = 0;
  for (const [index, timecode] of timecodes.entries()) {
    highest = Math.max(highest, timecode.frames);
    const previous = timecodes[index - 1];
    if (previous === undefined) continue;
    if (previous.seconds === timecode.seconds) {
      if (timecode.frames > previous.frames) steps.push(timecode.frames - previous.frames);
    } else if ((previous.seconds + 1) % secondsPerDay === timecode.seconds) {
      turns.push({ before: previous.frames, after: timecode.frames });
    }
  }
  const possible = timecodeRates.filter((rate) => rate > Math.floor(highest));
  if (steps.length === 0 || turns.length === 0) {
    const rate = possible.find((candidate) => candidate >= assumedTimecodeRate);
    return { rate: rate ?? Math.floor(highest) + 1, assumed: true };
  }
  const step = medianOf(steps);
  const found = medianOf(turns.map((turn) => turn.before + step - turn.after));
  const nearest = possible.reduce<number>(
    (best, rate) => (Math.abs(rate - found) < Math.abs(best - found) ? rate : best),
    possible[0] ?? Math.floor(highest) + 1,
  );
  return { rate: nearest, assumed: false };
}
