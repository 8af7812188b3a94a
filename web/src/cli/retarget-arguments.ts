// The arguments of `doppel retarget`.
// It reads no file; whether the performer, the parameters and the props exist is the command's matter.

import type { PropType } from "../core/body-documents";
import type { MotionOptions } from "../sources/motion/motion-clip";
import {
  type BodyParameterName,
  type BodyValue,
  bodyParameter,
  bodyParameters,
} from "../tables/body-parameters";
import { flag, numberOf, parse, text, textOf, type Values } from "./argument-values";
import { UsageError } from "./exit-codes";
import { aboveZero, outOf, recordingOptions, recordingOptionsOf } from "./motion-arguments";

export type ParameterValues = Readonly<Partial<Record<BodyParameterName, BodyValue>>>;

export interface RetargetArguments {
  /** The take, and how it is read. */
  readonly file: string;
  readonly options: MotionOptions;
  readonly avatar: string;
  readonly out: string | undefined;
  readonly report: boolean;
  /** File of the report as JSON. */
  readonly reportFile: string | undefined;
  /** From 1, or a name. */
  readonly performer: string;
  readonly settings: string | undefined;
  readonly isCalibrated: boolean;
  readonly parameters: ParameterValues;
  readonly floor: number | "auto";
  readonly props: readonly { readonly name: string; readonly type: PropType }[];
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly rate: number | undefined;
}

const propTypes: readonly PropType[] = ["object", "chair", "hand"];

/** `--report`'s file may be left out, which the parser of options does not know. */
function withReportFile(args: readonly string[]): string[] {
  const isFile = (word: string | undefined) => word !== undefined && /^[^-].*\.json$/i.test(word);
  return args.flatMap((word, index) => {
    if (word === "--report") return isFile(args[index + 1]) ? ["--report", "--report-file"] : ["--report"];
    return word.startsWith("--report=") ? ["--report", `--report-file=${word.slice(9)}`] : [word];
  });
}

function listOf(values: Values, name: string): readonly string[] {
  const words = values[name];
  return Array.isArray(words) ? words.map(String) : [];
}

function pairOf(word: string, option: string, what: string): readonly [string, string] {
  // The last one: names may hold the sign themselves.
  const at = word.lastIndexOf("=");
  if (at < 1 || at === word.length - 1)
    throw new UsageError(`--${option}: expected ${what}, found "${word}"`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function parameterValue(name: string, word: string): BodyValue {
  const parameter = bodyParameter(name);
  if (parameter === undefined) {
    const known = bodyParameters.map((row) => row.name).join(", ");
    throw new UsageError(`--set: expected a parameter (${known}), found "${name}"`);
  }
  const expected = (what: string) => new UsageError(`--set ${name}: expected ${what}, found "${word}"`);
  if (parameter.type === "boolean") {
    if (word !== "true" && word !== "false") throw expected("true or false");
    return word === "true";
  }
  if (parameter.type === "choice") {
    if (!parameter.choices.includes(word)) throw expected(`one of ${parameter.choices.join(", ")}`);
    return word;
  }
  const value = numberOf(word, `--set ${name}`);
  const { minimum, maximum, unit } = parameter;
  if (value < minimum || value > maximum)
    throw expected(`${minimum} to ${maximum}${unit === "" ? "" : ` ${unit}`}`);
  return value;
}

function parametersOf(values: Values): ParameterValues {
  const pairs = listOf(values, "set").map((word) => pairOf(word, "set", "NAME=VALUE"));
  return Object.fromEntries(pairs.map(([name, word]) => [name, parameterValue(name, word)]));
}

function propsOf(values: Values): RetargetArguments["props"] {
  return listOf(values, "prop").map((word) => {
    const [name, typed] = pairOf(word, "prop", "BODY=TYPE");
    const type = propTypes.find((each) => each === typed);
    if (type === undefined)
      throw new UsageError(`--prop ${name}: expected one of ${propTypes.join(", ")}, found "${typed}"`);
    return { name, type };
  });
}

function seconds(values: Values, name: string): number | undefined {
  const word = textOf(values, name);
  if (word === undefined) return undefined;
  const value = numberOf(word, `--${name}`);
  if (value < 0) throw new UsageError(`--${name}: expected seconds from 0 on, found "${word}"`);
  return value;
}

/** `help` where help was asked for. */
export function parseRetarget(args: readonly string[]): RetargetArguments | "help" {
  const { values, operands } = parse(withReportFile(args), {
    out: { type: "string", short: "o" },
    report: flag,
    "report-file": text,
    performer: text,
    settings: text,
    calibrated: flag,
    set: { type: "string", multiple: true },
    floor: text,
    prop: { type: "string", multiple: true },
    from: text,
    to: text,
    rate: text,
    "take-rate": text,
    ...recordingOptions,
  });
  if (values.help === true) return "help";
  const [file, avatar, ...others] = operands;
  if (file === undefined || avatar === undefined) throw new UsageError("expected TAKE and AVATAR");
  if (others.length > 0) throw new UsageError(`expected TAKE and AVATAR, found "${others[0]}" too`);
  const out = outOf(values);
  const report = values.report === true;
  if (out === undefined && !report) throw new UsageError("expected -o OUT or --report, or both");
  if (values.calibrated === true && values.settings === undefined)
    throw new UsageError("--calibrated: expected --settings with it");
  const floor = textOf(values, "floor") ?? "auto";
  const from = seconds(values, "from");
  const to = seconds(values, "to");
  if (to !== undefined && to < (from ?? 0))
    throw new UsageError(`--to: expected ${from ?? 0} or more, found "${to}"`);
  return {
    file,
    options: recordingOptionsOf(values, "take-rate"),
    avatar,
    out,
    report,
    reportFile: textOf(values, "report-file"),
    performer: textOf(values, "performer") ?? "1",
    settings: textOf(values, "settings"),
    isCalibrated: values.calibrated === true,
    parameters: parametersOf(values),
    floor: floor === "auto" ? floor : numberOf(floor, "--floor"),
    props: propsOf(values),
    from,
    to,
    rate: aboveZero(values, "rate"),
  };
}
