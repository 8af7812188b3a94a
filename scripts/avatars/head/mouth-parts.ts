// Teeth with gums, and the tongue. They stand behind the lips; the lower teeth and the tongue go with the jaw.
// Head coordinates (see measures.ts).
import { bell, mix, mixVec, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";

export interface InnerPart {
  readonly places: readonly Vec3[];
  readonly triangles: readonly number[];
  /** Linear light. */
  readonly colours: readonly Vec3[];
  /** Tongue: 0 at the root, 1 at the tip. */
  readonly reach: readonly number[];
}

export interface MouthInside {
  /** Middle of the line between the lips on the midline. */
  readonly contact: Vec3;
  /** Width of the arch of teeth at its back, halved. */
  readonly archHalfWidth: number;
  readonly toothHeight: number;
}

const TEETH_PER_SIDE = 6;
const COLUMNS_PER_TOOTH = 4;
/** Widths from the middle to the back, relative. */
const UPPER_WIDTHS = [8.6, 6.9, 7.7, 7, 7, 9.6];
const LOWER_WIDTHS = [5.4, 5.9, 6.9, 7, 7, 10.4];
/** How far the arch's front lies behind the lips' contact, and its length to the back. */
const BEHIND_LIPS = 0.0068;
const ARCH_DEPTH = 0.03;

const ENAMEL: Vec3 = [0.86, 0.82, 0.74];
const GUM: Vec3 = [0.62, 0.22, 0.2];

/** Profile of a tooth with its gum: out of the arch, along the tooth (0 at the gum, 1 at the edge; negative into the gum), colour. */
const PROFILE: readonly (readonly [out: number, along: number, isTooth: boolean])[] = [
  [-0.0035, -1, false],
  [-0.0006, -0.95, false],
  [0.0009, -0.4, false],
  [0.0007, -0.06, false],
  [0.0005, 0.03, true],
  [0.001, 0.4, true],
  [0.0008, 0.75, true],
  [0.0002, 0.97, true],
  [-0.0012, 1, true],
  [-0.0028, 0.5, true],
  [-0.0042, -0.1, false],
  [-0.005, -1, false],
];

/** Place and outward direction on the arch, `t` from 0 in the middle to 1 at the back of the left side. */
function arch(halfWidth: number, t: number): { x: number; z: number; out: readonly [number, number] } {
  const at = (s: number): readonly [number, number] => [
    halfWidth * Math.sin(Math.min(1, s * 1.02) * Math.PI * 0.5) ** 0.9,
    -ARCH_DEPTH * s ** 1.75,
  ];
  const [a, b] = [at(Math.max(0, t - 0.01)), at(t + 0.01)];
  const [dx, dz] = [b[0] - a[0], b[1] - a[1]];
  const k = 1 / Math.hypot(dx, dz);
  const [x, z] = at(t);
  return { x, z, out: t === 0 ? [0, 1] : [-dz * k, dx * k] };
}

/** `isUpper`: edges point down. */
export function makeTeeth(inside: MouthInside, isUpper: boolean): InnerPart {
  const widths = isUpper ? UPPER_WIDTHS : LOWER_WIDTHS;
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const places: Vec3[] = [];
  const colours: Vec3[] = [];
  const columns: { t: number; tooth: number; inTooth: number }[] = [];
  let start = 0;
  for (let tooth = 0; tooth < TEETH_PER_SIDE; ++tooth) {
    const width = (widths[tooth] as number) / whole;
    for (let k = 0; k < COLUMNS_PER_TOOTH; ++k) {
      columns.push({ t: start + (width * k) / COLUMNS_PER_TOOTH, tooth, inTooth: k / COLUMNS_PER_TOOTH });
    }
    start += width;
  }
  const halfWidth = inside.archHalfWidth * (isUpper ? 1 : 0.94);
  const setback = isUpper ? BEHIND_LIPS : BEHIND_LIPS + 0.0016;
  const edgeHeight = isUpper ? -0.003 : -0.0042;
  const column = ({ t, tooth, inTooth }: { t: number; tooth: number; inTooth: number }, mirror: 1 | -1) => {
    const { x, z, out } = arch(halfWidth, t);
    // Gaps between teeth, rounder the further from the middle of the tooth; the canine is pointed.
    const gap = bell(inTooth === 0 ? 0 : Math.min(inTooth, 1 - inTooth), 0.1);
    const round = Math.abs(inTooth - 0.5) * 2;
    const height =
      inside.toothHeight * mix(1, 0.72, smoothstep(1.5, 5, tooth)) * (tooth === 1 && isUpper ? 0.92 : 1);
    const shorten = 0.09 * round ** 3 + (tooth === 2 ? 0.1 * round : 0);
    for (const [reach, along, isTooth] of PROFILE) {
      const isTip = isTooth && along > 0.7;
      const depth = reach - (isTooth && along > 0 ? 0.0007 * gap : 0);
      const y = isUpper ? 1 : -1;
      const share = isTip ? along - shorten : along;
      const up = along < 0 ? -along * 0.0075 : -share * height;
      places.push([
        mirror * (x + out[0] * depth),
        inside.contact[1] + edgeHeight + y * (up + height),
        inside.contact[2] - setback + z + out[1] * depth,
      ]);
      const shade = mix(1, 0.75, gap) * mix(1, 0.6, smoothstep(0.25, 1, t));
      const colour = isTooth ? mixVec(ENAMEL, [0.8, 0.68, 0.55], smoothstep(0.3, 0, along) * 0.5) : GUM;
      colours.push(colour.map((value) => value * shade) as unknown as Vec3);
    }
  };
  for (const at of [...columns].reverse().slice(0, -1)) column(at, -1);
  for (const at of columns) column(at, 1);
  const around = PROFILE.length;
  const count = places.length / around;
  const triangles: number[] = [];
  for (let c = 0; c + 1 < count; ++c) {
    for (let k = 0; k < around; ++k) {
      const [a, b] = [c * around + k, c * around + ((k + 1) % around)];
      // The diagonals of one side are the mirror image of the other's.
      const quad =
        2 * c < count - 1
          ? [a, a + around, b + around, a, b + around, b]
          : [a, a + around, b, b, a + around, b + around];
      triangles.push(...(isUpper ? flip(quad) : quad));
    }
  }
  const shut = (first: number) =>
    Array.from({ length: around - 2 }, (_, k) => [first, first + k + 1, first + k + 2]).flat();
  const last = (count - 1) * around;
  triangles.push(...(isUpper ? flip(shut(0)) : shut(0)), ...(isUpper ? shut(last) : flip(shut(last))));
  return { places, triangles, colours, reach: places.map(() => 0) };
}

function flip(triangles: readonly number[]): number[] {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3)
    out.push(triangles[t] as number, triangles[t + 2] as number, triangles[t + 1] as number);
  return out;
}

