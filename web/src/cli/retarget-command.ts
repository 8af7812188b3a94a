// `doppel retarget`: a body recording on an avatar, written as VRM animation or BVH, and the report of it.
// Reading, retargeting and writing are the rooms `reader`, `retarget` and `sources`.

import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { BodyDescription, BodySettings } from "../core/body-documents";
import type { Core } from "../core/core";
import { isDoppelError } from "../core/errors";
import { avatarBody } from "../reader/body-description";
import { nodeDecoders } from "../reader/decoders-node";
import { readAvatar } from "../reader/read-avatar";
import { ReadError } from "../reader/read-error";
import { type RetargetedClip, retargetClip } from "../retarget/retarget-clip";
import { retargetReport } from "../retarget/retarget-report";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { performerJoints } from "../sources/motion/performer-joints";
import { writeBvh } from "../sources/motion/write-bvh";
import { writeVrma } from "../sources/motion/write-vrma";
import { RefusedError } from "./exit-codes";
import { readClip } from "./motion-command";
import { readBytes, readText, type Surroundings } from "./open-avatar";
import { readProfile } from "./profile-command";
import type { RetargetArguments } from "./retarget-arguments";
import { retargetText } from "./retarget-text";
import type { Style } from "./style";
import { writeOut } from "./write-out";

interface Surrounding extends Surroundings {
  readonly style: Style;
}

async function readBones(path: string, folder: string) {
  const home = dirname(resolve(folder, path));
  try {
    const description = await readAvatar(await readBytes(path, folder), {
      file: basename(path),
      decoders: nodeDecoders,
      resolveUri: (address) => readFile(resolve(home, decodeURIComponent(address))),
    });
    return { name: description.name, ...avatarBody(description) };
  } catch (error) {
    throw error instanceof ReadError ? new RefusedError(error.message) : error;
  }
}

function performerOf({ performers }: MotionClip, { performer, file }: RetargetArguments): number {
  if (performers.length === 0) throw new RefusedError(`${file}: the recording has no skeleton`);
  const named = performers.findIndex(({ name }) => name === performer);
  const index = named >= 0 ? named : Number(performer) - 1;
  if (performers[index] !== undefined) return index;
  const names = performers.map(({ name }) => `"${name}"`).join(", ");
  throw new RefusedError(
    `${file}: performer: expected 1 to ${performers.length} or one of ${names}, found "${performer}"`,
  );
}

function propsOf({ bodies }: MotionClip, { props, file }: RetargetArguments) {
  return props.map(({ name, type }) => {
    const body = bodies.findIndex((each) => each.name === name);
    if (body >= 0) return { body, type };
    const known = bodies.map((each) => each.name).join(", ");
    throw new RefusedError(
      `${file}: prop: expected ${known === "" ? "none, the recording has no rigid bodies" : `one of ${known}`}, found "${name}"`,
    );
  });
}

/** Settings of the file, with the parameters of the call over them. */
async function settingsOf(core: Core, args: RetargetArguments, { folder, warn }: Surrounding) {
  const { settings: file, parameters, isCalibrated } = args;
  let kept: BodySettings = {};
  if (file !== undefined) {
    const profile = readProfile(core, await readText(file, folder), file, warn);
    const { calibration, ...others } = profile.retargeting ?? {};
    if (isCalibrated && calibration === undefined)
      throw new RefusedError(`${file}: $.retargeting.calibration: expected one, found none`);
    kept = isCalibrated && calibration !== undefined ? { ...others, calibration } : others;
  }
  return { ...kept, parameters: { ...kept.parameters, ...parameters } };
}

/** Nothing in it: the part of the recording that was asked for begins after its end. */
function checkPart(clip: MotionClip, { from, file }: RetargetArguments): void {
  const last = clip.times.at(-1) ?? 0;
  if (from !== undefined && from > last)
    throw new RefusedError(`${file}: --from: expected at most ${last.toFixed(3)} s, found ${from}`);
}

function contentFor(result: RetargetedClip, { avatar }: RetargetArguments, out: string) {
  try {
    return /\.vrma$/i.test(out) ? writeVrma(result.clip) : writeBvh(result.clip);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedError(`${avatar}: cannot be written as ${out}: ${error.message}`);
  }
}

/** A skeleton by itself first, so that a refusal names the file that it is about. */
function checkSkeleton(
  core: Core,
  description: BodyDescription,
  file: string,
  warn: (line: string) => void,
): void {
  try {
    const { complete, findings } = core.describeBody(description);
    if (complete) return;
    const missing = findings.filter(({ kind }) => kind === "missing").map(({ bone }) => bone);
    warn(`${file}: bones that a body needs and that were not found: ${missing.join(", ")}`);
  } catch (error) {
    throw isDoppelError(error) ? new RefusedError(`${file}: ${error.message}`) : error;
  }
}

function solve(
  core: Core,
  clip: MotionClip,
  avatar: Awaited<ReturnType<typeof readBones>>,
  args: RetargetArguments,
  settings: BodySettings,
) {
  const { floor, from, to, rate } = args;
  try {
    return retargetClip(core, clip, avatar, {
      performer: performerOf(clip, args),
      settings,
      floor,
      props: propsOf(clip, args),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(rate === undefined ? {} : { rate }),
    });
  } catch (error) {
    throw isDoppelError(error) ? new RefusedError(`${args.settings ?? args.file}: ${error.message}`) : error;
  }
}

function wroteLine({ clip, meters }: RetargetedClip, out: string): string {
  const rate = Number(clip.frameRate.toFixed(3));
  return `${out}  ${clip.frameCount} frames at ${rate} a second, from ${meters.times.length} of the take\n`;
}

export async function retargetAnswer(core: Core, args: RetargetArguments, surrounding: Surrounding) {
  const { folder, style, warn } = surrounding;
  const clip = await readClip(args, folder);
  const performer = clip.performers[performerOf(clip, args)] as MotionPerformer;
  const avatar = await readBones(args.avatar, folder);
  const settings = await settingsOf(core, args, surrounding);
  checkPart(clip, args);
  checkSkeleton(core, performerJoints(performer), args.file, warn);
  checkSkeleton(core, avatar.description, args.avatar, warn);
  const result = solve(core, clip, avatar, args, settings);
  for (const { message } of clip.warnings) warn(`${args.file}: ${message}`);
  if (args.out !== undefined) await writeOut(args.out, contentFor(result, args, args.out), folder);
  const joints = { performer: performer.bones, avatar: avatar.description.joints };
  const report = retargetReport(result, joints);
  if (args.reportFile !== undefined) {
    const document = { take: args.file, avatar: args.avatar, performerName: performer.name };
    await writeOut(args.reportFile, `${JSON.stringify({ ...document, report }, null, 2)}\n`, folder);
  }
  const titles = { take: args.file, performer: performer.name, avatar: args.avatar };
  const text = args.report ? retargetText(report, titles, style) : "";
  return text + (args.out === undefined ? "" : wroteLine(result, args.out));
}
