// Bands of cloth around something: cuffs, hems, collars, turned-up legs, as rings of vertices joined to a tube.
// Shapes without a regular build are fields and nets (piece.ts).
import type { Character } from "../character";
import { add, cross, dot, scale, sub } from "../math/vec";
import type { Vec3 } from "../model";
import type { Section } from "./loft";

export interface Band {
  readonly places: readonly Vec3[];
  readonly triangles: readonly number[];
  /** Turns of the picture around, and along. */
  readonly uvs: readonly (readonly [number, number])[];
}

/** A neck is a little broader than deep. */
const NECK_BREADTH = 1.02;

/** A closed curve; `angle` runs from 0 to 2 pi, and from 0 to pi on the left half when it is its own mirror image. */
export type Ring = (angle: number) => Vec3;

/** Rings of quarter ellipses across an axis (0 x, 1 y, 2 z); about y they start in front and go to the left. */
export function ringsOf(axis: 0 | 1, sections: readonly Section[]): Ring[] {
  return sections.map(([at, u, v, plusU, minusU, plusV, minusV]) => (angle) => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    if (axis === 1) return [u + s * (s > 0 ? plusU : minusU), at, v + c * (c > 0 ? plusV : minusV)];
    return [at, u - s * (s > 0 ? minusU : plusU), v + c * (c > 0 ? plusV : minusV)];
  });
}

/**
 * A tube through rings that starts on the outside. `isHalf`: from 0 to pi only, the ends on x = 0.
 * `repeats`: how often the picture goes around the whole ring and along the tube.
 */
export function band(
  rings: readonly Ring[],
  around: number,
  isHalf: boolean,
  repeats: readonly [number, number],
): Band {
  const columns = around + 1;
  const places: Vec3[] = [];
  const uvs: [number, number][] = [];
  for (const [row, ring] of rings.entries())
    for (let column = 0; column <= around; ++column) {
      const turn = column / around;
      const place = ring(turn * (isHalf ? Math.PI : 2 * Math.PI));
      places.push(isHalf && (column === 0 || column === around) ? [0, place[1], place[2]] : place);
      uvs.push([turn * repeats[0] * (isHalf ? 0.5 : 1), (row / (rings.length - 1)) * repeats[1]]);
    }
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rings.length; ++row)
    for (let column = 0; column < around; ++column) {
      const a = row * columns + column;
      triangles.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  const middle = scale(
    places.slice(0, around).reduce<Vec3>((sum, place) => add(sum, place), [0, 0, 0]),
    1 / around,
  );
  const [a, b, c] = triangles.slice(0, 3).map((vertex) => places[vertex] as Vec3) as [Vec3, Vec3, Vec3];
  const outwards = isHalf ? [0, a[1] - middle[1], a[2] - middle[2]] : sub(a, middle);
  if (dot(cross(sub(b, a), sub(c, a)), outwards as unknown as Vec3) < 0)
    for (let t = 0; t < triangles.length; t += 3)
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2] as number, triangles[t + 1] as number];
  // A whole ring's last column lies on its first: it is kept for the picture's sake.
  if (!isHalf)
    for (let row = 0; row < rings.length; ++row)
      places[row * columns + around] = places[row * columns] as Vec3;
  return { places, triangles, uvs };
}

/** Sections that go up the outside, over a rounded rim of `thickness`, and back down the inside to `depth` from the rim. */
export function cuffSections(outside: readonly Section[], thickness: number, depth: number): Section[] {
  const last = outside[outside.length - 1] as Section;
  const before = outside[outside.length - 2] as Section;
  const way = Math.sign(last[0] - before[0]);
  const inset = (by: number, along: number): Section => {
    const [at, u, v, a, b, c, d] = last;
    return [at + way * along, u, v, a - by, b - by, c - by, d - by];
  };
  return [
    ...outside,
    inset(thickness * 0.22, thickness * 0.36),
    inset(thickness * 0.6, thickness * 0.4),
    inset(thickness * 0.95, thickness * 0.12),
    inset(thickness * 1.05, -depth),
  ];
}

/** Distance from the neck's skin, and height over the collar's plane. Metres. */
export type CollarProfile = readonly (readonly [far: number, height: number])[];

/** Rings around the neck; their plane sinks `tilt` metres per metre forwards, and lies `drop` metres under the collar's middle. */
export const collarRings = (
  { collar: { centre, radius } }: Character,
  profile: CollarProfile,
  tilt: number,
  drop: number,
): Ring[] =>
  profile.map(([far, height]) => (angle) => {
    const reach = radius + far;
    const forwards = Math.cos(angle) * reach;
    return [
      Math.sin(angle) * reach * NECK_BREADTH,
      centre[1] - drop - tilt * forwards + height,
      centre[2] + forwards,
    ];
  });
