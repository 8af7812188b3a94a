// A character's whole model: head, body and hair put together. The tests' toy head stands in for the one that is still to come.
// What a file is made of it is said in write/.
import { toyModel } from "../../tests/support/toy-model";
import { assemble, type Piece, shifted } from "./assemble";
import { type BodyOptions, makeBody } from "./body/body";
import type { Character } from "./character";
import { makeHair } from "./hair/hair";
import { standInHead } from "./hair/head-surface";
import { sub } from "./math/vec";
import type { AvatarModel, Vec3 } from "./model";

/** Degrees that the eyes turn at a full look. */
const LOOK_DEGREES = { horizontal: 28, vertical: 22 };

function standIn(character: Character): Piece {
  const toy = toyModel(character.shading);
  const eye = toy.bones.find(({ name }) => name === "leftEye")?.position as Vec3;
  const parts = toy.parts.filter(({ name }) => !["Body", "Hair"].includes(name));
  const named = parts.map((part) => ({ ...part, material: part.material.toLowerCase() }));
  const { Skin, Eye, Teeth } = toy.materials as Record<
    "Skin" | "Eye" | "Teeth",
    AvatarModel["materials"][string]
  >;
  const [, y, z] = sub(character.leftEyeBone, eye);
  return shifted({ parts: named, materials: { skin: Skin, eye: Eye, teeth: Teeth } }, [0, y, z]);
}

export function makeAvatar(character: Character, options: BodyOptions = {}): AvatarModel {
  const body = makeBody(character, options);
  const rise: Vec3 = [0, body.headShift, 0];
  const head = shifted(standIn(character), rise);
  const hair = shifted(makeHair(character, standInHead(character)), rise);
  const { name, shading } = character;
  return assemble({ name, shading, lookDegrees: LOOK_DEGREES }, [body, head, hair]);
}
