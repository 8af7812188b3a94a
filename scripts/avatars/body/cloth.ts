// Folds of cloth as waves that are added to a field.
// Where cloth folds is said with each piece of clothing.
import { bell } from "../math/vec";
import type { Vec3 } from "../model";

/** Waves of cloth: `direction` across the folds, per metre of wavelength. Between -1 and 1. */
export const wave = (p: Vec3, direction: Vec3, length: number, phase: number): number =>
  Math.sin(
    ((p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2]) / length) * 2 * Math.PI + phase,
  );

/** A bell of three widths around a place. */
export const spot = (p: Vec3, at: Vec3, widths: Vec3): number =>
  bell(p[0] - at[0], widths[0]) * bell(p[1] - at[1], widths[1]) * bell(p[2] - at[2], widths[2]);
