// Makes the sample avatars in public/avatars/ where something they are made of changed since the last build, else does nothing.
// `FILE` as an argument makes that one alone, in this process and whatever the cache says. Exit 1 where a file is too large.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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

/** In a process of its own: each character keeps one core busy for seconds. */
function buildApart({ file }: Character): Promise<void> {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ["--import", "tsx", script, file], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${file}: ended with ${code}`))));
  });
}

async function buildAll(): Promise<void> {
  const wanted = digestOf(INPUTS);
  const outputs = characters.flatMap((character) => [filePath(character), modelPath(character.file)]);
  if (outputs.every(existsSync) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) {
    console.log("    up to date");
  } else {
    rmSync(STAMP, { force: true });
    await Promise.all(characters.map(buildApart));
    put(STAMP, new TextEncoder().encode(wanted));
  }
  for (const { size, path } of characters
    .map(filePath)
    .map((path) => ({ path, size: statSync(path).size }))) {
    if (size > LIMIT) throw new Error(`${path} has ${size} bytes, more than ${LIMIT}`);
  }
}

const only = characters.find(({ file }) => file === process.argv[2]);
if (only !== undefined) build(only);
else
  buildAll().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
