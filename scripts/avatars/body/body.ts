// The body of a character without head and hair: skeleton, hands, clothes, their materials, and colliders for hair.
// The skin's material is the head's.
import type { Character } from "../character";
import type { Bone, Collider, Material, Part } from "../model";
import { collidersOf } from "./colliders";
import { neckField, type Outfit } from "./outfit";
import { realisticOutfit } from "./outfit-realistic";
import { stylisedOutfit } from "./outfit-stylised";
import { surroundingsOf } from "./piece";
import { type MadePiece, made, partsOf, type Shading } from "./piece-part";
import { type BodyOptions, type Joints, jointsOf, restMapOf } from "./proportions";
import { bonesOf } from "./skeleton";

export type { BodyOptions } from "./proportions";

export interface Body {
  readonly bones: readonly Bone[];
  readonly parts: readonly Part[];
  readonly materials: Record<string, Material>;
  readonly colliders: readonly Collider[];
  /** Metres that head and hair must rise: they are made for ratios of 1. */
  readonly headShift: number;
}

/** How dark folds and hollows are, and from how far they are darkened (metres). */
const SHADE: Record<Character["file"], Omit<Shading, "surroundings">> = {
  realistic: { strength: 0.75, reach: 0.05, warmth: [0.95, 1, 1] },
  // Shadows of a drawn figure are warm: yellow turns to orange in them, not to olive.
  stylised: { strength: 0.4, reach: 0.04, warmth: [0.35, 1, 1.2] },
};

const outfitOf = (character: Character, joints: Joints): Outfit =>
  character.file === "realistic" ? realisticOutfit(character, joints) : stylisedOutfit(character, joints);

interface Made {
  readonly pieces: readonly MadePiece[];
  readonly materials: Readonly<Record<string, Material>>;
}

/** What does not depend on options takes seconds; bodies of other proportions share it. */
const known = new WeakMap<Character, Made>();

function madeFor(character: Character, joints: Joints): Made {
  const before = known.get(character);
  if (before !== undefined) return before;
  const { pieces, materials } = outfitOf(character, joints);
  const shading = { surroundings: surroundingsOf(pieces, [neckField(character)]), ...SHADE[character.file] };
  const result = { pieces: made(pieces, shading, joints, character), materials };
  known.set(character, result);
  return result;
}

/** The same character and options give the same body to the bit. */
export function makeBody(character: Character, options: BodyOptions = {}): Body {
  const joints = jointsOf(character);
  const map = restMapOf(joints, options);
  const { pieces, materials } = madeFor(character, joints);
  return {
    bones: bonesOf(character, map),
    parts: partsOf(pieces, map),
    materials: { ...materials },
    colliders: collidersOf(character, joints),
    headShift: map.rise,
  };
}
