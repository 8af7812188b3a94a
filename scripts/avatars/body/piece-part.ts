// From pieces to parts: how dark a place is, which bones it follows, the mirror image, other proportions.
// The pieces' shapes come from piece-mesh.ts.
import type { Character } from "../character";
import type { Field } from "../math/fields";
import { along, clamp, mirrored, unit } from "../math/vec";
import type { Influences, Part, Vec3 } from "../model";
import type { Piece } from "./piece";
import { type Shape, shapeOf } from "./piece-mesh";
import type { Joints, RestMap } from "./proportions";
import { influencesOf, mirroredInfluences, type Shares, sharesAt } from "./weights";

interface Half extends Shape {
  readonly colours: readonly Vec3[];
  readonly influences: readonly Influences[];
}

export interface Shading {
  /** All that is near, to see how much light comes to a place. */
  readonly surroundings: Field;
  /** 0 none, 1 full. */
  readonly strength: number;
  /** Powers of the light that is left in red, green and blue: the lower, the less a colour is darkened. */
  readonly warmth: Vec3;
  /** Distances of the samples, metres. */
  readonly reach: number;
}

const OCCLUSION_STEPS = 5;

/** Share of light that reaches a place (Evans 2006: distances along the normal), 0..1. */
function openness({ surroundings, reach }: Shading, p: Vec3, normal: Vec3): number {
  let [missing, most] = [0, 0];
  for (let step = 1; step <= OCCLUSION_STEPS; ++step) {
    const distance = (reach * step) / OCCLUSION_STEPS;
    const weight = 0.75 ** step;
    missing += weight * clamp(1 - surroundings(along(p, normal, distance)) / distance, 0, 1.5);
    most += weight;
  }
  return clamp(1 - missing / most, 0, 1);
}

function halfOf(piece: Piece, shading: Shading, joints: Joints, character: Character): Half {
  const { normals, ...mesh } = shapeOf(piece);
  return {
    ...mesh,
    normals,
    colours: mesh.places.map((p, vertex) => {
      const normal = normals[vertex] as Vec3;
      const isBright = "mesh" in piece && piece.isBright === true;
      const light = isBright ? 1 : 1 - shading.strength * (1 - openness(shading, p, normal));
      const tint = piece.tint?.(p, normal) ?? [1, 1, 1];
      return tint.map((part, k) => part * light ** (shading.warmth[k] as number)) as [number, number, number];
    }),
    influences: mesh.places.map((p) => {
      const shares = sharesAt(joints, character, p);
      return influencesOf(piece.follow?.(shares, p) ?? shares);
    }),
  };
}

/** A half and its mirror image under the rest map. Vertices at x = 0 are shared where nothing speaks against it. */
function wholeOf(half: Half, map: RestMap): Half {
  const count = half.places.length;
  // The picture is mirrored at the middle, so its directions are not the same on both sides: no vertex serves both.
  const isPictured = half.uvs.some(([u, v]) => u !== 0 || v !== 0);
  const other: number[] = [];
  const copied: number[] = [];
  for (const [vertex, place] of half.places.entries()) {
    const isShared = place[0] === 0 && !isPictured;
    other.push(isShared ? vertex : count + copied.length);
    if (!isShared) copied.push(vertex);
  }
  const both = <T>(values: readonly T[], mirror: (value: T) => T): T[] => [
    ...values,
    ...copied.map((vertex) => mirror(values[vertex] as T)),
  ];
  const triangles = [...half.triangles];
  for (let t = 0; t < half.triangles.length; t += 3)
    triangles.push(...[t, t + 2, t + 1].map((at) => other[half.triangles[at] as number] as number));
  const turned = (normal: Vec3, place: Vec3): Vec3 => {
    const stretch = map.stretch(place);
    return unit([normal[0] / stretch[0], normal[1] / stretch[1], normal[2] / stretch[2]]);
  };
  const same = <T>(value: T): T => value;
  return {
    places: both(half.places.map(map.place), mirrored),
    triangles,
    normals: both(
      half.normals.map((normal, vertex) => turned(normal, half.places[vertex] as Vec3)),
      mirrored,
    ),
    colours: both(half.colours, same),
    uvs: both(half.uvs, same),
    influences: both(
      half.influences.map((influences, vertex) =>
        half.places[vertex]?.[0] === 0 ? evened(influences) : influences,
      ),
      mirroredInfluences,
    ),
  };
}

/** On the middle plane left and right have the same share. */
function evened(influences: Influences): Influences {
  const shares: Shares = new Map();
  for (const [bone, share] of [...influences, ...mirroredInfluences(influences)])
    shares.set(bone, (shares.get(bone) ?? 0) + share / 2);
  return influencesOf(shares);
}

/** Several wholes as one part. */
function partOf(name: string, material: string, wholes: readonly Half[]): Part {
  const triangles: number[] = [];
  let start = 0;
  for (const whole of wholes) {
    for (const vertex of whole.triangles) triangles.push(vertex + start);
    start += whole.places.length;
  }
  const all = <K extends "places" | "normals" | "colours" | "uvs">(key: K) =>
    // Mirror images of 0 are -0, which is another number in a file.
    wholes
      .flatMap((whole) => whole[key] as readonly (readonly number[])[])
      .flatMap((values) => values.map((value) => value + 0));
  const uvs = all("uvs");
  return {
    name,
    material,
    positions: Float64Array.from(all("places")),
    normals: Float64Array.from(all("normals")),
    triangles: Uint32Array.from(triangles),
    colours: Float32Array.from(all("colours")),
    ...(uvs.some((value) => value !== 0) ? { uvs: Float32Array.from(uvs) } : {}),
    influences: wholes.flatMap(({ influences }) => influences),
    targets: {},
  };
}

/** A piece's left half, and the part that it is put into. */
export interface MadePiece {
  readonly part: string;
  readonly material: string;
  readonly half: Half;
}

export const made = (
  pieces: readonly Piece[],
  shading: Shading,
  joints: Joints,
  character: Character,
): MadePiece[] =>
  pieces.map((piece) => ({
    part: piece.part,
    material: piece.material,
    half: halfOf(piece, shading, joints, character),
  }));

/** The pieces as parts, in the order in which their parts are first named. */
export const partsOf = (pieces: readonly MadePiece[], map: RestMap): Part[] =>
  [...new Set(pieces.map(({ part }) => part))].map((name) => {
    const own = pieces.filter(({ part }) => part === name);
    return partOf(
      name,
      own[0]?.material as string,
      own.map(({ half }) => wholeOf(half, map)),
    );
  });
