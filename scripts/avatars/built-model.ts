// The models of the last build, so that their variants can be made without meshing anew.
// It is a cache below build/, no format to keep.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import type { Character } from "./character";
import type { AvatarModel } from "./model";

const FOLDER = fileURLToPath(new URL("../../build/avatars/", import.meta.url));

export const modelPath = (file: Character["file"]) => `${FOLDER}${file}.model`;

export const packModel = (model: AvatarModel): Uint8Array => serialize(model);

/** Throws where the avatars have not been built: `npm run build` does. */
export function loadModel(file: Character["file"]): AvatarModel {
  const path = modelPath(file);
  if (!existsSync(path)) throw new Error(`${path} is not there: run "npm run build"`);
  return deserialize(readFileSync(path)) as AvatarModel;
}
