// A character's whole model. For now the tests' toy head and boxes stand in for the rooms that are still to come.
// What a file is made of it is said in write/.
import { toyModel } from "../../tests/support/toy-model";
import type { Character } from "./character";
import type { AvatarModel } from "./model";

export function makeAvatar(character: Character): AvatarModel {
  return { ...toyModel(character.shading), name: character.name };
}
