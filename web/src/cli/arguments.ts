// Command-line arguments -> one typed command, or a UsageError that says what was expected.
// It reads no file and prints nothing.

import { type RemapMethod, remapMethods } from "../core/documents";
import { isFaceChannelName } from "../tables/face-channels";
import { flag, numberOf, oneOperand, parse, text, textOf, type Values } from "./argument-values";
import { UsageError } from "./exit-codes";
import { type MotionArguments, parseMotion } from "./motion-arguments";
import { parseRetarget, type RetargetArguments } from "./retarget-arguments";

export const commandNames = ["calibrate", "report", "profile", "remap", "motion", "retarget"] as const;
export type CommandName = (typeof commandNames)[number];

/** What `calibrate` and `report` have in common. */
export interface AvatarArguments {
  readonly file: string;
  readonly reference: string | undefined;
  /** Profile whose settings are kept (calibrate) or reported on (report). */
  readonly settings: string | undefined;
  readonly method: RemapMethod | undefined;
  /** Channel name to the id of the offer that drives it. */
  readonly substitutes: Readonly<Record<string, string>>;
}

export type Command =
  | { readonly name: "help"; readonly about: CommandName | undefined }
  | { readonly name: "version" }
  | {
      readonly name: "calibrate";
      readonly avatar: AvatarArguments;
      readonly profile: string | undefined;
      readonly json: boolean;
    }
  | { readonly name: "report"; readonly avatar: AvatarArguments; readonly form: "table" | "json" | "csv" }
  | { readonly name: "encode"; readonly file: string }
  | { readonly name: "decode"; readonly link: string }
  | {
      readonly name: "remap";
      readonly method: RemapMethod;
      readonly ratio: number;
      readonly deadZone: number;
      readonly saturation: number;
      readonly inputs: readonly number[];
    }
  | ({ readonly name: "motion" } & MotionArguments)
  | ({ readonly name: "retarget" } & RetargetArguments);

function methodOf(values: Values): RemapMethod | undefined {
  const word = textOf(values, "method");
  if (word === undefined) return undefined;
  const method = remapMethods.find((candidate) => candidate === word);
  if (method === undefined) {
    throw new UsageError(`--method: expected one of ${remapMethods.join(", ")}, found "${word}"`);
  }
  return method;
}

function substitutesOf(values: Values): Record<string, string> {
  const words = values.substitute;
  const substitutes: Record<string, string> = {};
  for (const word of Array.isArray(words) ? words : []) {
    const [channel = "", id = ""] = String(word).split(/=(.*)/s);
    if (!isFaceChannelName(channel) || id === "") {
      throw new UsageError(`--substitute: expected CHANNEL=ID, found "${word}"`);
    }
    substitutes[channel] = id;
  }
  return substitutes;
}

const avatarOptions = {
  reference: text,
  method: text,
  substitute: { type: "string", multiple: true },
} as const;

function parseCalibrate(args: readonly string[]): Command {
  const { values, operands } = parse(args, {
    ...avatarOptions,
    profile: text,
    keep: text,
    json: flag,
  });
  if (values.help === true) return { name: "help", about: "calibrate" };
  return {
    name: "calibrate",
    avatar: {
      file: oneOperand(operands, "avatar FILE"),
      reference: textOf(values, "reference"),
      settings: textOf(values, "keep"),
      method: methodOf(values),
      substitutes: substitutesOf(values),
    },
    profile: textOf(values, "profile"),
    json: values.json === true,
  };
}

function parseReport(args: readonly string[]): Command {
  const { values, operands } = parse(args, { ...avatarOptions, profile: text, json: flag, csv: flag });
  if (values.help === true) return { name: "help", about: "report" };
  if (values.json === true && values.csv === true)
    throw new UsageError("expected --json or --csv, found both");
  return {
    name: "report",
    avatar: {
      file: oneOperand(operands, "avatar FILE"),
      reference: textOf(values, "reference"),
      settings: textOf(values, "profile"),
      method: methodOf(values),
      substitutes: substitutesOf(values),
    },
    form: values.json === true ? "json" : values.csv === true ? "csv" : "table",
  };
}

function parseProfile(args: readonly string[]): Command {
  const { values, operands } = parse(args, {});
  if (values.help === true) return { name: "help", about: "profile" };
  const [action, ...rest] = operands;
  if (action === "encode") return { name: "encode", file: oneOperand(rest, "profile FILE") };
  if (action === "decode") return { name: "decode", link: oneOperand(rest, "LINK") };
  throw new UsageError(`expected encode or decode${action === undefined ? "" : `, found "${action}"`}`);
}

function parseRemap(args: readonly string[]): Command {
  const { values, operands } = parse(args, {
    method: text,
    ratio: text,
    "dead-zone": text,
    saturation: text,
  });
  if (values.help === true) return { name: "help", about: "remap" };
  const method = methodOf(values);
  const ratio = textOf(values, "ratio");
  if (method === undefined) throw new UsageError(`expected --method, one of ${remapMethods.join(", ")}`);
  if (ratio === undefined) throw new UsageError("expected --ratio R");
  if (operands.length === 0) throw new UsageError("expected at least one input X");
  return {
    name: "remap",
    method,
    ratio: numberOf(ratio, "--ratio"),
    deadZone: numberOf(textOf(values, "dead-zone") ?? "0", "--dead-zone"),
    saturation: numberOf(textOf(values, "saturation") ?? "1", "--saturation"),
    inputs: operands.map((word) => numberOf(word, "input X")),
  };
}

/** @param args what stands behind the program's name */
export function parseCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    const about = commandNames.find((name) => name === rest[0]);
    return { name: "help", about };
  }
  if (first === "--version") return { name: "version" };
  if (first === "calibrate") return parseCalibrate(rest);
  if (first === "report") return parseReport(rest);
  if (first === "profile") return parseProfile(rest);
  if (first === "remap") return parseRemap(rest);
  if (first === "motion") {
    const motion = parseMotion(rest);
    return motion === "help" ? { name: "help", about: "motion" } : { name: "motion", ...motion };
  }
  if (first === "retarget") {
    const retarget = parseRetarget(rest);
    return retarget === "help" ? { name: "help", about: "retarget" } : { name: "retarget", ...retarget };
  }
  throw new UsageError(`expected a command (${commandNames.join(", ")}), found "${first}"`);
}
