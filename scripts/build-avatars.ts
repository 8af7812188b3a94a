// Makes the sample avatars in public/avatars/ where something they are made of changed since the last build, else does nothing.
// Exit 1 where a file is larger than a page should load.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeAvatar } from "./avatars/avatar";
import { modelPath, packModel } from "./avatars/built-model";
import { type Character, characters } from "./avatars/character";
import { writeAvatar } from "./avatars/write/write-avatar";

const STAMP = "build/avatars/stamp";
const INPUTS = ["scripts/avatars", "scripts/build-avatars.ts", "web/src/tables", "package-lock.json"];
/** What draws avatars for their authors makes none. */
const NOT_INPUTS = ["scripts/avatars/render"];
/** Bytes of one avatar. */
const LIMIT = 3_000_000;

const filePath = ({ file }: Character) => `public/avatars/${file}.vrm`;

/** Every file below `path`, sorted, so that the digest does not depend on the file system. */
function files(path: string): readonly string[] {
  if (NOT_INPUTS.includes(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

function digestOf(paths: readonly string[]): string {
  const digest = createHash("sha256");
  for (const file of paths.flatMap(files)) digest.update(`${file}\0`).update(readFileSync(file));
  return digest.digest("hex");
}

function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function build(character: Character): void {
  const started = performance.now();
  const model = makeAvatar(character);
  const bytes = writeAvatar(model);
  put(modelPath(character.file), packModel(model));
  put(filePath(character), bytes);
  const vertices = model.parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `    ${filePath(character)}: ${(bytes.length / 1e6).toFixed(2)} MB, ${vertices} vertices, ${seconds} s`,
  );
}

const wanted = digestOf(INPUTS);
const outputs = characters.flatMap((character) => [filePath(character), modelPath(character.file)]);
if (outputs.every(existsSync) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) {
  console.log("    up to date");
} else {
  rmSync(STAMP, { force: true });
  for (const character of characters) build(character);
  put(STAMP, new TextEncoder().encode(wanted));
}
for (const character of characters) {
  const { size } = statSync(filePath(character));
  if (size > LIMIT) {
    console.error(`${filePath(character)} has ${size} bytes, more than ${LIMIT}`);
    process.exitCode = 1;
  }
}
