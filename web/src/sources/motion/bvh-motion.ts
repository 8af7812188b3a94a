// Reads the MOTION part of a BVH file: how many frames, how far apart, and one row of channel values each.
// It does not know what a channel means.

import { counted, quoted, RecordingError } from "../recording";
import { bvhNumber, isComment } from "./bvh-hierarchy";
import type { MotionWarning } from "./motion-clip";

export interface BvhFrames {
  readonly frameCount: number;
  readonly frameRate: number;
  /** frames x channels, as written. */
  readonly values: Float64Array;
  readonly warnings: readonly MotionWarning[];
}

/** Taken where a file states no usable frame time. */
export const ASSUMED_BVH_RATE = 30;
/** Rates that files mean when they round: `.0083333` is 120. */
const usualRates = [
  15,
  24,
  24 / 1.001,
  25,
  30,
  30 / 1.001,
  48,
  50,
  60,
  60 / 1.001,
  72,
  90,
  100,
  120,
  120 / 1.001,
].concat([144, 150, 180, 200, 240, 250, 300, 360, 480, 500, 1000]);
/** Relative error that is taken for rounding. Half the distance of 30 and 29.97. */
const rateTolerance = 4e-4;

/** The usual rate that is meant, or the rate itself. */
export function roundedRate(rate: number): number {
  const usual = usualRates.reduce((best, each) =>
    Math.abs(each - rate) < Math.abs(best - rate) ? each : best,
  );
  return Math.abs(usual / rate - 1) < rateTolerance ? usual : rate;
}

/** A frame time above 1 s is read as milliseconds; 0, below 0 or nothing as 30 frames a second. */
function rateOf(text: string, warnings: MotionWarning[]): number {
  const value = Number(text);
  const assume = (rate: number, why: string) => {
    const message = `${why}; ${Number(rate.toFixed(3))} frames a second taken (option frameRate)`;
    warnings.push({ code: "assumed-rate", count: 1, value: String(Number(rate.toFixed(3))), message });
    return rate;
  };
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
    return assume(ASSUMED_BVH_RATE, `frame time ${quoted(text.trim())} is none`);
  }
  const longest = 1;
  const shortest = 1e-4;
  if (value < shortest || value > 1000 * longest) {
    return assume(ASSUMED_BVH_RATE, `frame time ${value} s cannot be`);
  }
  if (value > longest)
    return assume(roundedRate(1000 / value), `frame time ${value} is read as milliseconds`);
  return roundedRate(1 / value);
}

interface Row {
  readonly line: number;
  readonly words: readonly string[];
}

/** One row a frame; rows that are broken over several lines are put together where the whole comes out even. */
function framesOf(file: string, rows: Row[], channelCount: number, stated: number): Row[][] {
  if (rows.every((row) => row.words.length === channelCount)) return rows.map((row) => [row]);
  const total = rows.reduce((sum, row) => sum + row.words.length, 0);
  if (total === stated * channelCount && rows.every((row) => row.words.length <= channelCount)) {
    const frames: Row[][] = [];
    let filled = channelCount;
    for (const row of rows) {
      if (filled === channelCount) {
        frames.push([]);
        filled = 0;
      }
      filled += row.words.length;
      if (filled > channelCount) refuse(file, row, channelCount);
      frames.at(-1)?.push(row);
    }
    return frames;
  }
  const wrong = rows.find((row, index) => row.words.length !== channelCount && index < rows.length - 1);
  if (wrong !== undefined) return refuse(file, wrong, channelCount);
  return rows.map((row) => [row]);
}

function refuse(file: string, row: Row, channelCount: number): never {
  const found = row.words.length;
  throw new RecordingError(
    file,
    `line ${row.line}`,
    `expected ${channelCount} values, one for each channel, found ${found}`,
  );
}

/**
 * @param from index of the first line behind MOTION
 * @param channelNames one for each channel, for messages
 */
export function readBvhMotion(
  file: string,
  lines: readonly string[],
  from: number,
  channelNames: readonly string[],
): BvhFrames {
  const warnings: MotionWarning[] = [];
  const rows: Row[] = [];
  let stated = Number.NaN;
  let frameTime = "";
  for (let index = from; index < lines.length; ++index) {
    const text = (lines[index] ?? "").trim();
    if (text === "" || isComment(text)) continue;
    const frames = /^frames\s*:\s*(.*)$/i.exec(text);
    const time = /^frame\s*time\s*:\s*(.*)$/i.exec(text);
    if (frames !== null) stated = bvhNumber(file, frames[1], index + 1, "Frames");
    else if (time !== null) frameTime = time[1] ?? "";
    else rows.push({ line: index + 1, words: text.split(/\s+/) });
  }
  const frameRate = rateOf(frameTime, warnings);
  const channelCount = channelNames.length;
  if (channelCount === 0) throw new RecordingError(file, "", "expected a joint with CHANNELS, found none");
  const frames = framesOf(file, rows, channelCount, stated);
  const last = frames.at(-1)?.[0];
  if (last !== undefined && frames.at(-1)?.length === 1 && last.words.length !== channelCount) {
    if (last.words.length > channelCount || frames.length === 1) refuse(file, last, channelCount);
    frames.pop();
    const message = `line ${last.line} ends after ${counted(last.words.length, "value")} of ${channelCount}; left out`;
    warnings.push({ code: "short-frame", count: 1, value: String(last.line), message });
  }
  if (frames.length === 0) throw new RecordingError(file, "", "expected at least one frame, found none");
  if (frames.length !== stated) {
    const said = Number.isNaN(stated) ? "no number" : String(stated);
    const message = `${counted(frames.length, "frame")} found, the file states ${said}; all that are there are taken`;
    warnings.push({ code: "frame-count", count: frames.length, value: said, message });
  }
  const values = new Float64Array(frames.length * channelCount);
  let at = 0;
  for (const frame of frames) {
    for (const { line, words } of frame) {
      for (const word of words) {
        values[at] = bvhNumber(file, word, line, channelNames[at % channelCount] ?? "");
        at += 1;
      }
    }
  }
  return { frameCount: frames.length, frameRate, values, warnings };
}
