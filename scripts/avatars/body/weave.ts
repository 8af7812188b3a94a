// Small pictures that repeat: the bumps of knitted cloth, of ribs, and of denim, as normal maps.
// Colours of clothes are the materials' and vertices'.
import { encode } from "fast-png";

/** Height of a place of the picture, both coordinates 0..1 and periodic; metres times an arbitrary factor. */
type Height = (u: number, v: number) => number;

/** +Y up, v down as in glTF; `steepness` times the height's slope per picture. */
function normalPicture(width: number, height: number, steepness: number, at: Height): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  const [du, dv] = [0.5 / width, 0.5 / height];
  for (let row = 0; row < height; ++row)
    for (let column = 0; column < width; ++column) {
      const [u, v] = [(column + 0.5) / width, (row + 0.5) / height];
      const x = (-steepness * (at(u + du, v) - at(u - du, v))) / (2 * du);
      const y = (steepness * (at(u, v + dv) - at(u, v - dv))) / (2 * dv);
      const size = Math.hypot(x, y, 1);
      for (const [k, part] of [x, y, 1].entries())
        data[(row * width + column) * 3 + k] = Math.round(((part / size) * 0.5 + 0.5) * 255);
    }
  return encode({ width, height, data, channels: 3 });
}

const wrap = (x: number) => x - Math.floor(x);

/** Stitches across and along the knit picture. */
const KNIT_STITCHES = 6;

/** Each stitch is a V of two slanting lobes, one row reaching into the next. */
export function knitPicture(): Uint8Array {
  return normalPicture(96, 96, 0.02, (u, v) => {
    const x = wrap(u * KNIT_STITCHES) * 2 - 1;
    const along = wrap(v * KNIT_STITCHES - Math.abs(x) * 0.55) - 0.5;
    const across = (Math.abs(x) - 0.5) * 2;
    const lobe = Math.max(0, 1 - across ** 2);
    return Math.sqrt(lobe) * (0.55 + 0.45 * Math.sqrt(Math.max(0, 1 - (along * 2) ** 2)));
  });
}

/** One rib: broad and round, a narrow valley, faint stitches. */
export function ribPicture(): Uint8Array {
  return normalPicture(32, 64, 0.16, (u, v) => {
    const x = wrap(u) * 2 - 1;
    const ridge = Math.sqrt(Math.max(0, 1 - (x / 0.95) ** 2));
    return ridge + 0.05 * Math.cos(2 * Math.PI * (v * 6 - Math.abs(x) * 0.6)) * ridge;
  });
}

/** Twill: fine lines from the lower left to the upper right, uneven as spun yarn is. */
export function denimPicture(): Uint8Array {
  return normalPicture(96, 96, 0.006, (u, v) => {
    const turn = 2 * Math.PI;
    const uneven = 0.12 * Math.sin(turn * (3 * u + 2 * v)) + 0.1 * Math.sin(turn * (5 * u - 4 * v) + 1);
    const line = Math.sin(turn * (12 * u + 12 * v) + 2 * uneven);
    const thread = Math.sin(turn * (24 * u - 12 * v) + 3 * uneven);
    return 0.7 * line + 0.3 * thread;
  });
}
