// Reads a Live Link Face CSV: text in, recording out. Columns by name, times from the timecode.
// It is not a file reader and plays nothing; it also leaves the head and eye angles aside, which are not face channels.

import { faceChannelCount, faceChannelNames } from "../tables/face-channels";
import { matchChannelName } from "./channel-names";
import {
  counted,
  type FaceRecording,
  medianOf,
  quoted,
  RecordingError,
  type RecordingWarning,
  rangeWarnings,
} from "./recording";
import { parseTimecode, secondsPerDay, type Timecode, timecodeRate } from "./timecode";

const angleColumns = new Set(
  ["Head", "LeftEye", "RightEye"].flatMap((part) =>
    ["Yaw", "Pitch", "Roll"].map((angle) => `${part}${angle}`.toLowerCase()),
  ),
);

/** A step this much longer than the usual one is a gap, in units of the usual step. */
const gapFactor = 1.5;

interface Header {
  readonly line: number;
  readonly cellCount: number;
  readonly names: readonly string[];
  readonly timecode: number;
  readonly blendShapeCount: number;
  /** Column of each channel, -1 where there is none. */
  readonly columns: readonly number[];
  readonly ignored: readonly string[];
}

interface Row {
  readonly line: number;
  readonly timecode: Timecode;
  readonly values: Float32Array;
}

function readHeader(file: string, text: string, line: number): Header {
  const place = `line ${line}`;
  if (!text.includes(",") && text.includes(";")) {
    throw new RecordingError(
      file,
      place,
      'expected columns separated by ",", found ";"; export with decimal points',
    );
  }
  const names = text.split(",").map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  const columns = new Array<number>(faceChannelCount).fill(-1);
  const ignored: string[] = [];
  let timecode = -1;
  let blendShapeCount = -1;
  for (const [column, name] of names.entries()) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, "");
    const channel = matchChannelName(name);
    if (plain === "timecode") timecode = column;
    else if (plain === "blendshapecount") blendShapeCount = column;
    else if (channel < 0) {
      if (name !== "" && !angleColumns.has(plain)) ignored.push(name);
    } else if ((columns[channel] ?? -1) >= 0) {
      const first = names[columns[channel] ?? 0];
      throw new RecordingError(
        file,
        `${place}, column ${name}`,
        `expected each channel once, found it as ${first} too`,
      );
    } else columns[channel] = column;
  }
  if (timecode < 0)
    throw new RecordingError(file, place, `expected a column Timecode, found ${quoted(names[0])} first`);
  if (columns.every((column) => column < 0)) {
    throw new RecordingError(
      file,
      place,
      "expected columns named as face channels (JawOpen, EyeBlinkLeft, ...), found none",
    );
  }
  return { line, cellCount: names.length, names, timecode, blendShapeCount, columns, ignored };
}

function checkCellCount(file: string, header: Header, cells: readonly string[], line: number): void {
  // A comma at the end of the line makes one empty cell more.
  const count = cells.length > header.cellCount && cells.at(-1) === "" ? cells.length - 1 : cells.length;
  // A row may stop behind its 52 face values although the header names the angles too.
  const stated = header.blendShapeCount >= 0 ? Number(cells[header.blendShapeCount]) + 2 : header.cellCount;
  if (count === header.cellCount || (count === stated && header.columns.every((column) => column < count)))
    return;
  const hint =
    count > header.cellCount * 1.5 ? "; decimal commas are not supported, export with decimal points" : "";
  throw new RecordingError(
    file,
    `line ${line}`,
    `expected ${header.cellCount} cells as in line ${header.line}, found ${count}${hint}`,
  );
}

/** One row, or nothing where the face was not tracked. */
function readRow(file: string, header: Header, text: string, line: number): Row | undefined {
  const cells = text.split(",").map((cell) => cell.trim());
  const written = cells[header.timecode] ?? "";
  const timecode = parseTimecode(written);
  if (timecode === undefined) {
    const column = header.names[header.timecode];
    throw new RecordingError(
      file,
      `line ${line}, column ${column}`,
      `expected HH:MM:SS:FF.mmm, found ${quoted(written)}`,
    );
  }
  // A frame without a face is written as a count of 0, with or without cells behind it.
  if (header.blendShapeCount >= 0 && cells[header.blendShapeCount] === "0") return undefined;
  checkCellCount(file, header, cells, line);
  const values = new Float32Array(faceChannelCount);
  for (const [channel, column] of header.columns.entries()) {
    if (column < 0) continue;
    const cell = cells[column] ?? "";
    const value = cell === "" ? Number.NaN : Number(cell);
    if (!Number.isFinite(value)) {
      const found = cell === "" ? "an empty cell" : quoted(cell);
      throw new RecordingError(
        file,
        `line ${line}, column ${header.names[column]}`,
        `expected a number, found ${found}`,
      );
    }
    values[channel] = value;
  }
  return { line, timecode, values };
}

