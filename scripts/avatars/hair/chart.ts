// Surfaces that hair lies on, as maps from (across, along) to the world: lofts between guide curves, kept out of the head.
// A chart has no thickness; locks.ts grows hair on it.
import { type Field, gradient, smoothMax } from "../math/fields";
import { add, along, cross, dot, scale, sub, unit } from "../math/vec";
import type { Vec3 } from "../model";

export interface Chart {
  /** World metres; along 0 at the root, 1 at the hem. */
  at(across: number, along: number): Vec3;
  /** Unit, away from what the hair lies on. */
  out(across: number, along: number): Vec3;
}

/** Through all points (Catmull-Rom, uniform), t 0..1; straight on beyond the ends. */
export function spline(points: readonly Vec3[], t: number): Vec3 {
  const last = points.length - 1;
  const at = Math.min(last - 1, Math.max(0, Math.floor(t * last)));
  const f = t * last - at;
  const point = (k: number): Vec3 => {
    if (k < 0) return sub(scale(points[0] as Vec3, 2), points[1] as Vec3);
    if (k > last) return sub(scale(points[last] as Vec3, 2), points[last - 1] as Vec3);
    return points[k] as Vec3;
  };
  const [a, b, c, d] = [point(at - 1), point(at), point(at + 1), point(at + 2)];
  const weights = [
    -0.5 * f + f * f - 0.5 * f ** 3,
    1 - 2.5 * f * f + 1.5 * f ** 3,
    0.5 * f + 2 * f * f - 1.5 * f ** 3,
    -0.5 * f * f + 0.5 * f ** 3,
  ] as const;
  return add(
    add(scale(a, weights[0]), scale(b, weights[1])),
    add(scale(c, weights[2]), scale(d, weights[3])),
  );
}

/** The surface through guide curves; across 0 is the first guide, across 1 the second, and so on. */
export function loft(guides: readonly (readonly Vec3[])[]): (across: number, t: number) => Vec3 {
  const last = guides.length - 1;
  return (across, t) =>
    last === 0
      ? spline(guides[0] as readonly Vec3[], t)
      : spline(
          guides.map((guide) => spline(guide, t)),
          across / last,
        );
}

/** Moves a point out of the head, softly, so that it keeps `gap` metres. */
export function keepOut(field: Field, p: Vec3, gap: number, softness = 0.006): Vec3 {
  const distance = field(p);
  if (distance > gap + softness) return p;
  return along(p, gradient(field, p, 1e-3), smoothMax(distance, gap, softness) - distance);
}

/** Steps of the surface's own directions. */
const STEP = 1e-3;

/** A chart of a surface; `outward` tells its outer side and stands in where the surface has no direction (a pole). */
export function chartOf(place: (across: number, t: number) => Vec3, outward: (p: Vec3) => Vec3): Chart {
  return {
    at: place,
    out(across, t) {
      const p = place(across, t);
      const guess = outward(p);
      const aside = sub(place(across + STEP, t), place(across - STEP, t));
      const down = sub(place(across, t + STEP), place(across, t - STEP));
      const normal = unit(cross(unit(aside), unit(down)));
      const side = dot(normal, guess);
      // Near a pole, and where the surface folds, the guess takes over.
      if (Math.abs(side) < 0.25) return guess;
      return unit(add(scale(normal, Math.sign(side)), scale(guess, 0.35)));
    },
  };
}
