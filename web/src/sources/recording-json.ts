// Reads a JSON recording of any model with face channels: text in, recording out. The accepted forms stand in docs/recordings.md.
// It is not a CSV reader and plays nothing.

import { faceChannelCount, faceChannelNames } from "../tables/face-channels";
import { liveLinkOrder, matchChannelName } from "./channel-names";
import {
  counted,
  type FaceRecording,
  medianOf,
  quoted,
  RecordingError,
  type RecordingWarning,
  rangeWarnings,
} from "./recording";
import { isObject, type JsonObject, numberAt, ValueReader } from "./recording-json-rows";

/** Rows a second where the file states neither rate nor times: what the lip-sync models put out. */
export const assumedRecordingRate = 30;

/** Steps above this are read as milliseconds, seconds: no recording has less than one row a second. */
const longestStep = 1;

const rowKeys = [
  "frames",
  "rows",
  "blendshapes",
  "blendShapes",
  "weightMat",
  "data",
  "values",
  "weights",
  "result",
] as const;
const nameKeys = [
  "names",
  "channels",
  "blendshapeNames",
  "blendShapeNames",
  "blendshape_names",
  "facsNames",
  "keys",
  "blendshapes",
  "blendShapes",
] as const;
const rateKeys = ["fps", "frameRate", "framerate", "frame_rate", "exportFps", "rate"] as const;
const timeKeys = ["times", "timestamps", "timeCodes", "time"] as const;

interface Document {
  readonly file: string;
  /** The object around the rows, and the objects around that: the nearest statement of a rate or of names counts. */
  readonly around: readonly JsonObject[];
  readonly rows: readonly unknown[];
  /** JSON path of the rows. */
  readonly path: string;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordingError(file, "", `expected JSON: ${reason}`);
  }
}

// A list of texts is a list of names, whatever its key.
function holdsRows(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && typeof value[0] !== "string");
}

/** Follows `data.frames`, `result.blendshapes` and the like down to the list of rows. */
function findRows(root: unknown, file: string): Document {
  const around: JsonObject[] = [];
  let path = "";
  let value = root;
  while (isObject(value)) {
    around.unshift(value);
    const object: JsonObject = value;
    const key = rowKeys.find((candidate) => holdsRows(object[candidate]));
    if (key === undefined) {
      const expected = `a list of rows under one of ${rowKeys.join(", ")}`;
      throw new RecordingError(
        file,
        path,
        `expected ${expected}, found ${Object.keys(object).slice(0, 8).join(", ") || "{}"}`,
      );
    }
    path = path === "" ? key : `${path}.${key}`;
    value = object[key];
  }
  if (!Array.isArray(value))
    throw new RecordingError(file, path, `expected a list of rows, found ${quoted(value)}`);
  if (value.length === 0) throw new RecordingError(file, path, "expected at least one row, found none");
  return { file, around, rows: value, path };
}

function stated(document: Document, keys: readonly string[]): { key: string; value: unknown } | undefined {
  for (const object of document.around) {
    const key = keys.find(
      (candidate) => object[candidate] !== undefined && object[candidate] !== document.rows,
    );
    if (key !== undefined) return { key, value: object[key] };
  }
  return undefined;
}

function positive(document: Document, keys: readonly string[]): number | undefined {
  const found = stated(document, keys);
  if (found === undefined) return undefined;
  if (typeof found.value === "number" && Number.isFinite(found.value) && found.value > 0) return found.value;
  throw new RecordingError(
    document.file,
    found.key,
    `expected a number above 0, found ${quoted(found.value)}`,
  );
}

/** Channel of each place in a row of bare numbers, -1 for one that is no channel. */
function orderOf(document: Document, warnings: RecordingWarning[]): readonly number[] {
  const names = stated(document, nameKeys);
  if (names !== undefined && Array.isArray(names.value))
    return namedOrder(document, names.key, names.value, warnings);
  const order = stated(document, ["order"]);
  if (order === undefined || order.value === "arkit" || order.value === "alphabetical") {
    return faceChannelNames.map((_, index) => index);
  }
  if (order.value === "liveLink" || order.value === "apple") return liveLinkOrder;
  throw new RecordingError(
    document.file,
    "order",
    `expected "arkit" or "liveLink", found ${quoted(order.value)}`,
  );
}

