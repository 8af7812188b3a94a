// Reads the rows of a JSON recording, whichever of the documented forms each has, into 52 values each.
// It knows nothing of what stands around the rows: rate, names and range are the document's, in recording-json.ts.

import { faceChannelCount, faceChannelNames } from "../tables/face-channels";
import { matchChannelName } from "./channel-names";
import { quoted, RecordingError, type RecordingWarning } from "./recording";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function numberAt(file: string, place: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new RecordingError(file, place, `expected a number, found ${quoted(value)}`);
}

/** Keys under which a row keeps its values when it is an object with more in it. */
const valueKeys = [
  "values",
  "weights",
  "blendshapes",
  "blendShapes",
  "data",
  "categories",
  "channels",
] as const;
const secondKeys = ["time", "t", "timestamp"] as const;
const millisecondKeys = ["timeMs", "timestampMs", "time_ms", "timestamp_ms"] as const;
/** Keys of a row that are no channel and need no mention. */
const bookkeepingKeys = new Set<string>([
  "frame",
  "index",
  "id",
  "_neutral",
  ...secondKeys,
  ...millisecondKeys,
]);

export class ValueReader {
  /** Time stamp of each row that has one, in the unit of the file. */
  readonly times: number[] = [];
  timesInMilliseconds = false;
  private readonly ignored = new Set<string>();
  private readonly seen = new Set<number>();

  /**
   * @param path JSON path of the list of rows, for messages
   * @param order channel of each place in a row of bare numbers, -1 for one that is no channel
   */
  constructor(
    private readonly file: string,
    private readonly path: string,
    private readonly order: readonly number[],
  ) {}

  /** All rows as rows x 52 values. A list of bare numbers is a flat list of rows, one behind the other. */
  read(rows: readonly unknown[]): Float32Array {
    if (typeof rows[0] === "number") return this.readFlat(rows);
    const values = new Float32Array(rows.length * faceChannelCount);
    for (const [index, row] of rows.entries()) {
      this.readRow(
        row,
        `${this.path}[${index}]`,
        values.subarray(index * faceChannelCount, (index + 1) * faceChannelCount),
      );
    }
    return values;
  }

  warnings(): RecordingWarning[] {
    const warnings: RecordingWarning[] = [];
    const missing = faceChannelNames.filter((_, channel) => !this.seen.has(channel));
    if (missing.length > 0) {
      const message = `no values for ${missing.join(", ")}; held at 0`;
      warnings.push({ code: "missing-channels", count: missing.length, message });
    }
    if (this.ignored.size > 0) {
      const message = `keys that are no face channel: ${[...this.ignored].join(", ")}`;
      warnings.push({ code: "ignored-columns", count: this.ignored.size, message });
    }
    return warnings;
  }

  private readFlat(numbers: readonly unknown[]): Float32Array {
    const width = this.order.length;
    if (numbers.length % width !== 0) {
      const expected = `a multiple of ${width} numbers, ${width} a row`;
      throw new RecordingError(this.file, this.path, `expected ${expected}, found ${numbers.length}`);
    }
    const rowCount = numbers.length / width;
    const values = new Float32Array(rowCount * faceChannelCount);
    for (const [index, value] of numbers.entries()) {
      const number = numberAt(this.file, `${this.path}[${index}]`, value);
      this.put(values, Math.floor(index / width) * faceChannelCount, this.order[index % width] ?? -1, number);
    }
    return values;
  }

  private readRow(row: unknown, path: string, target: Float32Array): void {
    if (Array.isArray(row)) {
      this.readList(row, path, target);
      return;
    }
    if (!isObject(row))
      throw new RecordingError(this.file, path, `expected a row of values, found ${quoted(row)}`);
    this.readTime(row, path);
    const key = valueKeys.find((candidate) => typeof row[candidate] === "object" && row[candidate] !== null);
    const inner = key === undefined ? row : row[key];
    if (Array.isArray(inner)) this.readList(inner, `${path}.${key}`, target);
    else if (isObject(inner)) this.readNamed(inner, key === undefined ? path : `${path}.${key}`, target);
  }

  private readTime(row: JsonObject, path: string): void {
    const milliseconds = millisecondKeys.find((candidate) => row[candidate] !== undefined);
    const key = milliseconds ?? secondKeys.find((candidate) => row[candidate] !== undefined);
    if (key === undefined) return;
    if (milliseconds !== undefined) this.timesInMilliseconds = true;
    this.times.push(numberAt(this.file, `${path}.${key}`, row[key]));
  }

  private readList(list: readonly unknown[], path: string, target: Float32Array): void {
    if (list.length > 0 && isObject(list[0])) {
      this.readScores(list, path, target);
      return;
    }
    if (list.length !== this.order.length) {
      throw new RecordingError(this.file, path, `expected ${this.order.length} values, found ${list.length}`);
    }
    for (const [index, value] of list.entries()) {
      this.put(target, 0, this.order[index] ?? -1, numberAt(this.file, `${path}[${index}]`, value));
    }
  }

  /** `[{ "categoryName": "jawOpen", "score": 0.3 }, ...]`, the form of face landmarkers. */
  private readScores(list: readonly unknown[], path: string, target: Float32Array): void {
    for (const [index, entry] of list.entries()) {
      const place = `${path}[${index}]`;
      const name = isObject(entry)
        ? (entry.categoryName ?? entry.name ?? entry.key ?? entry.channel)
        : undefined;
      if (!isObject(entry) || typeof name !== "string") {
        throw new RecordingError(this.file, place, `expected a name and a value, found ${quoted(entry)}`);
      }
      this.putNamed(target, name, entry.score ?? entry.value ?? entry.weight, place);
    }
  }

  private readNamed(row: JsonObject, path: string, target: Float32Array): void {
    for (const [name, value] of Object.entries(row)) this.putNamed(target, name, value, `${path}.${name}`);
  }

  private putNamed(target: Float32Array, name: string, value: unknown, place: string): void {
    const channel = matchChannelName(name);
    if (channel >= 0) this.put(target, 0, channel, numberAt(this.file, place, value));
    else if (!bookkeepingKeys.has(name)) this.ignored.add(name);
  }

  private put(target: Float32Array, offset: number, channel: number, value: number): void {
    if (channel < 0) return;
    target[offset + channel] = value;
    this.seen.add(channel);
  }
}