/** Seconds from the first row; a step back of more than half a day is midnight. */
function secondsOf(timecodes: readonly Timecode[], rate: number): number[] {
  let days = 0;
  let previous = Number.NEGATIVE_INFINITY;
  let start = 0;
  return timecodes.map((timecode, index) => {
    const ofDay = timecode.seconds + timecode.frames / rate;
    if (ofDay + days * secondsPerDay < previous - secondsPerDay / 2) days += 1;
    const seconds = ofDay + days * secondsPerDay;
    if (index === 0) start = seconds;
    previous = Math.max(previous, seconds);
    return seconds - start;
  });
}

function headerWarnings(header: Header): RecordingWarning[] {
  const warnings: RecordingWarning[] = [];
  const missing = faceChannelNames.filter((_, channel) => (header.columns[channel] ?? -1) < 0);
  if (missing.length > 0) {
    const message = `no column for ${missing.join(", ")}; held at 0`;
    warnings.push({ code: "missing-channels", count: missing.length, message });
  }
  if (header.ignored.length > 0) {
    const message = `columns that are no face channel: ${header.ignored.join(", ")}`;
    warnings.push({ code: "ignored-columns", count: header.ignored.length, message });
  }
  return warnings;
}

/** Rows whose time moves on, the usual step between them, and notices of gaps and of rows left out. */
function inOrder(rows: readonly Row[], seconds: readonly number[]) {
  const kept: Row[] = [];
  const times: number[] = [];
  const warnings: RecordingWarning[] = [];
  const leftOut: number[] = [];
  for (const [index, row] of rows.entries()) {
    const time = seconds[index] ?? 0;
    if (times.length > 0 && time <= (times.at(-1) ?? 0)) leftOut.push(row.line);
    else {
      kept.push(row);
      times.push(time);
    }
  }
  if (leftOut.length > 0) {
    const message = `${counted(leftOut.length, "row")} not later than the row before left out, the first in line ${leftOut[0]}`;
    warnings.push({ code: "out-of-order-rows", count: leftOut.length, message });
  }
  return { kept, times, warnings };
}

function gapWarnings(rows: readonly Row[], times: readonly number[], step: number): RecordingWarning[] {
  let dropped = 0;
  let firstLine = 0;
  for (let index = 1; index < times.length; ++index) {
    const distance = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (distance <= step * gapFactor) continue;
    if (dropped === 0) firstLine = rows[index]?.line ?? 0;
    dropped += Math.round(distance / step) - 1;
  }
  if (dropped === 0) return [];
  const message = `${counted(dropped, "frame")} dropped by the recorder, the first before line ${firstLine}; times are right`;
  return [{ code: "dropped-frames", count: dropped, message }];
}

// Timecodes are rounded to thousandths of a frame: the mean over all steps but the gaps is nearer the truth than any one of them.
function rateOf(steps: readonly number[], step: number, timecodeRate: number): number {
  const usual = steps.filter((candidate) => candidate <= step * gapFactor);
  if (usual.length === 0) return timecodeRate;
  const total = usual.reduce((sum, candidate) => sum + candidate, 0);
  return Math.round((100 * usual.length) / total) / 100;
}

/**
 * Parses a whole file. Blank lines are skipped, line ends of any kind and a byte order mark are taken, columns may stand in any
 * order and case. The rate of the rows comes from the times, not from the rate in which the timecode counts.
 * @param file name for messages
 * @throws RecordingError with line and column
 */
export function parseLiveLinkCsv(text: string, file: string): FaceRecording {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const headerIndex = lines.findIndex((line) => line.trim() !== "");
  if (headerIndex < 0)
    throw new RecordingError(file, "", "expected a Live Link Face CSV, found an empty file");
  const header = readHeader(file, lines[headerIndex] ?? "", headerIndex + 1);
  const rows: Row[] = [];
  let untracked = 0;
  for (let index = headerIndex + 1; index < lines.length; ++index) {
    const line = lines[index] ?? "";
    if (/^[\s,]*$/.test(line)) continue;
    const row = readRow(file, header, line, index + 1);
    if (row === undefined) untracked += 1;
    else rows.push(row);
  }
  if (rows.length === 0)
    throw new RecordingError(file, "", "expected rows of values below the header, found none");
  const timecodes = rows.map((row) => row.timecode);
  const { rate, assumed } = timecodeRate(timecodes);
  const { kept, times, warnings: orderWarnings } = inOrder(rows, secondsOf(timecodes, rate));
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const step = steps.length > 0 ? medianOf(steps) : 1 / rate;
  const values = new Float32Array(kept.length * faceChannelCount);
  for (const [index, row] of kept.entries()) values.set(row.values, index * faceChannelCount);
  const warnings = [...headerWarnings(header), ...orderWarnings];
  if (untracked > 0) {
    const message = `${counted(untracked, "row")} without a tracked face skipped; the last pose holds`;
    warnings.push({ code: "untracked-rows", count: untracked, message });
  }
  if (assumed)
    warnings.push({
      code: "assumed-rate",
      count: 1,
      message: `too short to tell how the timecode counts; ${rate} a second assumed`,
    });
  warnings.push(...gapWarnings(kept, times, step), ...rangeWarnings(values));
  return {
    name: file,
    fps: rateOf(steps, step, rate),
    rowCount: kept.length,
    times: Float64Array.from(times),
    values,
    duration: (times.at(-1) ?? 0) + step,
    warnings,
  };
}
