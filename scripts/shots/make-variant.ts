// Writes one avatar of the test family to a file: make-variant.ts VARIANT CHARACTER FILE. The table of them is avatars/family/family.ts.
// It builds no sample avatar; build-avatars.ts has done that.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadModel } from "../avatars/built-model";
import { characters } from "../avatars/character";
import { family } from "../avatars/family/family";
import { writeAvatar } from "../avatars/write/write-avatar";

const [wanted, file, path] = process.argv.slice(2);
const variant = family.find(({ name }) => name === wanted);
const character = characters.find((other) => other.file === file);
if (variant === undefined || character === undefined || path === undefined) {
  throw new Error(`make-variant: expected a variant, a character and a path, found ${process.argv.slice(2)}`);
}
const model = loadModel(character.file);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, writeAvatar(variant.make?.(model, character) ?? model, variant.options));
