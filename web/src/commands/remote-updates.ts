// Values that come one by one, many a second: those of one frame are one change, those of one gesture one entry of the history.
// What a value may be is the table's to say; nothing is answered here.
import { type ParameterValues, takenValue, withParameters } from "../state/body-settings";
import type { Note } from "../state/store";
import { type BodyParameterName, type BodyValue, bodyParameter } from "../tables/body-parameters";
import { changeBody } from "./body-changes";
import type { Character } from "./characters";
import { readOnlyPropertyNames, settablePropertyNames } from "./remote-data";
import { RemoteRefusal, type RemoteTime } from "./remote-ports";

/** A value as it was taken, and whether it is another one than was asked for. */
export interface TakenValue {
  readonly property: BodyParameterName;
  readonly value: BodyValue;
  readonly isClamped: boolean;
}

/** Without another value of the same properties for this long a hand rests; seconds. */
const GESTURE_REST = 1;
/** Another property that comes this soon is of the same gesture: a pad sets two; seconds. */
const GESTURE_JOIN = 0.15;

/** Throws RemoteRefusal for names that are not known or only read, and for values of another type. */
export function takeValue(property: unknown, value: unknown): TakenValue {
  const name = String(property);
  if (readOnlyPropertyNames.includes(name))
    throw new RemoteRefusal("read-only-property", `property: ${name} is read, not set`, {
      known: settablePropertyNames,
    });
  const row = bodyParameter(name);
  if (row === undefined) {
    const known = settablePropertyNames.join(", ");
    throw new RemoteRefusal("unknown-property", `property: expected one of ${known}, found ${name}`, {
      known: settablePropertyNames,
    });
  }
  const taken = takenValue(name as BodyParameterName, value as BodyValue);
  if (taken === undefined) {
    const expected =
      row.type === "choice"
        ? `one of ${row.choices.join(", ")}`
        : row.type === "number"
          ? "a number"
          : "true or false";
    throw new RemoteRefusal("invalid-value", `value: ${name} is ${expected}, found ${JSON.stringify(value)}`);
  }
  return { property: name as BodyParameterName, value: taken, isClamped: taken !== value };
}

interface Gesture {
  readonly properties: Set<string>;
  readonly mergeKey: string;
  time: number;
}

interface Waiting {
  readonly values: Map<BodyParameterName, BodyValue>;
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

  private apply(character: Character, values: Waiting["values"]): Promise<void> {
    const names = [...values.keys()];
    const isSwitch = names.every((name) => bodyParameter(name).type !== "number");
    const mergeKey = isSwitch ? undefined : this.gestureOf(character, names);
    const label: Note = { key: "change.body", parameters: { parameter: names.at(-1) ?? "" } };
    const taken = Object.fromEntries(values) as ParameterValues;
    return changeBody(character, label, (profile) => withParameters(profile, taken), mergeKey);
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