function namedOrder(
  document: Document,
  key: string,
  names: readonly unknown[],
  warnings: RecordingWarning[],
): number[] {
  const ignored: string[] = [];
  const order = names.map((name, index) => {
    if (typeof name !== "string") {
      throw new RecordingError(
        document.file,
        `${key}[${index}]`,
        `expected a channel name, found ${quoted(name)}`,
      );
    }
    const channel = matchChannelName(name);
    if (channel < 0) ignored.push(name);
    return channel;
  });
  const used = order.filter((channel) => channel >= 0);
  if (used.length === 0)
    throw new RecordingError(document.file, key, "expected names of face channels, found none");
  for (const [index, channel] of order.entries()) {
    if (channel >= 0 && order.indexOf(channel) !== index) {
      const first = quoted(names[order.indexOf(channel)]);
      throw new RecordingError(
        document.file,
        `${key}[${index}]`,
        `expected each channel once, found ${quoted(names[index])} after ${first}`,
      );
    }
  }
  if (ignored.length > 0) {
    const message = `names that are no face channel: ${ignored.join(", ")}`;
    warnings.push({ code: "ignored-columns", count: ignored.length, message });
  }
  return order;
}

/** What values are divided by: 100 where the file declares percent. */
function divisorOf(document: Document): number {
  const range = stated(document, ["range", "valueRange"]);
  if (range !== undefined) {
    if (range.value === "percent" || JSON.stringify(range.value) === "[0,100]") return 100;
    if (range.value === "unit" || JSON.stringify(range.value) === "[0,1]") return 1;
    throw new RecordingError(
      document.file,
      range.key,
      `expected "unit" or "percent", found ${quoted(range.value)}`,
    );
  }
  return positive(document, ["scale"]) ?? 1;
}

/** Times of the rows in the unit of the file, or nothing where it states none. */
function statedTimes(document: Document, reader: ValueReader, count: number): number[] | undefined {
  if (reader.times.length > 0) {
    if (reader.times.length === count) return reader.times;
    throw new RecordingError(
      document.file,
      document.path,
      `expected a time in every row, found one in ${reader.times.length} of ${count}`,
    );
  }
  const list = stated(document, timeKeys);
  if (list === undefined || !Array.isArray(list.value)) return undefined;
  if (list.value.length !== count) {
    throw new RecordingError(
      document.file,
      list.key,
      `expected ${counted(count, "time")}, one a row, found ${list.value.length}`,
    );
  }
  return list.value.map((time, index) => numberAt(document.file, `${list.key}[${index}]`, time));
}

function timesOf(document: Document, reader: ValueReader, count: number, warnings: RecordingWarning[]) {
  const rate = positive(document, rateKeys);
  const raw = statedTimes(document, reader, count);
  if (raw === undefined) {
    const fps = rate ?? assumedRecordingRate;
    if (rate === undefined)
      warnings.push({
        code: "assumed-rate",
        count: 1,
        message: `no rate stated; ${fps} rows a second assumed`,
      });
    return { fps, times: Float64Array.from({ length: count }, (_, index) => index / fps) };
  }
  for (let index = 1; index < count; ++index) {
    if ((raw[index] ?? 0) > (raw[index - 1] ?? 0)) continue;
    const place = `${document.path}[${index}]`;
    throw new RecordingError(
      document.file,
      place,
      `expected a time after ${raw[index - 1]}, found ${raw[index]}`,
    );
  }
  const steps = raw.slice(1).map((time, index) => time - (raw[index] ?? 0));
  const unit = stated(document, ["timeUnit"]);
  const step = steps.length > 0 ? medianOf(steps) : 1 / (rate ?? assumedRecordingRate);
  const declared = reader.timesInMilliseconds || unit?.value === "ms" || unit?.value === "milliseconds";
  const guessed = !declared && unit === undefined && step > longestStep;
  if (guessed) {
    const message = `times ${step} apart were read as milliseconds; declare "timeUnit" to be sure`;
    warnings.push({ code: "assumed-milliseconds", count: 1, message });
  }
  const seconds = declared || guessed ? 1000 : 1;
  const start = raw[0] ?? 0;
  const measured = Math.round((100 * seconds) / step) / 100;
  return { fps: rate ?? measured, times: Float64Array.from(raw, (time) => (time - start) / seconds) };
}

/**
 * Parses a whole file. See docs/recordings.md for the forms; what is stated nearest to the rows counts.
 * @param file name for messages
 * @throws RecordingError with the JSON path
 */
export function parseRecordingJson(text: string, file: string): FaceRecording {
  const document = findRows(parse(text, file), file);
  const warnings: RecordingWarning[] = [];
  const reader = new ValueReader(file, document.path, orderOf(document, warnings));
  const divisor = divisorOf(document);
  const values = reader.read(document.rows);
  if (divisor !== 1)
    for (let index = 0; index < values.length; ++index) values[index] = (values[index] ?? 0) / divisor;
  const rowCount = values.length / faceChannelCount;
  const { fps, times } = timesOf(document, reader, rowCount, warnings);
  warnings.push(...reader.warnings(), ...rangeWarnings(values));
  return {
    name: file,
    fps,
    rowCount,
    times,
    values,
    duration: (times[rowCount - 1] ?? 0) + 1 / fps,
    warnings,
  };
}
