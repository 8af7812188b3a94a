// Haru's outfit: a knit sweater, dark jeans, white sneakers.
// The shapes stand with each piece of clothing.
import type { Character } from "../character";
import { jeansPieces } from "./jeans";
import { handPieces, type Outfit } from "./outfit";
import type { Joints } from "./proportions";
import { shoePieces } from "./shoes";
import { sweaterPieces } from "./sweater";
import { denimPicture, knitPicture, ribPicture } from "./weave";

/** Of one hand. */
const HAND_TRIANGLES = 2460;

export function realisticOutfit(character: Character, joints: Joints): Outfit {
  const { colours } = character;
  const denim = denimPicture();
  return {
    pieces: [
      ...sweaterPieces(character),
      ...jeansPieces(),
      ...shoePieces(character, joints),
      ...handPieces(joints, HAND_TRIANGLES),
    ],
    materials: {
      top: { colour: colours.top, shade: "#1f5a66", roughness: 0.92, normalPicture: knitPicture() },
      ribs: { colour: colours.top, shade: "#1f5a66", roughness: 0.92, normalPicture: ribPicture() },
      turnUps: { colour: "#6f7f9c", shade: "#4a5673", roughness: 0.85, normalPicture: denim },
      bottom: { colour: colours.bottom, shade: "#222b40", roughness: 0.85, normalPicture: denim },
      shoes: { colour: colours.shoes, shade: "#b9b6bd", roughness: 0.6 },
      accent: { colour: colours.accent, shade: "#a8702a", roughness: 0.7 },
    },
  };
}
