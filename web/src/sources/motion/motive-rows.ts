// Reads the frames of a Motive CSV export into one track for each bone, body and marker, with the gaps kept as gaps.
// It fills no gap by invention: the pose before is held, and the flag says so.

import { counted, medianOf, quoted, RecordingError } from "../recording";
import type { MotionWarning } from "./motion-clip";
import type { MotiveGroup, MotiveHeader } from "./motive-header";
import { axesOf, type EulerOrder, normalize, turnBy } from "./quaternion";

/** The values of one group in the file's unit, axes and coordinate space. */
export interface MotiveTrack {
  readonly group: MotiveGroup;
  /** frames x 3. */
  readonly positions: Float32Array;
  /** frames x 4, unit. */
  readonly rotations: Float32Array;
  /** frames: 1 where all its cells are there. */
  readonly tracked: Uint8Array;
}

export interface MotiveFrames {
  readonly frameCount: number;
  readonly frameRate: number;
  readonly times: Float64Array;
  readonly tracks: readonly MotiveTrack[];
  readonly warnings: readonly MotionWarning[];
}

/** Larger numbers are no measure of anything. */
const MAX_NUMBER = 1e9;
/** Times are rounded to thousandths of a second; frames that lie this near to an even grid are on it. */
const ROUNDING_SECONDS = 0.0016;

interface Row {
  readonly frame: number;
  readonly time: number;
  /** A number for each column that is read; not a number where the cell is blank, and for other columns. */
  readonly values: Float64Array;
}

/** The columns whose cells are read. */
function readColumns(header: MotiveHeader): Uint8Array {
  const isRead = new Uint8Array(header.columnNames.length);
  isRead.fill(1, 0, 2);
  for (const { rotation, position } of header.groups)
    for (const column of [...rotation, ...position]) if (column >= 0) isRead[column] = 1;
  return isRead;
}

function readRow(file: string, header: MotiveHeader, isRead: Uint8Array, text: string, line: number): Row {
  const values = new Float64Array(isRead.length).fill(Number.NaN);
  let column = 0;
  for (let start = 0; start <= text.length; ++column) {
    const comma = text.indexOf(",", start);
    const end = comma < 0 ? text.length : comma;
    if (isRead[column] === 1) {
      const cell = text.slice(start, end).trim();
      const value = cell === "" ? Number.NaN : Number(cell);
      if (cell !== "" && !(Math.abs(value) <= MAX_NUMBER)) {
        const place = `line ${line}, column ${header.columnNames[column] ?? column}`;
        throw new RecordingError(file, place, `expected a number, found ${quoted(cell)}`);
      }
      values[column] = value;
    }
    start = end + 1;
  }
  const [frame = Number.NaN, time = Number.NaN] = values;
  if (Number.isNaN(frame) || Number.isNaN(time))
    throw new RecordingError(file, `line ${line}`, "expected a frame number and a time first");
  if (column > isRead.length + 1) {
    const expected = `expected ${isRead.length} cells, found ${column}`;
    throw new RecordingError(file, `line ${line}`, `${expected}; decimal commas are not supported`);
  }
  return { frame, time, values };
}

function readRows(
  file: string,
  header: MotiveHeader,
  lines: readonly string[],
): { rows: Row[]; leftOut: number } {
  const isRead = readColumns(header);
  const rows: Row[] = [];
  let leftOut = 0;
  for (let index = header.firstRow; index < lines.length; ++index) {
    const text = lines[index] ?? "";
    if (/^[\s,]*$/.test(text)) continue;
    const row = readRow(file, header, isRead, text, index + 1);
    const before = rows.at(-1);
    if (before !== undefined && (row.frame <= before.frame || row.time < before.time)) leftOut += 1;
    else rows.push(row);
  }
  return { rows, leftOut };
}

/** Exact times by the frame numbers where the rounded times agree with them; else the times as written. */
function timesOf(rows: readonly Row[], rate: number): Float64Array {
  const first = rows[0] ?? { frame: 0, time: 0 };
  const exact = Float64Array.from(rows, ({ frame }) => (frame - first.frame) / rate);
  const agrees = rows.every(
    ({ time }, index) => Math.abs(time - first.time - (exact[index] ?? 0)) < ROUNDING_SECONDS,
  );
  if (agrees) return exact;
  const times = Float64Array.from(rows, ({ time }) => time - first.time);
  // Rounding may make neighbours one: they stay apart by a share of a step.
  const least = 0.01 / rate;
  for (let index = 1; index < times.length; ++index)
    times[index] = Math.max(times[index] ?? 0, (times[index - 1] ?? 0) + least);
  return times;
}

