// Reads the HIERARCHY part of a BVH file: joints with offsets, channels and end sites, each with the line it stands in.
// It judges no unit and no axis, and leaves the MOTION part to bvh-motion.ts.

import { quoted, RecordingError } from "../recording";

export interface BvhChannel {
  readonly kind: "position" | "rotation";
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
}

export interface BvhJoint {
  readonly name: string;
  /** Index in the list of joints, -1 for a root. */
  readonly parent: number;
  readonly line: number;
  /** In the file's unit and axes. */
  offset: readonly [number, number, number] | null;
  channels: readonly BvhChannel[];
  end: readonly [number, number, number] | null;
}

export interface BvhHierarchy {
  readonly joints: readonly BvhJoint[];
  /** Index of the line behind MOTION. */
  readonly nextLine: number;
}

interface Token {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** More than any skeleton has; what is above it is something else. */
const MAX_JOINTS = 4096;
/** Larger numbers are no measure of anything, and would not fit into the clip. */
export const MAX_BVH_NUMBER = 1e9;

/** A number of the file, or an error that names the line. */
export function bvhNumber(file: string, text: string | undefined, line: number, what: string): number {
  const value = text === undefined || text === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && Math.abs(value) <= MAX_BVH_NUMBER) return value;
  const found = text === undefined ? "nothing" : quoted(text);
  const hint = text !== undefined && /^-?\d*,\d+$/.test(text) ? "; decimal commas are not supported" : "";
  throw new RecordingError(file, `line ${line}`, `expected a number for ${what}, found ${found}${hint}`);
}

export function isComment(line: string): boolean {
  return /^\s*(#|\/\/)/.test(line);
}

class Tokens {
  private readonly tokens: Token[] = [];
  private at = 0;
  readonly nextLine: number;

  constructor(
    readonly file: string,
    lines: readonly string[],
  ) {
    let index = 0;
    for (; index < lines.length; ++index) {
      const text = lines[index] ?? "";
      if (isComment(text)) continue;
      if (/^\s*MOTION\s*$/i.test(text)) break;
      for (const match of text.matchAll(/[{}]|[^\s{}]+/g))
        this.tokens.push({ text: match[0], line: index + 1 });
    }
    this.nextLine = index + 1;
    if (index === lines.length) {
      throw new RecordingError(
        file,
        `line ${index}`,
        "expected MOTION and the frames, found the end of the file",
      );
    }
  }

  peek(): Token | undefined {
    return this.tokens[this.at];
  }

  next(expectation: string): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw this.wrong(expectation, undefined);
    this.at += 1;
    return token;
  }

  /** The rest of the line up to a brace: names may hold spaces. */
  restOfLine(line: number): string {
    const words: string[] = [];
    for (let token = this.peek(); token?.line === line && token.text !== "{"; token = this.peek()) {
      words.push(token.text);
      this.at += 1;
    }
    return words.join(" ");
  }

  wrong(expectation: string, found: Token | undefined): RecordingError {
    const line = found?.line ?? this.tokens.at(-1)?.line ?? 1;
    const what = found === undefined ? "MOTION" : quoted(found.text);
    return new RecordingError(this.file, `line ${line}`, `expected ${expectation}, found ${what}`);
  }

  open(): void {
    const token = this.next('"{"');
    if (token.text !== "{") throw this.wrong('"{"', token);
  }

  vector(what: string): [number, number, number] {
    const read = (axis: string) => {
      const token = this.next(`a number for ${what} ${axis}`);
      return bvhNumber(this.file, token.text, token.line, `${what} ${axis}`);
    };
    return [read("x"), read("y"), read("z")];
  }
}

function readChannels(tokens: Tokens, line: number): BvhChannel[] {
  const count = bvhNumber(tokens.file, tokens.next("the number of channels").text, line, "CHANNELS");
  if (!Number.isInteger(count) || count < 0 || count > 6) {
    throw new RecordingError(tokens.file, `line ${line}`, `expected 0 to 6 channels, found ${count}`);
  }
  const channels: BvhChannel[] = [];
  for (let index = 0; index < count; ++index) {
    const token = tokens.next("a channel such as Xrotation");
    const match = /^([xyz])(position|rotation)$/i.exec(token.text);
    if (match === null) throw tokens.wrong("a channel such as Xrotation or Yposition", token);
    const axis = "xyz".indexOf((match[1] ?? "x").toLowerCase());
    const kind = match[2]?.toLowerCase() === "position" ? "position" : "rotation";
    if (channels.some((channel) => channel.kind === kind && channel.axis === axis)) {
      throw tokens.wrong("each channel of a joint once", token);
    }
    channels.push({ kind, axis });
  }
  return channels;
}

/** `End Site { OFFSET x y z }`; a name behind it is left aside. */
function readEnd(tokens: Tokens, joint: BvhJoint, start: Token): void {
  tokens.restOfLine(start.line);
  tokens.open();
  for (
    let token = tokens.next('"}" of the End Site');
    token.text !== "}";
    token = tokens.next('"}" of the End Site')
  ) {
    if (!/^offset$/i.test(token.text)) throw tokens.wrong('OFFSET or "}"', token);
    const offset = tokens.vector("OFFSET of the End Site");
    // A tip on the joint itself says nothing; of several the first counts.
    if (joint.end === null && offset.some((value) => value !== 0)) joint.end = offset;
  }
}

function startJoint(tokens: Tokens, joints: BvhJoint[], parent: number, start: Token): number {
  const name = tokens.restOfLine(start.line);
  if (name === "") throw tokens.wrong(`a name behind ${start.text}`, start);
  if (joints.length === MAX_JOINTS) throw tokens.wrong(`at most ${MAX_JOINTS} joints`, start);
  tokens.open();
  joints.push({ name, parent, line: start.line, offset: null, channels: [], end: null });
  return joints.length - 1;
}

/**
 * @param lines the whole file
 * @throws RecordingError with line and expectation
 */
export function readBvhHierarchy(file: string, lines: readonly string[]): BvhHierarchy {
  const tokens = new Tokens(file, lines);
  const first = tokens.next("HIERARCHY");
  if (!/^hierarchy$/i.test(first.text)) throw tokens.wrong("HIERARCHY", first);
  const joints: BvhJoint[] = [];
  let current = -1;
  for (let token = tokens.peek(); token !== undefined; token = tokens.peek()) {
    tokens.next("");
    const joint = joints[current];
    const word = token.text.toLowerCase();
    if (joint === undefined) {
      if (word !== "root") throw tokens.wrong(joints.length === 0 ? "ROOT" : "another ROOT or MOTION", token);
      current = startJoint(tokens, joints, -1, token);
    } else if (word === "joint") current = startJoint(tokens, joints, current, token);
    else if (word === "offset") joint.offset = tokens.vector(`OFFSET of ${joint.name}`);
    else if (word === "channels") joint.channels = readChannels(tokens, token.line);
    else if (word === "end") readEnd(tokens, joint, token);
    else if (word === "}") {
      if (joint.offset === null)
        throw tokens.wrong(`an OFFSET of ${quoted(joint.name)} before it ends`, token);
      current = joint.parent;
    } else throw tokens.wrong('JOINT, OFFSET, CHANNELS, End Site or "}"', token);
  }
  if (joints.length === 0) throw tokens.wrong("ROOT", undefined);
  if (current >= 0) throw tokens.wrong(`"}" at the end of ${quoted(joints[current]?.name)}`, undefined);
  return { joints, nextLine: tokens.nextLine };
}
