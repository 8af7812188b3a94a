// The scalp: a thin closed shell over the skin wherever hair grows, so that no skin shows between locks.
// Relief and locks lie over it.
import { type Field, gradient, settle, trace } from "../math/fields";
import { along, mix, scale } from "../math/vec";
import type { Vec3 } from "../model";
import type { ChainShares } from "./chains";
import type { HairMesh } from "./hair-mesh";
import type { HeadFrame, Skull } from "./head-surface";

export interface Cap {
  readonly field: Field;
  readonly frame: HeadFrame;
  readonly skull: Skull;
  /** Elevation of the hairline above the skull's middle in radians, by azimuth in radians: 0 front, pi/2 left, pi back. */
  readonly hairline: (azimuth: number) => number;
  /** Metres above the skin. */
  readonly height: number;
  readonly tone: number;
  readonly chains: ChainShares;
  readonly columns?: number;
  readonly rings?: number;
}

/** Metres that the shell's inner side and rim lie under the skin. */
const DEPTH = 0.003;

export function addCap(mesh: HairMesh, cap: Cap): void {
  const { field, frame, skull } = cap;
  const columns = cap.columns ?? 13;
  const rings = cap.rings ?? 8;
  const centre = frame.world(skull.centre);
  const skin = (azimuth: number, elevation: number): Vec3 => {
    const direction: Vec3 = [
      Math.sin(azimuth) * Math.cos(elevation),
      Math.sin(elevation),
      Math.cos(azimuth) * Math.cos(elevation),
    ];
    const far = 0.25 * frame.scale;
    const walked = trace(field, along(centre, direction, far), scale(direction, -1), far);
    return along(centre, direction, far - walked);
  };
  const add = (azimuth: number, elevation: number, height: number, x: number, isMidline: boolean) => {
    const p = skin(azimuth, elevation);
    const out = gradient(field, p, 1e-3);
    return mesh.add({
      place: height < 0 ? settle((q) => field(q) - height, along(p, out, height)) : along(p, out, height),
      out,
      u: Math.abs((((((azimuth / Math.PI) * 6) % 2) + 2) % 2) - 1),
      v: x * 0.25,
      x: 0,
      tone: cap.tone * (height < 0 ? 0.6 : 1) * mix(1, 0.8, x),
      isInner: height < 0,
      isMidline,
      chains: cap.chains,
    });
  };
  const grid = (height: number, count: number): number[][] => {
    const pole = add(0, Math.PI / 2, height, 0, true);
    return Array.from({ length: count + 1 }, (_, ring) =>
      Array.from({ length: columns }, (_, column) => {
        if (ring === 0) return pole;
        const azimuth = (Math.PI * column) / (columns - 1);
        const share = ring / count;
        const elevation = mix(Math.PI / 2, cap.hairline(azimuth), share);
        // The rim dives under the skin.
        const rise = height > 0 && ring === count ? mix(height, 0, 0.6) : height;
        return add(azimuth, elevation, rise, share, column === 0 || column === columns - 1);
      }),
    );
  };
  const outer = grid(cap.height, rings);
  const inner = grid(-DEPTH, 3);
  const sheet = (rows: readonly (readonly number[])[], isOuter: boolean) => {
    for (let ring = 0; ring + 1 < rows.length; ++ring) {
      for (let column = 0; column + 1 < columns; ++column) {
        const [a, b] = [rows[ring]?.[column] as number, rows[ring]?.[column + 1] as number];
        const [c, d] = [rows[ring + 1]?.[column] as number, rows[ring + 1]?.[column + 1] as number];
        const corners = isOuter ? [a, c, d, b] : [a, b, d, c];
        if (ring === 0) mesh.triangle(a, isOuter ? c : d, isOuter ? d : c);
        else mesh.quad(...(corners as [number, number, number, number]));
      }
    }
  };
  sheet(outer, true);
  sheet(inner, false);
  const [top, bottom] = [outer[rings] as number[], inner[3] as number[]];
  for (let column = 0; column + 1 < columns; ++column) {
    mesh.quad(
      top[column] as number,
      bottom[column] as number,
      bottom[column + 1] as number,
      top[column + 1] as number,
    );
  }
  mesh.endPatch();
}
