// Where a thing stands: a turn, a uniform scale, a place. What nodes and bind matrices are made of.
// No shear and no uneven scale, so that each can be undone exactly.

import { add, scale, sub } from "../math/vec";
import type { Vec3 } from "../model";

/** Unit quaternion x, y, z, w. */
export type Turn = readonly [number, number, number, number];

/** p -> turn(p * scale) + place. */
export interface Placement {
  readonly turn: Turn;
  readonly scale: number;
  readonly place: Vec3;
}

export const NO_TURN: Turn = [0, 0, 0, 1];
export const HERE: Placement = { turn: NO_TURN, scale: 1, place: [0, 0, 0] };

/** By `degrees` about the unit `axis`, right-hand rule. */
export function turnAbout(axis: Vec3, degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)];
}

/** First b, then a. */
export function turnProduct([ax, ay, az, aw]: Turn, [bx, by, bz, bw]: Turn): Turn {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const turnBack = ([x, y, z, w]: Turn): Turn => [-x, -y, -z, w];

export function turned([x, y, z, w]: Turn, [px, py, pz]: Vec3): Vec3 {
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  return [px + w * tx + (y * tz - z * ty), py + w * ty + (z * tx - x * tz), pz + w * tz + (x * ty - y * tx)];
}

export const placed = ({ turn, scale: k, place }: Placement, p: Vec3): Vec3 =>
  add(turned(turn, scale(p, k)), place);

/** First b, then a. */
export function product(a: Placement, b: Placement): Placement {
  return { turn: turnProduct(a.turn, b.turn), scale: a.scale * b.scale, place: placed(a, b.place) };
}

export function inverse({ turn, scale: k, place }: Placement): Placement {
  const back = turnBack(turn);
  return { turn: back, scale: 1 / k, place: scale(turned(back, sub([0, 0, 0], place)), 1 / k) };
}

/** Column-major, 16 numbers. */
export function matrixOf({ turn, scale: k, place }: Placement): number[] {
  const column = (axis: Vec3) => [...turned(turn, scale(axis, k)), 0];
  return [...column([1, 0, 0]), ...column([0, 1, 0]), ...column([0, 0, 1]), ...place, 1];
}
