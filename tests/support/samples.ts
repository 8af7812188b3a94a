// The sample avatars and the reference figures that lie beside the checkout, for tests that want real files.
// Where they are absent the tests that need them say so; nothing is downloaded.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { nodeDecoders } from "../../web/src/reader/decoders-node";
import { readAvatar } from "../../web/src/reader/read-avatar";

const sharedFolder = fileURLToPath(new URL("../../../shared/", import.meta.url));

/** Path of a file beside the checkout, such as `samples/rpm-male.glb`. */
export function sharedPath(name: string): string {
  return `${sharedFolder}${name}`;
}

/** False where the samples are absent; a test then has to say so. */
export const hasSamples = existsSync(sharedPath("samples/rpm-male.glb"));

/** Title suffix that makes an absent sample visible in the list of tests. */
export const sampleNote = hasSamples ? "" : " (absent: ../shared/samples)";

export function sampleBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(sharedPath(`samples/${name}`)));
}

/** A file beside the checkout, parsed as JSON. */
export function sharedJson(name: string): unknown {
  return JSON.parse(readFileSync(sharedPath(name), "utf8"));
}

/** Reads bytes as the command line does. */
export function readBytes(bytes: Uint8Array, file = "test.glb"): Promise<AvatarDescription> {
  return readAvatar(bytes, { file, decoders: nodeDecoders });
}

const sampleDescriptions = new Map<string, Promise<AvatarDescription>>();

/** Description of a sample, read once a test file. */
export function readSample(name: string): Promise<AvatarDescription> {
  const known = sampleDescriptions.get(name);
  if (known !== undefined) return known;
  const made = readBytes(sampleBytes(name), basename(name));
  sampleDescriptions.set(name, made);
  return made;
}
