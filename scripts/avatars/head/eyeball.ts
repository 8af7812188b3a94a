// The eyeballs: a ball with a slightly raised cornea, and a picture of the iris laid on its front.
// Head coordinates (see measures.ts).
import { encode } from "fast-png";
import type { Character } from "../character";
import { encoded, lightOf } from "../math/colour";
import { randomFrom } from "../math/random";
import { clamp, mix, mixVec, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import type { EyeMeasures } from "./measures";

const SEGMENTS = 28;
/** Angles of the rings from the front, degrees; finer on the cornea. */
const RINGS = [4, 9, 14, 18, 21, 24, 27, 31, 37, 45, 55, 67, 80, 95, 115, 135, 157];
/** The picture covers the front to this angle; behind it its border goes on. Degrees. */
const PICTURE_ANGLE = 62;
const PIXELS = 256;

export interface Ball {
  readonly places: readonly Vec3[];
  readonly normals: readonly Vec3[];
  readonly triangles: readonly number[];
  readonly uvs: readonly number[];
}

/** Around the origin, looking along z. */
export function makeBall(eye: EyeMeasures): Ball {
  const irisAngle = Math.asin(eye.iris / eye.radius);
  const places: Vec3[] = [];
  const normals: Vec3[] = [];
  const uvs: number[] = [];
  const put = (angle: number, around: number) => {
    const towards: Vec3 = [
      Math.sin(angle) * Math.cos(around),
      Math.sin(angle) * Math.sin(around),
      Math.cos(angle),
    ];
    const rise = 1 + eye.cornea * smoothstep(irisAngle * 1.15, 0, angle);
    places.push(towards.map((value) => value * eye.radius * rise) as unknown as Vec3);
    normals.push(towards);
    const share = Math.min(1, angle / ((PICTURE_ANGLE * Math.PI) / 180)) * 0.5;
    uvs.push(0.5 + share * Math.cos(around), 0.5 - share * Math.sin(around));
  };
  put(0, 0);
  for (const degrees of RINGS) {
    for (let k = 0; k < SEGMENTS; ++k) put((degrees * Math.PI) / 180, (2 * Math.PI * k) / SEGMENTS);
  }
  put(Math.PI, 0);
  const triangles: number[] = [];
  const last = places.length - 1;
  const at = (ring: number, k: number) => 1 + ring * SEGMENTS + (k % SEGMENTS);
  for (let k = 0; k < SEGMENTS; ++k) {
    triangles.push(0, at(0, k), at(0, k + 1));
    for (let ring = 0; ring + 1 < RINGS.length; ++ring) {
      const [a, b, c, d] = [at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)];
      triangles.push(a, b, c, a, c, d);
    }
    triangles.push(at(RINGS.length - 1, k), last, at(RINGS.length - 1, k + 1));
  }
  return { places, normals, triangles, uvs };
}

/** Brightness along the iris's fibres, by the angle around it; smooth, periodic, -1..1. */
function fibres(seed: number): (around: number) => number {
  const random = randomFrom(seed);
  const waves = Array.from({ length: 14 }, (_, k) => ({
    count: 5 + k * 4 + Math.floor(random() * 4),
    phase: random() * 2 * Math.PI,
    size: 1 / (1 + k * 0.35),
  }));
  return (around) =>
    clamp(
      waves.reduce((sum, { count, phase, size }) => sum + size * Math.sin(around * count + phase), 0) / 2.4,
      -1,
      1,
    );
}

/** PNG bytes: white, iris, pupil; for cartoon shading with painted lights. */
export function paintIris(character: Character, eye: EyeMeasures): Uint8Array {
  const isCartoon = character.shading === "cartoon";
  const base = lightOf(character.colours.iris);
  const fibre = fibres(5);
  const irisAngle = Math.asin(eye.iris / eye.radius);
  const pupil = eye.pupil / eye.iris;
  const data = new Uint8Array(PIXELS * PIXELS * 3);
  for (let row = 0; row < PIXELS; ++row) {
    for (let column = 0; column < PIXELS; ++column) {
      const x = ((column + 0.5) / PIXELS) * 2 - 1;
      const y = 1 - ((row + 0.5) / PIXELS) * 2;
      const angle = (Math.hypot(x, y) * PICTURE_ANGLE * Math.PI) / 180;
      const colour = colourAt(angle / irisAngle, Math.atan2(y, x), y);
      const at = 3 * (row * PIXELS + column);
      for (let k = 0; k < 3; ++k) data[at + k] = Math.round(255 * encoded(clamp(colour[k] as number, 0, 1)));
    }
  }
  return encode({ width: PIXELS, height: PIXELS, data, channels: 3, depth: 8 });

  /** `r`: 1 at the iris's border. `y`: 1 at the top. */
  function colourAt(r: number, around: number, y: number): Vec3 {
    const white: Vec3 = mixVec(
      [0.86, 0.85, 0.84],
      isCartoon ? [0.72, 0.74, 0.86] : [0.8, 0.62, 0.58],
      smoothstep(1.5, 2.6, r),
    );
    const upward = clamp((y * PICTURE_ANGLE * Math.PI) / 180 / irisAngle, -1, 1);
    const strand = fibre(around) * (isCartoon ? 0.12 : 0.3) * smoothstep(pupil, pupil + 0.2, r);
    const depth = mix(1.55, 0.55, (upward + 1) / 2) * (1 + strand) * mix(1.25, 0.8, r);
    let iris: Vec3 = base.map((value) => value * depth) as unknown as Vec3;
    // Light that comes through the lens brightens the lower half.
    iris = mixVec(
      iris,
      base.map((value) => Math.min(1, value * 2.6 + 0.02)) as unknown as Vec3,
      smoothstep(0.2, -0.9, upward) * smoothstep(1, 0.55, r) * 0.7,
    );
    iris = mixVec(iris, base.map((value) => value * 0.12) as unknown as Vec3, smoothstep(0.8, 0.98, r));
    iris = mixVec([0.006, 0.005, 0.006], iris, smoothstep(pupil * 0.93, pupil * 1.1, r));
    const soft = isCartoon ? 0.035 : 0.07;
    let colour = mixVec(iris, white, smoothstep(1 - soft, 1 + soft, r));
    if (isCartoon) {
      const [px, py] = [r * Math.cos(around), r * Math.sin(around)];
      const spot = smoothstep(0.27, 0.22, Math.hypot(px / 1.1, py - 0.48));
      const low = smoothstep(0.14, 0.1, Math.hypot(px - 0.0, py + 0.52)) * 0.75;
      colour = mixVec(colour, [1, 1, 1], Math.max(spot, low));
    }
    // The upper lid and its lashes throw a soft shade on the ball.
    return mixVec(
      colour,
      colour.map((value) => value * 0.55) as unknown as Vec3,
      smoothstep(0.1, 1.3, (y * PICTURE_ANGLE * Math.PI) / 180 / irisAngle) * 0.6,
    );
  }
}
