// Draws the page's mark as a PNG: the two rings of public/icon.svg, in any size.
// The shapes stand here once more, since nothing that is built in has a renderer for SVG.
import { encode } from "fast-png";

/** In units of the mark, which is 20 wide. */
const SIZE = 20;
const CORNER = 4;
const RADIUS = 4.6;
const HALF_STROKE = 1;
const SURFACE = [0x16, 0x18, 0x1c] as const;
const RINGS = [
  { x: 8, y: 10, colour: [0xd9, 0xa3, 0x5c] },
  { x: 12, y: 10, colour: [0x4f, 0xd0, 0xb4] },
] as const;

/** Share of a pixel that lies inside, from the distance of its middle to the edge: negative inside. */
const coverage = (distance: number, pixel: number): number =>
  Math.min(1, Math.max(0, 0.5 - distance / pixel));

function distanceToCard(x: number, y: number): number {
  const half = SIZE / 2;
  const dx = Math.abs(x - half) - (half - CORNER);
  const dy = Math.abs(y - half) - (half - CORNER);
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - CORNER;
}

/** @param isMaskable to the edges, for systems that cut icons into their own shape */
export function appIcon(pixels: number, isMaskable: boolean): Uint8Array {
  const data = new Uint8Array(4 * pixels * pixels);
  const pixel = SIZE / pixels;
  for (let row = 0; row < pixels; ++row) {
    for (let column = 0; column < pixels; ++column) {
      const [x, y] = [(column + 0.5) * pixel, (row + 0.5) * pixel];
      let colour: readonly number[] = SURFACE;
      for (const ring of RINGS) {
        const share = coverage(Math.abs(Math.hypot(x - ring.x, y - ring.y) - RADIUS) - HALF_STROKE, pixel);
        colour = colour.map((value, channel) => value + share * ((ring.colour[channel] ?? 0) - value));
      }
      const alpha = isMaskable ? 1 : coverage(distanceToCard(x, y), pixel);
      data.set([...colour, 255 * alpha].map(Math.round), 4 * (row * pixels + column));
    }
  }
  return encode({ width: pixels, height: pixels, data, channels: 4 });
}
