// Runs one command to its exit code, with its surroundings handed in, so that tests can run it without a process.
// The process itself is main.ts.

import { readFileSync } from "node:fs";
import type { Core } from "../core/core";
import { reportCsv, reportJson } from "../report/report-document";
import { type Command, commandNames, parseCommand } from "./arguments";
import { calibrateDocument } from "./calibrate-document";
import { calibrateText } from "./calibrate-table";
import { exitOk, exitRefused, exitUsage, RefusedError, UsageError } from "./exit-codes";
import { helpText } from "./help";
import { motionAnswer } from "./motion-command";
import { openAvatar, readText, type Surroundings } from "./open-avatar";
import { decodeProfile, encodeProfile } from "./profile-command";
import { remapLine } from "./remap-command";
import { reportText } from "./report-forms";
import { retargetAnswer } from "./retarget-command";
import type { Style } from "./style";
import { writeOut } from "./write-out";

export interface RunOptions extends Surroundings {
  readonly args: readonly string[];
  readonly style: Style;
  /** Prints to stdout as it is. */
  readonly print: (text: string) => void;
  /** Standard input to its end. */
  readonly readInput: () => Promise<string>;
  /** Only called where a command needs the core. */
  readonly loadCore: () => Promise<Core>;
}

const standardInput = "-";

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function calibrate(core: Core, command: Extract<Command, { name: "calibrate" }>, options: RunOptions) {
  const avatar = await openAvatar(core, command.avatar, true, options);
  if (command.profile !== undefined) {
    await writeOut(command.profile, core.sealProfile(avatar.profile), options.folder);
  }
  return command.json ? jsonText(calibrateDocument(avatar)) : calibrateText(avatar, options.style);
}

async function report(core: Core, command: Extract<Command, { name: "report" }>, options: RunOptions) {
  const avatar = await openAvatar(core, command.avatar, false, options);
  if (command.form === "json") return reportJson(avatar);
  return command.form === "csv" ? reportCsv(avatar) : reportText(avatar, options.style);
}

async function encode(core: Core, file: string, options: RunOptions): Promise<string> {
  const isInput = file === standardInput;
  const text = isInput ? await options.readInput() : await readText(file, options.folder);
  return `${encodeProfile(core, text, isInput ? "standard input" : file, options.warn)}\n`;
}

async function answer(command: Command, options: RunOptions): Promise<string> {
  if (command.name === "help") return `${helpText(command.about)}\n`;
  if (command.name === "motion") return motionAnswer(command, options);
  const core = await options.loadCore();
  switch (command.name) {
    case "version":
      return `${core.version}\n`;
    case "remap":
      return `${remapLine(core, command)}\n`;
    case "encode":
      return encode(core, command.file, options);
    case "decode": {
      const link = command.link === standardInput ? await options.readInput() : command.link;
      return `${decodeProfile(core, link).trimEnd()}\n`;
    }
    case "calibrate":
      return calibrate(core, command, options);
    case "report":
      return report(core, command, options);
    case "retarget":
      return retargetAnswer(core, command, options);
  }
}

/** What to ask for help: the command's own where one was named. */
function helpOf(args: readonly string[]): string {
  const name = commandNames.find((known) => known === args[0]);
  return name === undefined ? "--help" : `${name} --help`;
}

/** Runs a command. Faults of Doppel's own are thrown; everything else ends in an exit code and a line on stderr. */
export async function run(options: RunOptions): Promise<number> {
  const { style, warn } = options;
  try {
    options.print(await answer(parseCommand(options.args), options));
    return exitOk;
  } catch (error) {
    if (error instanceof UsageError) {
      warn(`${style.red("usage:")} ${error.message}`);
      warn(style.dim(`doppel ${helpOf(options.args)} shows what is known`));
      return exitUsage;
    }
    if (error instanceof RefusedError) {
      warn(`${style.red("error:")} ${error.message}`);
      return exitRefused;
    }
    throw error;
  }
}

/** `readInput` of a process. */
export async function readStandardInput(): Promise<string> {
  return readFileSync(0, "utf8");
}
