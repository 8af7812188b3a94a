// Nabi's outfit: a large hoodie, shorts over leggings, socks, stout sneakers.
// The shapes stand with each piece of clothing.
import type { Character } from "../character";
import { hoodiePieces } from "./hoodie";
import { handPieces, type Outfit } from "./outfit";
import type { Joints } from "./proportions";
import { shoePieces } from "./shoes";
import { shortsPieces } from "./shorts";

/** Of one hand. */
const HAND_TRIANGLES = 1950;
/** Metres. */
const OUTLINE = 0.0012;

export function stylisedOutfit(character: Character, joints: Joints): Outfit {
  const { colours } = character;
  return {
    pieces: [
      ...hoodiePieces(character),
      ...shortsPieces(),
      ...shoePieces(character, joints),
      ...handPieces(joints, HAND_TRIANGLES),
    ],
    materials: {
      top: { colour: colours.top, shade: "#e89a4f", roughness: 0.9, outline: OUTLINE },
      accent: { colour: colours.accent, shade: "#26908f", roughness: 0.9, outline: OUTLINE },
      bottom: { colour: colours.bottom, shade: "#1d2247", roughness: 0.9, outline: OUTLINE },
      leggings: { colour: "#34313d", shade: "#221f2c", roughness: 0.8, outline: OUTLINE },
      white: { colour: "#ffffff", shade: "#c9c2e0", roughness: 0.9, outline: OUTLINE },
      shoes: { colour: colours.shoes, shade: "#c4bddd", roughness: 0.8, outline: OUTLINE },
    },
  };
}
