// What the acceptance tests share: the command line run in this process, files in a folder of their own, the core, seeded chance.
// They ask what a user would see; the parts have tests of their own.
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, inject } from "vitest";
import type { CalibrateDocument } from "../../web/src/cli/calibrate-document";
import type { Core } from "../../web/src/core/core";
import { loadCoreNode } from "../../web/src/core/load-core-node";
import { type ProbeBytesOptions, probeBytes } from "../../web/src/probe/probe-bytes";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { nodeDecoders } from "../../web/src/reader/decoders-node";
import { readAvatar } from "../../web/src/reader/read-avatar";
import { type Outcome, runCli } from "../support/run-cli";
import { hasSamples, sampleNote } from "../support/samples";

/** One for all files that a process tests. */
export const folder = mkdtempSync(join(inject("runFolder"), "acceptance-"));

let loaded: Promise<Core> | undefined;

/** One core, too. */
export function core(): Promise<Core> {
  loaded ??= loadCoreNode();
  return loaded;
}

/** Runs a command, with paths relative to `folder`. */
export const doppel = (...args: string[]): Promise<Outcome> => runCli(args, folder, core);

/** `calibrate FILE --json`, which has to succeed. */
export async function calibrate(file: string, ...options: string[]): Promise<CalibrateDocument> {
  const { code, stdout, stderr } = await doppel("calibrate", file, "--json", ...options);
  if (code !== 0) throw new Error(`calibrate ${file} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as CalibrateDocument;
}

/** Writes a file to the folder and returns its name there. */
export function put(name: string, content: Uint8Array | string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Read and measured, with the geometry kept, for tests that go on to measure the surface. */
export async function probe(bytes: Uint8Array, file: string, options: Partial<ProbeBytesOptions> = {}) {
  const reading = { file, decoders: nodeDecoders };
  const result = await probeBytes(await core(), bytes, { ...reading, ...options });
  const withGeometry: AvatarDescription = {
    ...(await readAvatar(bytes, reading)),
    routes: result.description.routes,
  };
  return { ...result, description: withGeometry };
}

/** For tests on the sample avatars, which lie beside the checkout; where they are absent the title says so. */
export const describeSamples = (title: string, tests: () => void) =>
  describe.skipIf(!hasSamples)(`${title}${sampleNote}`, tests);

/** Seeded numbers in 0..1 (mulberry32): the same in every run. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