function rateOf(header: MotiveHeader, rows: readonly Row[], warnings: MotionWarning[]): number {
  if (!Number.isNaN(header.frameRate)) return header.frameRate;
  const steps = rows.slice(1).map(({ time }, index) => time - (rows[index]?.time ?? 0));
  const step = steps.length > 0 ? medianOf(steps) : 0;
  const rate = step > 0 ? 1 / step : 120;
  const value = String(Number(rate.toFixed(3)));
  const how = step > 0 ? "the times of the rows" : "nothing in the file";
  const message = `no frame rate stated; ${value} a second by ${how} (option frameRate)`;
  warnings.push({ code: "assumed-rate", count: 1, value, message });
  return rate;
}

function readTurn(values: number[], order: EulerOrder | null): boolean {
  if (order === null) return normalize(values, 0);
  const [x = 0, y = 0, z = 0] = values;
  const angles = [x, y, z];
  values.fill(0);
  values[3] = 1;
  for (const axis of axesOf(order)) turnBy(values, 0, axis, angles[axis] ?? 0);
  return normalize(values, 0);
}

function readTrack(header: MotiveHeader, group: MotiveGroup, rows: readonly Row[]): MotiveTrack {
  const positions = new Float32Array(3 * rows.length);
  const rotations = new Float32Array(4 * rows.length);
  const tracked = new Uint8Array(rows.length);
  const turnCount = group.rotation[0] === -1 ? 0 : header.eulerOrder === null ? 4 : 3;
  const placeCount = group.position[0] === -1 ? 0 : 3;
  const place = [0, 0, 0];
  const turn = [0, 0, 0, 1];
  let first = -1;
  for (let frame = 0; frame < rows.length; ++frame) {
    const { values } = rows[frame] as Row;
    turn.fill(0);
    turn[3] = 1;
    let isTracked = true;
    for (let i = 0; i < placeCount; ++i) {
      place[i] = values[group.position[i] ?? 0] ?? 0;
      if (Number.isNaN(place[i])) isTracked = false;
    }
    for (let i = 0; i < turnCount; ++i) {
      turn[i] = values[group.rotation[i] ?? 0] ?? 0;
      if (Number.isNaN(turn[i])) isTracked = false;
    }
    if (isTracked && turnCount > 0) isTracked = readTurn(turn, header.eulerOrder);
    if (isTracked) {
      for (let i = 0; i < 3; ++i) positions[3 * frame + i] = place[i] ?? 0;
      for (let i = 0; i < 4; ++i) rotations[4 * frame + i] = turn[i] ?? 0;
      tracked[frame] = 1;
      if (first < 0) first = frame;
    } else if (frame > 0) {
      positions.copyWithin(3 * frame, 3 * frame - 3, 3 * frame);
      rotations.copyWithin(4 * frame, 4 * frame - 4, 4 * frame);
    } else rotations[3] = 1;
  }
  // Before it was first seen it is where it was first seen.
  for (let frame = 0; frame < first; ++frame) {
    positions.copyWithin(3 * frame, 3 * first, 3 * first + 3);
    rotations.copyWithin(4 * frame, 4 * first, 4 * first + 4);
  }
  return { group, positions, rotations, tracked };
}

/** @throws RecordingError with line and column */
export function readMotiveRows(
  file: string,
  header: MotiveHeader,
  lines: readonly string[],
  frameRate: number | undefined,
): MotiveFrames {
  const warnings: MotionWarning[] = [];
  const { rows, leftOut } = readRows(file, header, lines);
  if (rows.length === 0)
    throw new RecordingError(file, "", "expected rows of values below the header, found none");
  if (leftOut > 0) {
    const message = `${counted(leftOut, "row")} not later than the row before left out`;
    warnings.push({ code: "out-of-order-rows", count: leftOut, value: "", message });
  }
  const rate = frameRate ?? rateOf(header, rows, warnings);
  return {
    frameCount: rows.length,
    frameRate: rate,
    times: timesOf(rows, rate),
    tracks: header.groups.map((group) => readTrack(header, group, rows)),
    warnings,
  };
}
