// A face recording in memory, what its reading gave notice of, and the error that refuses a file.
// It is not a parser; those are live-link-csv.ts and recording-json.ts.

/** Stable codes of what a reader of recordings gives notice of; the page has a text for each. */
export type RecordingWarningCode =
  | "dropped-frames" // gaps in the timecode; the times of the rows are right
  | "untracked-rows" // rows without values: the face was not seen
  | "out-of-order-rows" // rows at or before the time of the row before; left out
  | "above-one" // values above 1; kept
  | "below-zero" // values below 0; kept
  | "missing-channels" // channels without a column; they are 0
  | "ignored-columns" // columns or names that are no channel
  | "assumed-rate" // the file states no frame rate
  | "assumed-milliseconds"; // time stamps so far apart that they were read as milliseconds

export interface RecordingWarning {
  readonly code: RecordingWarningCode;
  /** How many frames, rows, values or names it concerns. */
  readonly count: number;
  /** English, for logs and the command line. */
  readonly message: string;
}

export interface FaceRecording {
  readonly name: string;
  /** Rows a second, the usual distance between rows; gaps do not change it. */
  readonly fps: number;
  readonly rowCount: number;
  /** Seconds from the first row, strictly increasing; the first is 0. */
  readonly times: Float64Array;
  /** rowCount x 52 in row order (alphabetical), 0..1 as a rule; values beyond are kept as recorded. */
  readonly values: Float32Array;
  /** Seconds from the first row to the end of the last one. */
  readonly duration: number;
  readonly warnings: readonly RecordingWarning[];
}

/** Thrown when a recording is refused. The message names file, place and expectation. */
export class RecordingError extends Error {
  readonly code = "invalid-recording";
  /**
   * @param file name of the file
   * @param place such as `line 12, column JawOpen` or `frames[3].jawOpen`; "" for the whole file
   * @param expectation what was expected and what was found
   */
  constructor(
    readonly file: string,
    readonly place: string,
    readonly expectation: string,
  ) {
    super(place === "" ? `${file}: ${expectation}` : `${file}: ${place}: ${expectation}`);
    this.name = "RecordingError";
  }
}

/** Text of a value for an error message, cut to a readable length. */
export function quoted(value: unknown): string {
  const longestQuote = 40;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}...` : text;
}

/** Number and noun, `1 row`, `2 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Median of a list that is not empty; the list is sorted in place. */
export function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Notices about values outside 0..1, which are kept as they are. */
export function rangeWarnings(values: Float32Array): RecordingWarning[] {
  let above = 0;
  let below = 0;
  let highest = 1;
  let lowest = 0;
  for (const value of values) {
    if (value > 1) above += 1;
    if (value < 0) below += 1;
    highest = Math.max(highest, value);
    lowest = Math.min(lowest, value);
  }
  const warnings: RecordingWarning[] = [];
  if (above > 0) {
    const message = `${counted(above, "value")} above 1, the highest ${highest.toFixed(4)}; kept as recorded`;
    warnings.push({ code: "above-one", count: above, message });
  }
  if (below > 0) {
    const message = `${counted(below, "value")} below 0, the lowest ${lowest.toFixed(4)}; kept as recorded`;
    warnings.push({ code: "below-zero", count: below, message });
  }
  return warnings;
}
