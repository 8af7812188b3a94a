// The surfaces that hair lies on over the head: hair that falls from a middle parting and the crown, and hair along guides.
// Lengths here are in the head's own coordinates unless they say metres.
import { add, clamp, mix, mixVec, scale, smoothstep, unit } from "../math/vec";
import type { Vec3 } from "../model";
import { type Chart, chartOf, keepOut, loft } from "./chart";
import type { HeadFrame, HeadSurface, Skull } from "./head-surface";

const degrees = Math.PI / 180;

/** What makes one fall of hair differ from another. */
export interface FallShape {
  /** How far hair stands off the skull: aside, up, and to the back. */
  readonly volume: Vec3;
  /** Where on the parting (angle forward of straight up, radians) hair springs that falls at an azimuth. */
  readonly parting: (azimuth: number) => number;
  /** Height of the hem at an azimuth. */
  readonly hem: (azimuth: number) => number;
  /** Shares by which the plan widens on the way down and has narrowed at the hem, aside and at the nape. */
  readonly swell: number;
  readonly tuckAside: number;
  readonly tuckNape: number;
}

/** Share of the way along at which hair leaves the skull and falls. */
const FALL = 0.52;
/** Metres between skin and the lowest hair. */
const GAP = 0.0035;

function between(a: Vec3, b: Vec3, t: number): Vec3 {
  const cosine = clamp(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], -1, 1);
  const angle = Math.acos(cosine);
  if (angle < 1e-4) return unit(mixVec(a, b, t));
  const [p, q] = [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
  return [a[0] * p + b[0] * q, a[1] * p + b[1] * q, a[2] * p + b[2] * q];
}

/** Away from the middle line of head and neck; world. */
export function outwardFrom(frame: HeadFrame): (p: Vec3) => Vec3 {
  return (p) => {
    const [x, y, z] = frame.local(p);
    return unit([x, y - clamp(y, -0.2, 0.02), z + 0.015]);
  };
}

/** Metres from the middle plane within which hair stands upright on the parting, so that both halves meet without a gap. */
const PARTING = 0.009;

function parted(chart: Chart): Chart {
  return {
    at: chart.at,
    out(across, t) {
      const [x, y, z] = chart.out(across, t);
      return unit([x * smoothstep(0, PARTING, Math.abs(chart.at(across, t)[0])), y, z]);
    },
  };
}

/** across: azimuth in radians, 0 front, pi/2 left, pi back. `looseness`: shares of the volume. */
export function fallChart(
  head: HeadSurface,
  frame: HeadFrame,
  skull: Skull,
  shape: FallShape,
  looseness = 1,
): Chart {
  const { centre } = skull;
  const radii = add(skull.radii, scale(shape.volume, looseness));
  const place = (azimuth: number, t: number): Vec3 => {
    const parting = shape.parting(azimuth);
    const aside: Vec3 = [Math.sin(azimuth), 0, Math.cos(azimuth)];
    const over = clamp(t / FALL, 0, 1);
    // Along the shortest way at first, then straight down, so that it falls on without a bend.
    const direction = unit(
      mixVec(
        between([0, Math.cos(parting), Math.sin(parting)], aside, over),
        between([0, 1, 0], aside, over),
        smoothstep(0.1, 1, over),
      ),
    );
    // Flat at the roots, full a little further on.
    const full = mix(0.95, 1, smoothstep(0, 0.25, over));
    const fall = Math.max(0, (t - FALL) / (1 - FALL));
    const nape = smoothstep(95 * degrees, 165 * degrees, azimuth);
    const hug =
      1 +
      shape.swell * Math.sin(Math.PI * Math.min(1, fall * 0.95)) ** 2 -
      mix(shape.tuckAside, shape.tuckNape, nape) * fall ** 2.6;
    const local: Vec3 = [
      centre[0] + direction[0] * radii[0] * full * hug,
      centre[1] + direction[1] * radii[1] * full + (shape.hem(azimuth) - centre[1]) * fall,
      centre[2] + direction[2] * radii[2] * full * hug,
    ];
    return keepOut(head.field, frame.world(local), GAP * frame.scale, 0.008);
  };
  return parted(chartOf(place, outwardFrom(frame)));
}

/** The skull that guides are drawn for. */
const DRAWN_FOR: Vec3 = [0.074, 0.09, 0.095];

/** A place drawn for the usual skull on another: stretched aside, above its middle and behind it. */
export function fitted({ centre, radii }: Skull, p: Vec3): Vec3 {
  const stretch = (axis: 0 | 1 | 2, isStretched: boolean) =>
    isStretched ? centre[axis] + ((p[axis] - centre[axis]) * radii[axis]) / DRAWN_FOR[axis] : p[axis];
  return [stretch(0, true), stretch(1, p[1] > centre[1]), stretch(2, p[2] < centre[2])];
}

/** A chart lofted between guides in the head's own coordinates. */
export function guidedChart(
  head: HeadSurface,
  frame: HeadFrame,
  skull: Skull,
  guides: readonly (readonly Vec3[])[],
): Chart {
  const surface = loft(guides.map((guide) => guide.map((p) => fitted(skull, p))));
  const place = (across: number, t: number) =>
    keepOut(head.field, frame.world(surface(across, t)), GAP * frame.scale, 0.008);
  return parted(chartOf(place, outwardFrom(frame)));
}
