// Colours of the head's skin, vertex by vertex: lips, blush, the rims of the lids, the inside of the mouth, soft shade in hollows.
// Factors on the skin's colour, linear light.
import type { Character } from "../character";
import { lightOf } from "../math/colour";
import { bell, length, mixVec, scale, smoothstep, sub } from "../math/vec";
import type { Colour, Vec3 } from "../model";
import { EYE_EDGE_ROW } from "./eye-patch";
import type { HeadMeasures } from "./measures";
import { BORDER_ROW, CONTACT_ROW } from "./mouth-patch";
import type { SkinVertex } from "./vertex";

/** What skin must be multiplied by to look like `colour`; at most 1, as glTF's vertex colours are. */
function factorTo(skin: Vec3, colour: Colour): Vec3 {
  const wanted = lightOf(colour);
  return wanted.map((value, k) => Math.min(1, value / (skin[k] as number))) as unknown as Vec3;
}

export interface Complexion {
  readonly blush: number;
  readonly innerMouth: Vec3;
  readonly rim: Vec3;
}

const complexions: Readonly<Record<Character["file"], Complexion>> = {
  realistic: { blush: 0.75, innerMouth: [0.28, 0.1, 0.1], rim: [0.86, 0.55, 0.52] },
  stylised: { blush: 0.8, innerMouth: [0.5, 0.14, 0.16], rim: [0.9, 0.6, 0.58] },
};

function mouthColour(vertex: SkinVertex, lips: Vec3, inner: Vec3): Vec3 {
  if (vertex.row < CONTACT_ROW - 1) return inner;
  if (vertex.row < CONTACT_ROW) return mixVec(scale(lips, 0.55), inner, 0.4);
  if (vertex.row === CONTACT_ROW) return scale(lips, 0.62);
  if (vertex.row <= BORDER_ROW) {
    const edge = smoothstep(BORDER_ROW - 1.6, BORDER_ROW + 0.4, vertex.row);
    return mixVec(lips, [1, 1, 1], edge * 0.75);
  }
  return [1, 1, 1];
}

function eyeColour(vertex: SkinVertex, rim: Vec3): Vec3 {
  if (vertex.row < EYE_EDGE_ROW) return rim;
  const lid = smoothstep(0.34, 0.02, vertex.out) * (Math.sin(vertex.angle) > -0.2 ? 1 : 0.5);
  return mixVec([1, 1, 1], [0.87, 0.72, 0.68], lid);
}

/** Three per vertex. */
export function paintSkin(
  character: Character,
  measures: HeadMeasures,
  vertices: readonly SkinVertex[],
): Float32Array {
  const skin = lightOf(character.colours.skin);
  const lips = factorTo(skin, character.colours.lips);
  const { blush, innerMouth, rim } = complexions[character.file];
  const colours = vertices.map((vertex): Vec3 => {
    if (vertex.patch === "mouth" && vertex.row <= BORDER_ROW) return mouthColour(vertex, lips, innerMouth);
    const [x, y, z] = vertex.place;
    const place: Vec3 = [Math.abs(x), y, z];
    const near = (centre: Vec3, width: number) => bell(length(sub(place, centre)), width);
    const { cheekbone, nose } = measures;
    const cheeks = near([cheekbone.centre[0] * 0.9, cheekbone.centre[1] - 0.004, 0.066], 0.015) * blush;
    const tip = near(nose.tip, 0.009) * blush * 0.5;
    const hole = near(nose.nostril, 0.0035);
    let colour: Vec3 = vertex.patch === "eye" ? eyeColour(vertex, rim) : [1, 1, 1];
    colour = scaleEach(colour, mixVec([1, 1, 1], [0.97, 0.74, 0.7], Math.min(1, cheeks + tip)));
    return scaleEach(colour, mixVec([1, 1, 1], [0.45, 0.26, 0.24], hole * 0.8));
  });
  return Float32Array.from(colours.flat());
}

const scaleEach = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
