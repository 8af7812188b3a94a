// What both hairstyles are put together with: chains along charts, hairlines, shares between two chains.
// The styles are in bob.ts and tails.ts.
import { mix } from "../math/vec";
import type { Chain, ChainShares } from "./chains";
import type { Chart } from "./chart";
import type { HairMesh } from "./hair-mesh";
import type { HeadFrame, HeadSurface, Skull } from "./head-surface";

/** What locks grow on, and the mesh that takes them. */
export interface Ground {
  readonly mesh: HairMesh;
  readonly head: HeadSurface;
  readonly frame: HeadFrame;
  readonly skull: Skull;
  /** World height of the bright ring, if there is one. */
  readonly ring?: number;
}

export const degrees = Math.PI / 180;

type Swing = Pick<Chain, "stiffness" | "gravityPower" | "dragForce" | "hitRadius">;

/** A chain whose joints lie on a chart. */
export const chainOn = (
  swing: Swing,
  name: string,
  chart: Chart,
  across: number,
  at: readonly number[],
  isCentre = false,
): Chain => ({
  ...swing,
  name,
  side: isCentre ? "" : "Left",
  joints: at.map((t) => {
    const [x, y, z] = chart.at(across, t);
    return [isCentre ? 0 : x, y, z] as const;
  }),
});

/** Elevation by azimuth through stops in degrees; radians. */
export const hairlineOf =
  (stops: readonly (readonly [azimuth: number, elevation: number])[]) =>
  (azimuth: number): number => {
    const at = azimuth / degrees;
    const next = stops.findIndex(([angle], k) => k > 0 && angle >= at - 1e-9);
    const [a, b] = [stops[next - 1] as readonly [number, number], stops[next] as readonly [number, number]];
    return mix(a[1], b[1], (at - a[0]) / (b[0] - a[0])) * degrees;
  };

/** Between two chains; t 0..1. */
export const blend = (a: Chain, b: Chain, t: number): ChainShares =>
  t < 0.02
    ? [[a, 1]]
    : t > 0.98
      ? [[b, 1]]
      : [
          [a, 1 - t],
          [b, t],
        ];