const TONGUE_ROWS = 14;
const TONGUE_AROUND = 12;

export function makeTongue(inside: MouthInside): InnerPart {
  const places: Vec3[] = [];
  const colours: Vec3[] = [];
  const reach: number[] = [];
  const root = inside.contact[2] - 0.047;
  const tip = inside.contact[2] - BEHIND_LIPS - 0.0045;
  const put = (place: Vec3, t: number, top: number) => {
    places.push(place);
    reach.push(t);
    colours.push(mixVec([0.34, 0.1, 0.1], [0.66, 0.24, 0.24], mix(0.35, 1, t) * mix(0.6, 1, top)));
  };
  for (let row = 0; row < TONGUE_ROWS; ++row) {
    const t = row / (TONGUE_ROWS - 1);
    const taper = Math.sqrt(Math.max(0, 1 - ((t - 0.25) / 0.78) ** 4)) * mix(0.7, 1, smoothstep(0, 0.3, t));
    const half = inside.archHalfWidth * 0.72 * taper + 0.0006;
    const thick = mix(0.0075, 0.0034, t) * (0.35 + 0.65 * taper);
    const z = mix(root, tip, t);
    const y = inside.contact[1] - 0.0085 + 0.002 * Math.sin(t * Math.PI);
    for (let k = 0; k < TONGUE_AROUND; ++k) {
      // Quarters from the left side's own angles, so that the sides are mirror images to the bit.
      const isRight = k > TONGUE_AROUND / 4 && k < (3 * TONGUE_AROUND) / 4;
      const angle = (2 * Math.PI * (isRight ? TONGUE_AROUND / 2 - k : k)) / TONGUE_AROUND;
      const isMiddle = k === TONGUE_AROUND / 4 || k === (3 * TONGUE_AROUND) / 4;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const x = isMiddle ? 0 : (isRight ? -half : half) * c;
      // The groove along the middle.
      const groove = s > 1e-9 ? 0.0011 * bell(x / half, 0.25) * smoothstep(1, 0.6, t) : 0;
      put([x, y + thick * Math.sign(s) * Math.abs(s) ** 0.8 - groove, z], t, (s + 1) / 2);
    }
  }
  const triangles: number[] = [];
  for (let row = 0; row + 1 < TONGUE_ROWS; ++row) {
    for (let k = 0; k < TONGUE_AROUND; ++k) {
      const [a, b] = [row * TONGUE_AROUND + k, row * TONGUE_AROUND + ((k + 1) % TONGUE_AROUND)];
      const [c, d] = [a + TONGUE_AROUND, b + TONGUE_AROUND];
      const isRight = Math.cos((2 * Math.PI * (k + 0.5)) / TONGUE_AROUND) < 0;
      triangles.push(...(isRight ? [a, b, d, a, d, c] : [a, b, c, b, d, c]));
    }
  }
  const first = (TONGUE_ROWS - 1) * TONGUE_AROUND;
  put([0, (places[first + 3]?.[1] ?? 0) * 0.5 + (places[first + 9]?.[1] ?? 0) * 0.5, tip + 0.0008], 1, 0.5);
  for (let k = 0; k < TONGUE_AROUND; ++k)
    triangles.push(first + k, first + ((k + 1) % TONGUE_AROUND), places.length - 1);
  return { places, triangles, colours, reach };
}
