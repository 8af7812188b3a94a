// The band that holds a tail: a closed ring about an axis, a little wavy as cloth is.
// Its hair is in tails.ts.
import { add, cross, scale, unit } from "../math/vec";
import type { Vec3 } from "../model";
import type { ChainShares } from "./chains";
import type { HairMesh } from "./hair-mesh";

export interface Band {
  /** World metres. */
  readonly centre: Vec3;
  readonly direction: Vec3;
  /** Metres: of the ring, and of the cloth. */
  readonly radius: number;
  readonly thickness: number;
  readonly chains: ChainShares;
}

const AROUND = 16;
const ACROSS = 6;
const FOLDS = 4;

export function addBand(mesh: HairMesh, band: Band): void {
  const direction = unit(band.direction);
  const up = unit(cross(direction, [0, 0, 1]));
  const aside = unit(cross(up, direction));
  const indices = Array.from({ length: AROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / AROUND;
    const radial = add(scale(aside, Math.cos(angle)), scale(up, Math.sin(angle)));
    const puff = 1 + 0.16 * Math.cos(FOLDS * angle * 2);
    return Array.from({ length: ACROSS }, (_, j) => {
      const turn = (2 * Math.PI * j) / ACROSS;
      const out = add(scale(radial, Math.cos(turn)), scale(direction, Math.sin(turn)));
      const place = add(
        add(band.centre, scale(radial, band.radius + band.thickness * 0.8 * puff * Math.cos(turn))),
        scale(direction, band.thickness * 1.25 * Math.sin(turn)),
      );
      return mesh.add({
        place,
        out,
        u: 0.5,
        v: 0.5,
        x: 0,
        tone: 1,
        isInner: false,
        isMidline: false,
        chains: band.chains,
      });
    });
  });
  const at = (k: number, j: number) => indices[k % AROUND]?.[j % ACROSS] as number;
  for (let k = 0; k < AROUND; ++k) {
    for (let j = 0; j < ACROSS; ++j) mesh.quad(at(k, j), at(k + 1, j), at(k + 1, j + 1), at(k, j + 1));
  }
  mesh.endPatch();
}
