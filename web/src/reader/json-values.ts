// Checked access to parsed JSON: every value of a file is taken through these, so that a wrong type becomes a ReadError.
// It knows nothing about glTF.
import { ReadError } from "./read-error";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  return typeof value === "object" ? "an object" : String(value);
}

function wrong(place: string, expected: string, value: unknown): ReadError {
  return new ReadError("invalid-structure", place, `expected ${expected}, found ${shown(value)}`);
}

/** The value as an object; `undefined` gives an empty one. */
export function objectAt(value: unknown, place: string): JsonObject {
  if (value === undefined) return {};
  if (!isObject(value)) throw wrong(place, "an object", value);
  return value;
}

/** The value as an array; `undefined` gives an empty one. */
export function arrayAt(value: unknown, place: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong(place, "an array", value);
  return value;
}

/** Array of objects; `undefined` gives an empty one. */
export function objectsAt(value: unknown, place: string): readonly JsonObject[] {
  return arrayAt(value, place).map((entry, index) => {
    if (!isObject(entry)) throw wrong(`${place}[${index}]`, "an object", entry);
    return entry;
  });
}

/** Whole number from 0 up to what a double holds exactly. */
export function countAt(value: unknown, place: string, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw wrong(place, "a whole number of 0 or more", value);
  }
  return value;
}

/** Index into a list of `length` entries. */
export function indexAt(value: unknown, length: number, place: string): number {
  const index = countAt(value, place);
  if (index >= length) {
    throw new ReadError("out-of-range", place, `expected an index below ${length}, found ${index}`);
  }
  return index;
}

/** `length` finite numbers. */
export function numbersAt(value: unknown, length: number, place: string): readonly number[] {
  if (!Array.isArray(value) || value.length !== length || !value.every((n) => Number.isFinite(n))) {
    throw wrong(place, `${length} finite numbers`, value);
  }
  return value as number[];
}

/** Finite number, or the fallback where there is none. */
export function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

/** Text, or "" where there is none. */
export function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}
