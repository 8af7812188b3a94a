// `doppel motion`: what a body recording holds, and one performer of it in another file.
// Reading and writing are the rooms `sources` and `reader`.

import { readBody } from "../reader/read-body";
import { ReadError } from "../reader/read-error";
import { type MotionClip, type MotionPerformer, unitName } from "../sources/motion/motion-clip";
import { restHeight } from "../sources/motion/skeleton-axes";
import { writeBvh } from "../sources/motion/write-bvh";
import { writeVrma } from "../sources/motion/write-vrma";
import { counted, RecordingError } from "../sources/recording";
import { RefusedError } from "./exit-codes";
import type { MotionArguments } from "./motion-arguments";
import { readBytes, type Surroundings } from "./open-avatar";
import type { Style } from "./style";
import { alignedLines } from "./text-table";
import { writeOut } from "./write-out";

interface Surrounding extends Surroundings {
  readonly style: Style;
}

export async function readClip(
  args: Pick<MotionArguments, "file" | "options">,
  folder: string,
): Promise<MotionClip> {
  const bytes = await readBytes(args.file, folder);
  try {
    return await readBody(bytes, args.file, args.options);
  } catch (error) {
    if (error instanceof RecordingError || error instanceof ReadError) throw new RefusedError(error.message);
    throw error;
  }
}

function performerDocument(performer: MotionPerformer, clip: MotionClip) {
  const { name, bones, positioned, tracked } = performer;
  const cells = clip.frameCount * bones.length;
  return {
    name,
    height: restHeight(performer, clip.times),
    trackedShare: tracked === null ? 1 : tracked.reduce((sum, flag) => sum + flag, 0) / cells,
    bones: bones.map(({ name: bone, parent, offset, end }, index) => ({
      name: bone,
      parent,
      offset,
      end,
      hasPositions: positioned.includes(index),
    })),
  };
}

/** The document of `--json`. Lengths in metres, Y up. */
export function motionDocument(clip: MotionClip) {
  const seen = (tracked: Uint8Array) => tracked.reduce((sum, flag) => sum + flag, 0);
  return {
    file: clip.name,
    format: clip.format,
    frameCount: clip.frameCount,
    frameRate: clip.frameRate,
    duration: clip.duration,
    units: { name: unitName(clip.metresPerUnit), metresPerUnit: clip.metresPerUnit, from: clip.unitsFrom },
    up: { axis: clip.up, from: clip.upFrom },
    performers: clip.performers.map((performer) => performerDocument(performer, clip)),
    bodies: clip.bodies.map(({ name, tracked }) => ({ name, trackedFrames: seen(tracked) })),
    markers: clip.markers.map(({ name, tracked }) => ({ name, trackedFrames: seen(tracked) })),
    warnings: clip.warnings,
  };
}

function boneLines({ bones }: MotionPerformer): string[] {
  const depths: number[] = [];
  return bones.map(({ name, parent, offset }) => {
    const depth = parent < 0 ? 0 : (depths[parent] ?? 0) + 1;
    depths.push(depth);
    const length = parent < 0 ? "" : `  ${(100 * Math.hypot(...offset)).toFixed(1)} cm`;
    return `${"  ".repeat(depth + 1)}${name}${length}`;
  });
}

function listed(
  items: readonly { name: string; tracked: Uint8Array }[],
  frameCount: number,
  style: Style,
): string[] {
  const columns = [
    { title: "name", align: "left" },
    { title: "tracked %", align: "right" },
  ] as const;
  const rows = items.map(({ name, tracked }) => {
    const share = (100 * tracked.reduce((sum, flag) => sum + flag, 0)) / frameCount;
    return [{ text: name }, { text: share.toFixed(1) }];
  });
  return alignedLines(columns, rows, style.dim).map((line) => `  ${line}`);
}

/** The form for people. */
export function motionText(clip: MotionClip, style: Style): string {
  const rate = Number(clip.frameRate.toFixed(3));
  const lines = [
    `${style.bold(clip.name)}  ${clip.format}`,
    `frames     ${clip.frameCount} at ${rate} a second, ${clip.duration.toFixed(2)} s`,
    `unit       ${unitName(clip.metresPerUnit)} (${clip.unitsFrom})`,
    `up         ${clip.up.toUpperCase()} (${clip.upFrom})`,
  ];
  for (const performer of clip.performers) {
    const height = restHeight(performer, clip.times).toFixed(2);
    lines.push(
      "",
      `${style.bold(performer.name)}  ${counted(performer.bones.length, "bone")}, ${height} m high`,
    );
    lines.push(...boneLines(performer));
  }
  if (clip.bodies.length > 0)
    lines.push("", style.bold("rigid bodies"), ...listed(clip.bodies, clip.frameCount, style));
  if (clip.markers.length > 0)
    lines.push("", style.bold("markers"), ...listed(clip.markers, clip.frameCount, style));
  if (clip.warnings.length > 0) lines.push("", ...clip.warnings.map(({ message }) => style.yellow(message)));
  return `${lines.join("\n")}\n`;
}

function contentFor(clip: MotionClip, args: MotionArguments, out: string): string | Uint8Array {
  const refused = (why: string) => new RefusedError(`${args.file}: cannot be written as ${out}: ${why}`);
  const count = clip.performers.length;
  if (count === 0) throw refused("the recording has no skeleton");
  if (args.performer >= count) {
    throw refused(`performer: expected 1 to ${count}, found ${args.performer + 1}`);
  }
  try {
    if (/\.vrma$/i.test(out)) return writeVrma(clip, args.performer);
    const order = args.order === undefined ? {} : { order: args.order };
    return writeBvh(clip, { performer: args.performer, ...order });
  } catch (error) {
    throw error instanceof RangeError ? refused(error.message) : error;
  }
}

export async function motionAnswer(args: MotionArguments, { folder, style }: Surrounding): Promise<string> {
  const clip = await readClip(args, folder);
  if (args.out !== undefined) await writeOut(args.out, contentFor(clip, args, args.out), folder);
  return args.json ? `${JSON.stringify(motionDocument(clip), null, 2)}\n` : motionText(clip, style);
}
