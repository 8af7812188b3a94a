// Charts around an axis: a tail of hair, and the band about it.
// Hair that lies on the head is in head-charts.ts.
import { add, cross, scale, sub, unit } from "../math/vec";
import type { Vec3 } from "../model";
import { type Chart, spline } from "./chart";

export interface Tube {
  /** World metres. */
  readonly axis: readonly Vec3[];
  /** Metres, at even steps along the axis. */
  readonly radii: readonly number[];
}

/** Directions across the axis: the first as near to forward as can be. */
function frameAt(tube: Tube, t: number): { centre: Vec3; aside: Vec3; up: Vec3; radius: number } {
  const centre = spline(tube.axis, t);
  const direction = unit(sub(spline(tube.axis, t + 1e-3), spline(tube.axis, t - 1e-3)));
  const up = unit(cross(direction, [0, 0, 1]));
  const aside = unit(cross(up, direction));
  const radius = spline(
    tube.radii.map((r): Vec3 => [r, 0, 0]),
    t,
  )[0];
  return { centre, aside, up, radius };
}

/** across: radians about the axis, 0 to the front; along the axis 0..1. */
export function tubeChart(tube: Tube): Chart {
  const out = (across: number, t: number): Vec3 => {
    const { aside, up } = frameAt(tube, t);
    return unit(add(scale(aside, Math.cos(across)), scale(up, Math.sin(across))));
  };
  return {
    at(across, t) {
      const { centre, aside, up, radius } = frameAt(tube, t);
      return add(centre, add(scale(aside, Math.cos(across) * radius), scale(up, Math.sin(across) * radius)));
    },
    out,
  };
}
