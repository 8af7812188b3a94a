// Three numbers of a flat array as a vector.
// Arithmetic on vectors is in math/.
import type { Vec3 } from "../model";

export const vectorAt = (array: ArrayLike<number>, at: number): Vec3 => [
  array[3 * at] as number,
  array[3 * at + 1] as number,
  array[3 * at + 2] as number,
];
