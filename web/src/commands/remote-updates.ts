// Values that come one by one, many a second: those of one frame are one change, those of one gesture one entry of the history.
// What a value may be is the table's to say; nothing is answered here.
import { type ParameterValues, takenValue, withParameters } from "../state/body-settings";
import type { Note } from "../state/store";
import { type BodyParameterName, type BodyValue, bodyParameter } from "../tables/body-parameters";
import { changeBody } from "./body-changes";
import type { Character } from "./characters";
import { readOnlyPropertyNames, settableProperties } from "./remote-data";
import { RemoteRefusal, type RemoteTime } from "./remote-ports";
import { expectedOf, takenTransfer, transferName } from "./remote-transfer";

export type RemoteValue = BodyValue | readonly number[];

/** A value as it was taken, and whether it is another one than was asked for. */
export interface TakenValue {
  readonly property: string;
  readonly value: RemoteValue;
  readonly isClamped: boolean;
}

/** Without another value of the same properties for this long a hand rests; seconds. */
const GESTURE_REST = 1;
/** Another property that comes this soon is of the same gesture: a pad sets two; seconds. */
const GESTURE_JOIN = 0.15;

/** Throws RemoteRefusal for names that are not known or only read, and for values of another type. */
export function takeValue(character: Character, property: unknown, value: unknown): TakenValue {
  const name = String(property);
  const known = settableProperties(character);
  if (readOnlyPropertyNames.includes(name))
    throw new RemoteRefusal("read-only-property", `property: ${name} is read, not set`, { known });
  if (!known.includes(name)) {
    const message = `property: expected one of ${known.join(", ")}, found ${name}`;
    throw new RemoteRefusal("unknown-property", message, { known });
  }
  const transfer = transferName(name);
  const taken =
    transfer === null
      ? takenValue(name as BodyParameterName, value as BodyValue)
      : takenTransfer(transfer.field, value);
  if (taken === undefined) {
    const expected =
      transfer === null ? expectedValue(name as BodyParameterName) : expectedOf(transfer.field);
    throw new RemoteRefusal("invalid-value", `value: ${name} is ${expected}, found ${JSON.stringify(value)}`);
  }
  return { property: name, value: taken, isClamped: JSON.stringify(taken) !== JSON.stringify(value) };
}

function expectedValue(name: BodyParameterName): string {
  const row = bodyParameter(name);
  if (row.type === "choice") return `one of ${row.choices.join(", ")}`;
  return row.type === "number" ? "a number" : "true or false";
}

interface Gesture {
  readonly properties: Set<string>;
  readonly mergeKey: string;
  time: number;
}

interface Waiting {
  readonly values: Map<string, RemoteValue>;
  readonly done: Promise<void>;
  /** Begins to put the values into force; settles `done`. */
  apply(): void;
}

/** @param now seconds on a clock that never runs backwards */
export class RemoteUpdates {
  private readonly waiting = new Map<Character, Waiting>();
  private readonly gestures = new WeakMap<Character, Gesture>();
  private lastGesture = 0;

  constructor(
    private readonly time: Pick<RemoteTime, "turn">,
    private readonly now: () => number,
  ) {}

  /** Resolves when the value is in force; rejects where the engine refuses it. */
  put(character: Character, { property, value }: TakenValue): Promise<void> {
    const waiting = this.waiting.get(character) ?? this.begin(character);
    waiting.values.set(property, value);
    return waiting.done;
  }

  /** What waits is put into force at once: somebody wants to read it, or to go on from there. A refusal is told to who waits for it. */
  async flush(character: Character): Promise<void> {
    const waiting = this.waiting.get(character);
    if (waiting === undefined) return;
    this.waiting.delete(character);
    waiting.apply();
    await waiting.done.catch(() => undefined);
  }

  private begin(character: Character): Waiting {
    const values: Waiting["values"] = new Map();
    let apply = () => {};
    const done = new Promise<void>((resolve) => {
      apply = () => resolve(this.apply(character, values));
    });
    const begun: Waiting = { values, done, apply };
    this.waiting.set(character, begun);
    void this.time.turn().then(() => {
      if (this.waiting.get(character) === begun) void this.flush(character);
    });
    return begun;
  }

  private async apply(character: Character, values: Waiting["values"]): Promise<void> {
    const all = [...values];
    const mergeKey = all.every(([, value]) => typeof value !== "number" && !Array.isArray(value))
      ? undefined
      : this.gestureOf(character, [...values.keys()]);
    const own = all.filter(([name]) => transferName(name) === null);
    if (own.length > 0) {
      const label: Note = { key: "change.body", parameters: { parameter: own.at(-1)?.[0] ?? "" } };
      const taken = Object.fromEntries(own) as ParameterValues;
      await changeBody(character, label, (profile) => withParameters(profile, taken), mergeKey);
    }
    for (const [name, value] of all) {
      const transfer = transferName(name);
      if (transfer === null) continue;
      const { index, field } = transfer;
      const before = character.transfers[index];
      if (before === undefined) throw new RemoteRefusal("unknown-property", `property: ${name} is gone`);
      await character.changeTransfer(index, { ...before, [field]: value }, mergeKey);
    }
  }

  private gestureOf(character: Character, names: readonly string[]): string {
    const now = this.now();
    const last = this.gestures.get(character);
    const rested = last === undefined ? Number.POSITIVE_INFINITY : now - last.time;
    const isSame = last !== undefined && names.every((name) => last.properties.has(name));
    if (last !== undefined && rested < (isSame ? GESTURE_REST : GESTURE_JOIN)) {
      for (const name of names) last.properties.add(name);
      last.time = now;
      return last.mergeKey;
    }
    const gesture = { properties: new Set(names), mergeKey: `remote:${++this.lastGesture}`, time: now };
    this.gestures.set(character, gesture);
    return gesture.mergeKey;
  }
}
