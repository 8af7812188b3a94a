// Checks of what came as JSON against a list of fields, for the messages of the bridge.
// It knows no message.

export type Fields = Readonly<Record<string, unknown>>;
export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
export const isText: Check = (value) => typeof value === "string";
export const isBoolean: Check = (value) => typeof value === "boolean";
export const isWhole: Check = (value) => Number.isSafeInteger(value);
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isListOf =
  (check: Check, length?: number): Check =>
  (value) =>
    Array.isArray(value) && (length === undefined || value.length === length) && value.every(check);
export const isOneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && known.includes(value);
export const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const isOrNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** What is wrong, with the field's name; null where nothing is. */
export function shapeFault(value: unknown, shape: Shape, place: string): string | null {
  if (!isFields(value)) return `${place}: expected an object`;
  for (const [name, isRight] of Object.entries(shape)) {
    if (!isRight(value[name]))
      return `${place}.${name}: unexpected ${JSON.stringify(value[name]) ?? "absence"}`;
  }
  return null;
}

/** The object that a text is; a sentence on what is wrong where it is none. */
export function readFields(text: string): Fields | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "expected JSON";
  }
  return isFields(value) ? value : "expected an object";
}
