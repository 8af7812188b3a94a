// A variant of the family made, written, read and measured, for tests that hold it to its truth.
// Nothing here expects anything.

import { loadModel } from "../../scripts/avatars/built-model";
import { type Character, realistic } from "../../scripts/avatars/character";
import type { Variant } from "../../scripts/avatars/family/family";
import type { AvatarModel } from "../../scripts/avatars/model";
import { writeAvatar } from "../../scripts/avatars/write/write-avatar";
import type { Core } from "../../web/src/core/core";
import type { Measurement } from "../../web/src/core/documents";
import { measureAvatar } from "../../web/src/probe/measure-avatar";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { readBytes } from "./samples";

export interface FamilyMember {
  /** As it was made: the truth. */
  readonly model: AvatarModel;
  /** As it was read from its file. */
  readonly description: AvatarDescription;
  /** Absent where only names differ. */
  readonly measurement?: Measurement;
}

const character: Character = realistic;
let builtModel: AvatarModel | undefined;

/** The avatar that all variants are made of. Throws where it has not been built. */
export function plainModel(): AvatarModel {
  builtModel ??= loadModel(character.file);
  return builtModel;
}

export async function familyMember(core: Core, { make, options, truth }: Variant): Promise<FamilyMember> {
  const model = make?.(plainModel(), character) ?? plainModel();
  const description = await readBytes(writeAvatar(model, options), "family.vrm");
  if (truth.namesOnly) return { model, description };
  return { model, description, measurement: measureAvatar(core, description) };
}
