// Reads, measures, calibrates and compares the avatar that a command names.
// It prints nothing but warnings, and leaves the forms of the answer to the commands.

import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Core } from "../core/core";
import type { Profile, ReferenceFace } from "../core/documents";
import { isDoppelError } from "../core/errors";
import { probeBytes } from "../probe/probe-bytes";
import type { ProbeResult } from "../probe/probe-messages";
import { nodeDecoders } from "../reader/decoders-node";
import { ReadError } from "../reader/read-error";
import type { TargetMapping } from "../reader/target-mapping";
import { offerOf } from "../tables/substitute-code";
import type { AvatarArguments } from "./arguments";
import { RefusedError } from "./exit-codes";
import type { MeasuredAvatar } from "./measured-avatar";
import { readProfile } from "./profile-command";

/** What a command needs of its surroundings. */
export interface Surroundings {
  /** Folder that paths are relative to. */
  readonly folder: string;
  /** Prints a line to stderr. */
  readonly warn: (line: string) => void;
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "expected a file, found nothing",
  EISDIR: "expected a file, found a folder",
  EACCES: "expected a readable file, but reading is not permitted",
};

/** Bytes of a file, or a RefusedError with the name as the user wrote it. */
export async function readBytes(path: string, folder: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(folder, path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefusedError(`${path}: ${fileProblems[code] ?? reason}`);
  }
}

export async function readText(path: string, folder: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(path, folder));
  } catch (error) {
    if (error instanceof TypeError) throw new RefusedError(`${path}: expected UTF-8 text`);
    throw error;
  }
}

async function probe(
  core: Core,
  path: string,
  folder: string,
  substitutes: Readonly<Record<string, string>>,
  mapping: TargetMapping = {},
) {
  const bytes = await readBytes(path, folder);
  const home = dirname(resolve(folder, path));
  try {
    return await probeBytes(core, bytes, {
      file: basename(path),
      decoders: nodeDecoders,
      resolveUri: (address) => readFile(resolve(home, decodeURIComponent(address))),
      substitutes,
      mapping,
    });
  } catch (error) {
    if (error instanceof ReadError) throw new RefusedError(error.message);
    if (isDoppelError(error)) throw new RefusedError(`${path}: ${error.message}`);
    throw error;
  }
}

/** The JSON object that a file holds, or nothing where it is not JSON: a GLB begins with other bytes. */
function jsonOf(bytes: Uint8Array, path: string): object | undefined {
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x80);
  if (first !== "{".charCodeAt(0)) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object;
  } catch (error) {
    throw new RefusedError(`${path}: expected JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The built-in reference, the one in a JSON file, or another avatar, which is measured for it. */
async function referenceOf(core: Core, path: string | undefined, folder: string): Promise<ReferenceFace> {
  if (path === undefined) return core.referenceFace();
  const document = jsonOf(await readBytes(path, folder), path);
  if (document !== undefined && !("asset" in document)) return document as ReferenceFace;
  return (await probe(core, path, folder, {})).measurement;
}

function refuseUnknown(
  args: AvatarArguments,
  { description, unknownSubstitutes }: ProbeResult,
  warn: (line: string) => void,
) {
  for (const { channel, id } of unknownSubstitutes) {
    const offers = description.substitutes[channel]?.map((offer) => offer.id) ?? [];
    const expected = offers.length > 0 ? `one of ${offers.join(", ")}` : "none, it offers no substitute";
    const message = `${args.file}: substitute of ${channel}: expected ${expected}; found "${id}"`;
    if (args.substitutes[channel] === id) throw new RefusedError(message);
    warn(message);
  }
}

/** By this avatar's names where a link's codes stand for them. */
function namedSubstitutes(accepted: Readonly<Record<string, string>>, { description }: ProbeResult) {
  const nameOf = (channel: string, id: string) => {
    const offers = description.substitutes[channel]?.map((offer) => offer.id) ?? [];
    return offerOf(id, offers) ?? id;
  };
  return Object.fromEntries(Object.entries(accepted).map(([channel, id]) => [channel, nameOf(channel, id)]));
}

function withSubstitutes(profile: Profile, accepted: Readonly<Record<string, string>>): Profile {
  if (Object.keys(accepted).length === 0) return profile;
  return { ...profile, calibration: { ...profile.calibration, substitutes: accepted } };
}

/**
 * Opens an avatar for `calibrate` and `report`.
 * @param recalibrate false: the given profile is reported on as it is
 */
export async function openAvatar(
  core: Core,
  args: AvatarArguments,
  recalibrate: boolean,
  { folder, warn }: Surroundings,
): Promise<MeasuredAvatar> {
  const settings =
    args.settings === undefined
      ? undefined
      : readProfile(core, await readText(args.settings, folder), args.settings, warn);
  const accepted = { ...settings?.calibration.substitutes, ...args.substitutes };
  const reference = await referenceOf(core, args.reference, folder);
  const result = await probe(core, args.file, folder, accepted, settings?.calibration.mapping);
  for (const target of result.description.unknownTargets ?? []) {
    warn(`${args.file}: mapping of "${target}": expected a target of this file and a channel`);
  }
  refuseUnknown(args, result, warn);
  const named = namedSubstitutes(accepted, result);
  const { description, measurement, fingerprint } = result;
  try {
    const fresh = {
      avatarName: description.name,
      platform: description.format,
      created: new Date().toISOString(),
      fingerprint,
      ...(args.method === undefined ? {} : { method: args.method }),
      ...(settings === undefined ? {} : { keep: settings }),
    };
    const profile =
      settings !== undefined && !recalibrate
        ? withSubstitutes(settings, named)
        : withSubstitutes(core.calibrate(measurement, reference, fresh), named);
    return {
      description,
      measurement,
      fingerprint,
      profile,
      report: core.report(measurement, reference, profile),
    };
  } catch (error) {
    if (!isDoppelError(error)) throw error;
    const about = error.code === "invalid-measurement" ? (args.reference ?? args.file) : args.file;
    throw new RefusedError(`${about}: ${error.message}`);
  }
}
