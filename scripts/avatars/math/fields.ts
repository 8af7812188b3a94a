// Signed distance fields: below 0 inside, above 0 outside, metres. Shapes, their unions, and walks onto their surface.
// Method: Hart 1996 (sphere tracing), Quilez (smooth union, capsules of two radii). They are estimates away from the surface.
import type { Vec3 } from "../model";
import { add, along, clamp, length, scale, sub, unit } from "./vec";

export type Field = (p: Vec3) => number;

/** `radii`: half lengths along x, y, z. */
export function ellipsoid(centre: Vec3, radii: Vec3): Field {
  return (p) => {
    const [x, y, z] = sub(p, centre);
    const k0 = Math.hypot(x / radii[0], y / radii[1], z / radii[2]);
    const k1 = Math.hypot(x / radii[0] ** 2, y / radii[1] ** 2, z / radii[2] ** 2);
    // At the very centre the gradient is lost; the smallest half length bounds the distance.
    return k1 < 1e-9 ? -Math.min(...radii) : (k0 * (k0 - 1)) / k1;
  };
}

/** From `a` with radius `ra` to `b` with radius `rb`; a plain tapered capsule. */
export function capsule(a: Vec3, b: Vec3, ra: number, rb = ra): Field {
  const axis = sub(b, a);
  const lengthSquared = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2 || 1e-12;
  return (p) => {
    const q = sub(p, a);
    const t = clamp((q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2]) / lengthSquared, 0, 1);
    return length(along(q, axis, -t)) - (ra + (rb - ra) * t);
  };
}

/** Smooth minimum: the two grow together within about `k` metres (polynomial, continuous slope). */
export function smoothMin(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
}
export const smoothMax = (a: number, b: number, k: number): number => -smoothMin(-a, -b, k);

export function union(k: number, ...fields: readonly Field[]): Field {
  return (p) => fields.reduce((sum, field) => smoothMin(sum, field(p), k), Number.POSITIVE_INFINITY);
}

/** Outward direction of steepest change; `step` metres apart. */
export function gradient(field: Field, p: Vec3, step = 2e-4): Vec3 {
  const difference = (axis: Vec3) => field(add(p, scale(axis, step))) - field(sub(p, scale(axis, step)));
  return unit([difference([1, 0, 0]), difference([0, 1, 0]), difference([0, 0, 1])]);
}

/** The surface along a ray, by walking inwards from `start` along `direction`; returns the distance walked. */
export function trace(field: Field, start: Vec3, direction: Vec3, limit: number): number {
  let at = 0;
  for (let step = 0; step < 200 && at < limit; ++step) {
    const distance = field(along(start, direction, at));
    // Unions of ellipsoids overstate distances: shorter steps do not pass through thin shapes.
    at += distance * 0.6;
    if (Math.abs(distance) < 1e-6) break;
  }
  return at;
}

/** The nearest surface point, by steps along the gradient. */
export function settle(field: Field, p: Vec3, steps = 12): Vec3 {
  let q = p;
  for (let step = 0; step < steps; ++step) {
    const distance = field(q);
    if (Math.abs(distance) < 1e-7) break;
    q = along(q, gradient(field, q), -distance);
  }
  return q;
}
