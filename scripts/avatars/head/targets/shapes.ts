// Building blocks of the targets: bumps that end, pulls around a landmark, sides, and the vertex that a channel moves.
// All places are of a head whose left half is meant; the right half's targets are mirror images.
import { clamp, scale } from "../../math/vec";
import type { Vec3 } from "../../model";
import type { HeadMeasures } from "../measures";
import type { MouthInside } from "../mouth-parts";
import type { SkinVertex } from "../vertex";

/** What a channel does to a vertex of the skin: displacement at weight 1, head coordinates. */
export type Move = (vertex: SkinVertex) => Vec3;

export interface Anatomy {
  readonly measures: HeadMeasures;
  readonly inside: MouthInside;
}

export const STILL: Vec3 = [0, 0, 0];

/** 1 at 0, 0 from 1 on, smooth. */
export function bump(distance: number): number {
  const rest = 1 - clamp(distance, 0, 1) ** 2;
  return rest * rest;
}

/** How near a place is to a landmark: 1 there, 0 outside of an ellipsoid of these half lengths. */
export const near = ([x, y, z]: Vec3, centre: Vec3, [rx, ry, rz]: Vec3): number =>
  bump(Math.hypot((x - centre[0]) / rx, (y - centre[1]) / ry, (z - centre[2]) / rz));

/** Moves what lies around a landmark. */
export const pull =
  (centre: Vec3, reach: Vec3, by: Vec3): Move =>
  ({ place }) =>
    scale(by, near(place, centre, reach));

/** The sum of several moves. */
export const together =
  (...moves: readonly Move[]): Move =>
  (vertex) =>
    moves.reduce<Vec3>((sum, move) => {
      const [x, y, z] = move(vertex);
      return [sum[0] + x, sum[1] + y, sum[2] + z];
    }, STILL);

/** A move made for the left side, done on both. */
export const bothSided =
  (move: Move): Move =>
  (vertex) => {
    if (vertex.side === 0) {
      const [, y, z] = move(vertex);
      return [0, y, z];
    }
    if (vertex.side > 0) return move(vertex);
    const [x, y, z] = move(mirrorVertex(vertex));
    return [-x, y, z];
  };

export function mirrorVertex(vertex: SkinVertex): SkinVertex {
  const [x, y, z] = vertex.place;
  return { ...vertex, place: [-x, y, z], side: -vertex.side };
}
