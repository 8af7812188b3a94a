// A head as parts: face with lids and lips, eyes, lashes, brows, teeth, tongue, ears; every part with its targets.
// Hair and body are made elsewhere.
import type { Character } from "../character";
import { flat, type Mesh, normalsOf } from "../math/mesh";
import { add, mirrored, scale, smoothstep } from "../math/vec";
import type { Influences, Material, Part, Vec3 } from "../model";
import { makeBrow, makeLashes, type Strip } from "./brows";
import { paintSkin } from "./complexion";
import { makeEar, paintEar } from "./ear";
import { makeBall, paintIris } from "./eyeball";
import { featuresOf } from "./features";
import { localHeadField, measuresOf } from "./field";
import { type InnerPart, type MouthInside, makeTeeth, makeTongue } from "./mouth-parts";
import { CONTACT_ROW } from "./mouth-patch";
import { layHalfSkin, mirrorSkin } from "./skin";
import { type Mover, makeMovers, targetsOf } from "./targets";
import type { HalfSkin } from "./vertex";

export interface Head {
  readonly parts: readonly Part[];
  readonly materials: Readonly<Record<string, Material>>;
}

/** Head coordinates to the world and back. */
const toWorld = ({ headOrigin, headScale }: Character, p: Vec3): Vec3 => add(scale(p, headScale), headOrigin);

/** Heights in head coordinates between which neck takes over from head, and chest from neck. */
const SKULL = { from: -0.075, to: -0.135 };
const CHEST = { from: -0.15, to: -0.2 };

function neckInfluences([, y, z]: Vec3): Influences {
  // The jaw belongs to the head down to its tip; the throat behind it follows the neck.
  const lift = 0.03 * smoothstep(0.0, 0.05, z);
  const neck = smoothstep(SKULL.from - lift, SKULL.to - lift, y);
  const chest = smoothstep(CHEST.from, CHEST.to, y) * 0.8;
  const shares: [string, number][] = [
    ["head", 1 - neck],
    ["neck", neck * (1 - chest)],
    ["upperChest", neck * chest],
  ];
  return shares.filter(([, share]) => share > 0);
}

interface Shape extends Mesh {
  readonly colours?: readonly Vec3[];
  readonly uvs?: readonly number[];
  readonly normals?: readonly Vec3[];
}

/** A part of the head from its shape in head coordinates. */
function partOf(
  character: Character,
  name: string,
  material: string,
  shape: Shape,
  move: Mover,
  influencesOf: (place: Vec3) => Influences = () => [["head", 1]],
): Part {
  const normals = shape.normals ?? normalsOf(shape);
  return {
    name,
    material,
    positions: flat(shape.places.map((place) => toWorld(character, place))),
    normals: flat(normals),
    triangles: Uint32Array.from(shape.triangles),
    ...(shape.colours !== undefined && { colours: Float32Array.from(shape.colours.flat()) }),
    ...(shape.uvs !== undefined && { uvs: Float32Array.from(shape.uvs) }),
    influences: shape.places.map(influencesOf),
    targets: targetsOf(shape, move, character.headScale),
  };
}

/** Left and right copies in one mesh: the left vertices first. */
function bothSides(left: Mesh): Mesh {
  const count = left.places.length;
  const triangles = [...left.triangles];
  for (let t = 0; t < left.triangles.length; t += 3) {
    const [a, b, c] = left.triangles.slice(t, t + 3) as [number, number, number];
    triangles.push(a + count, c + count, b + count);
  }
  return { places: [...left.places, ...left.places.map(mirrored)], triangles };
}

export function insideOf(skin: HalfSkin, halfWidth: number, toothHeight: number): MouthInside {
  const contact = skin.vertices.find(
    ({ patch, row, side, angle }) => patch === "mouth" && row === CONTACT_ROW && side === 0 && angle > 0,
  );
  if (contact === undefined) throw new Error("head: the skin has no line between the lips");
  return { contact: contact.place, archHalfWidth: halfWidth * 0.86, toothHeight };
}

