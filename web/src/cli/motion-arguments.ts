// The arguments of `doppel motion`.
// It reads no file.

import { type MotionOptions, type MotionUnit, motionUnits, type UpAxis } from "../sources/motion/motion-clip";
import { type EulerOrder, eulerOrders } from "../sources/motion/quaternion";
import { flag, numberOf, oneOperand, parse, text, textOf, type Values } from "./argument-values";
import { UsageError } from "./exit-codes";

export interface MotionArguments {
  readonly file: string;
  readonly json: boolean;
  readonly options: MotionOptions;
  /** File that is written. */
  readonly out: string | undefined;
  /** Which performer is written, from 0. */
  readonly performer: number;
  readonly order: EulerOrder | undefined;
}

function unitOf(word: string): number {
  if (word in motionUnits) return motionUnits[word as MotionUnit];
  const metres = Number(word);
  if (metres > 0 && Number.isFinite(metres)) return metres;
  const names = Object.keys(motionUnits).join(", ");
  throw new UsageError(`--units: expected ${names} or a length in metres above 0, found "${word}"`);
}

/** Options of every command that reads a recording, beside its rate. */
export const recordingOptions = { units: text, up: text, "rest-up": text } as const;

/** @param rate name of the option with the recording's rate */
export function recordingOptionsOf(values: Values, rate: string): MotionOptions {
  const units = textOf(values, "units");
  const up = axisOf(values, "up");
  const restUp = axisOf(values, "rest-up");
  const frameRate = aboveZero(values, rate);
  return {
    ...(units === undefined ? {} : { metresPerUnit: unitOf(units) }),
    ...(up === undefined ? {} : { up }),
    ...(restUp === undefined ? {} : { restUp }),
    ...(frameRate === undefined ? {} : { frameRate }),
  };
}

function axisOf(values: Values, name: string): UpAxis | undefined {
  const word = textOf(values, name);
  if (word === undefined || word === "y" || word === "z") return word;
  throw new UsageError(`--${name}: expected y or z, found "${word}"`);
}

function orderOf(values: Values): EulerOrder | undefined {
  const word = textOf(values, "order");
  if (word === undefined) return undefined;
  const order = eulerOrders.find((each) => each === word.toUpperCase());
  if (order === undefined) {
    throw new UsageError(`--order: expected one of ${eulerOrders.join(", ")}, found "${word}"`);
  }
  return order;
}

/** A file that is written, by its name: BVH or VRM animation. */
export function outOf(values: Values): string | undefined {
  const out = textOf(values, "out");
  if (out === undefined || /\.(bvh|vrma)$/i.test(out)) return out;
  throw new UsageError(`--out: expected a name that ends in .bvh or .vrma, found "${out}"`);
}

export function aboveZero(values: Values, name: string): number | undefined {
  const word = textOf(values, name);
  if (word === undefined) return undefined;
  const value = numberOf(word, `--${name}`);
  if (!(value > 0)) throw new UsageError(`--${name}: expected a number above 0, found "${word}"`);
  return value;
}

/** `help` where help was asked for. */
export function parseMotion(args: readonly string[]): MotionArguments | "help" {
  const { values, operands } = parse(args, {
    json: flag,
    out: { type: "string", short: "o" },
    performer: text,
    order: text,
    rate: text,
    ...recordingOptions,
  });
  if (values.help === true) return "help";
  const performer = aboveZero(values, "performer") ?? 1;
  if (!Number.isInteger(performer)) throw new UsageError("--performer: expected a whole number from 1");
  return {
    file: oneOperand(operands, "recording FILE"),
    json: values.json === true,
    options: recordingOptionsOf(values, "rate"),
    out: outOf(values),
    performer: performer - 1,
    order: orderOf(values),
  };
}