export function makeHead(character: Character): Head {
  const measures = measuresOf(character);
  const features = featuresOf(character);
  const field = localHeadField(measures);
  const half = layHalfSkin(measures, field);
  const skin = mirrorSkin(half);
  const { eye, mouth } = measures;
  const inside = insideOf(skin, mouth.halfWidth, features.toothHeight);
  const movers = makeMovers(measures, skin, inside);
  const still: Mover = () => null;
  const face: Shape = { places: skin.vertices.map(({ place }) => place), triangles: skin.triangles };
  const facePart = {
    ...partOf(character, "Face", "skin", face, movers.skin, neckInfluences),
    colours: paintSkin(character, measures, skin.vertices),
  };
  const ball = makeBall(eye);
  const eyePart = (side: "Left" | "Right"): Part => {
    const sign = side === "Left" ? 1 : -1;
    const centre: Vec3 = [sign * eye.centre[0], eye.centre[1], eye.centre[2]];
    const isLeft = side === "Left";
    // The right ball is the mirror image, its picture with it.
    const turned: number[] = [];
    for (let t = 0; t < ball.triangles.length; t += 3) {
      const [a, b, c] = ball.triangles.slice(t, t + 3) as [number, number, number];
      turned.push(...(isLeft ? [a, b, c] : [a, c, b]));
    }
    const flipped = (p: Vec3): Vec3 => (isLeft ? p : mirrored(p));
    const shape: Shape = {
      places: ball.places.map((p) => add(flipped(p), centre)),
      normals: ball.normals.map(flipped),
      triangles: turned,
      uvs: ball.uvs,
    };
    return partOf(character, `Eye${side}`, "eye", shape, movers.eye(side, shape.places, centre), () => [
      [isLeft ? "leftEye" : "rightEye", 1],
    ]);
  };
  const strips = (name: string, material: string, lefts: readonly Strip[]): Part => {
    const strip = joined(lefts);
    return partOf(character, name, material, bothSides(strip), movers.strip(strip));
  };
  const innerPart = (name: string, material: string, inner: InnerPart, move: Mover) =>
    partOf(character, name, material, inner, move);
  const upper = makeTeeth(inside, true);
  const lower = makeTeeth(inside, false);
  const tongue = makeTongue(inside);
  const ear = bothSides(makeEar(features.ear));
  const earColours = ear.places.map(([x, y, z]) => paintEar(features.ear, [Math.abs(x), y, z]));
  const parts = [
    facePart,
    partOf(character, "Ears", "skin", { ...ear, colours: earColours }, still),
    eyePart("Left"),
    eyePart("Right"),
    strips("Brows", "brow", [makeBrow(features.brow, eye, field, skin.vertices)]),
    strips("Lashes", "lash", [
      makeLashes(features.lash, eye, skin.vertices, false),
      ...(features.lash.lower > 0 ? [makeLashes(features.lash, eye, skin.vertices, true)] : []),
    ]),
    innerPart("TeethUpper", "mouth", upper, still),
    innerPart("TeethLower", "mouth", lower, movers.jaw(lower.places)),
    innerPart("Tongue", "mouth", tongue, movers.tongue(tongue)),
  ];
  return { parts, materials: materialsOf(character, paintIris(character, eye)) };
}

function joined(strips: readonly Strip[]): Strip {
  let first = 0;
  const triangles: number[] = [];
  for (const strip of strips) {
    triangles.push(...strip.triangles.map((vertex) => vertex + first));
    first += strip.places.length;
  }
  return {
    places: strips.flatMap(({ places }) => places),
    triangles,
    anchors: strips.flatMap(({ anchors }) => anchors),
    lidAngles: strips.flatMap(({ lidAngles }) => lidAngles),
  };
}

function materialsOf({ colours, shading }: Character, iris: Uint8Array): Head["materials"] {
  const dark = shading === "cartoon" ? "#5a2f45" : "#1c1310";
  return {
    skin: { colour: colours.skin, shade: colours.skinShade, roughness: 0.56, outline: 0.0008 },
    eye: {
      colour: "#ffffff",
      shade: "#d9dcec",
      roughness: shading === "cartoon" ? 0.5 : 0.12,
      picture: iris,
    },
    brow: {
      colour: shading === "cartoon" ? "#c9748e" : "#4b342b",
      shade: colours.hairShade,
      roughness: 0.8,
    },
    lash: { colour: dark, shade: dark, roughness: 0.7 },
    mouth: { colour: "#ffffff", shade: "#d8b8b8", roughness: 0.5 },
  };
}
