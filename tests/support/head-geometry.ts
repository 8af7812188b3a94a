// Geometry of the synthetic head: face with eye and mouth openings, eyeballs, teeth and tongue; 52 displacement fields of known form.
// Metres, Y up, facing +Z, head bone at the origin. No file format here; make-avatar.ts writes files.

/** Plain triangle geometry. */
export interface Geometry {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** What a point of the face is, beside its place: needed where two points lie on each other (closed lids, lips). */
export interface FacePoint {
  /** Column and row coordinate before the openings spread the rows, metres. */
  readonly x: number;
  readonly v: number;
  /** Which side of an opening's line the point belongs to; rows between belong to the nearer one. */
  readonly eyeSide: 1 | -1;
  readonly mouthSide: 1 | -1;
}

export interface FaceGeometry extends Geometry {
  readonly points: readonly FacePoint[];
}

/** Spacing of columns and rows. */
export const FACE_SPACING = 0.004;
const FACE_HALF_COLUMNS = 18;
const FACE_HALF_ROWS = 26;
/** Row lines of the openings, as multiples of the spacing from the middle row, so that both fall on rows. */
export const EYE_LINE = 5 * FACE_SPACING;
export const MOUTH_LINE = -10 * FACE_SPACING;
/** Middle of the face above the head bone. */
const FACE_MIDDLE = 0.06;

export const EYE_X = 8 * FACE_SPACING;
const EYE_HALF_WIDTH = 4 * FACE_SPACING;
const EYE_HALF_HEIGHT = 0.006;
/** Rows this far from the eye's line still give way to the opening. */
const LID_REACH = 0.016;
/** Open lids meet this share of the lower half below the eye's line. */
const CLOSING_LINE = 0.5;

export const MOUTH_HALF_WIDTH = 6 * FACE_SPACING;
/** Gap between the lips at rest, in the middle. */
const LIP_REST_GAP = 0.0006;
const LIP_REACH = 0.012;

const HEAD_HALF_WIDTH = 0.085;
const HEAD_HALF_HEIGHT = 0.125;
const HEAD_DEPTH = 0.1;

export const JAW_PIVOT: readonly [number, number, number] = [0, FACE_MIDDLE - 0.01, 0.02];
/** Turn of the chin at jawOpen 1, degrees. */
export const JAW_DEGREES = 18;
export const EYE_DEGREES = 23.5;
const EYE_RADIUS = 0.013;

export const EYE_CENTRES = {
  Left: [EYE_X, FACE_MIDDLE + EYE_LINE, surfaceDepth(EYE_X, EYE_LINE) - EYE_RADIUS - 0.003],
  Right: [-EYE_X, FACE_MIDDLE + EYE_LINE, surfaceDepth(EYE_X, EYE_LINE) - EYE_RADIUS - 0.003],
} as const;

/** Depth of the face's ellipsoid at a point given from the middle of the face. */
export function surfaceDepth(x: number, y: number): number {
  const inside = 1 - (x / HEAD_HALF_WIDTH) ** 2 - (y / HEAD_HALF_HEIGHT) ** 2;
  return HEAD_DEPTH * Math.sqrt(Math.max(inside, 0.02));
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

export function smooth(value: number): number {
  const t = clamp01(value);
  return t * t * (3 - 2 * t);
}

/** 1 in the middle of an eye's opening, 0 at its corners and beyond; for either eye. */
export function eyeShare(x: number): number {
  const s = (Math.abs(x) - EYE_X) / EYE_HALF_WIDTH;
  return Math.max(0, 1 - s * s);
}

/** The same for the mouth. */
export function mouthShare(x: number): number {
  const s = x / MOUTH_HALF_WIDTH;
  return Math.max(0, 1 - s * s);
}

/** How much a row gives way to the eye's opening: 1 on its line, 0 out of reach. */
export function lidFalloff(v: number): number {
  return Math.max(0, 1 - Math.abs(v - EYE_LINE) / LID_REACH);
}

export function lipFalloff(v: number): number {
  return Math.max(0, 1 - Math.abs(v - MOUTH_LINE) / LIP_REACH);
}

/** Height of a point, from the middle of the face, with the lids opened by `lids` (1: rest, upper and lower alike). */
function restRow(point: FacePoint): number {
  const eye = point.eyeSide * EYE_HALF_HEIGHT * eyeShare(point.x) * lidFalloff(point.v);
  const mouth = (point.mouthSide * LIP_REST_GAP * mouthShare(point.x) * lipFalloff(point.v)) / 2;
  return point.v + eye + mouth;
}

/** Upward movement of the lids for the given openings as shares of the rest opening: 1, 1 is rest; closed is met at `CLOSING_LINE`. */
export function lidMovement(point: FacePoint, upper: number, lower: number): number {
  const opening = EYE_HALF_HEIGHT * eyeShare(point.x) * lidFalloff(point.v);
  return point.eyeSide > 0 ? (upper - 1) * opening : (1 - lower) * opening;
}

/** Openings at which the lids meet exactly. */
export const CLOSED_LIDS = { upper: -CLOSING_LINE, lower: CLOSING_LINE } as const;

function isSplit(x: number, line: "eye" | "mouth"): boolean {
  return (line === "eye" ? eyeShare(x) : mouthShare(x)) > 1e-9;
}

/** Face as one sheet of rows and columns; the lines of eyes and mouth hold each point twice where they are open. */
export function makeFace(): FaceGeometry {
  const points: FacePoint[] = [];
  const columns = 2 * FACE_HALF_COLUMNS + 1;
  const upperRow = new Map<string, number>();
  const lowerRow = new Map<string, number>();
  const key = (column: number, row: number) => `${column}/${row}`;
  const add = (x: number, v: number, eyeSide: 1 | -1, mouthSide: 1 | -1) =>
    points.push({ x, v, eyeSide, mouthSide }) - 1;
  for (let row = -FACE_HALF_ROWS; row <= FACE_HALF_ROWS; ++row) {
    for (let column = 0; column < columns; ++column) {
      const x = (column - FACE_HALF_COLUMNS) * FACE_SPACING;
      const v = row * FACE_SPACING;
      const onEye = Math.abs(v - EYE_LINE) < 1e-9 && isSplit(x, "eye");
      const onMouth = Math.abs(v - MOUTH_LINE) < 1e-9 && isSplit(x, "mouth");
      const eyeSide = v > EYE_LINE - 1e-9 ? 1 : -1;
      const mouthSide = v > MOUTH_LINE - 1e-9 ? 1 : -1;
      const upper = add(x, v, onEye ? 1 : eyeSide, onMouth ? 1 : mouthSide);
      upperRow.set(key(column, row), upper);
      const lower = onEye ? add(x, v, -1, mouthSide) : onMouth ? add(x, v, eyeSide, -1) : upper;
      lowerRow.set(key(column, row), lower);
    }
  }
  const triangles: number[] = [];
  for (let row = -FACE_HALF_ROWS; row < FACE_HALF_ROWS; ++row) {
    for (let column = 0; column + 1 < columns; ++column) {
      // A quad above a line uses the line's upper points, one below its lower points.
      const a = upperRow.get(key(column, row)) as number;
      const b = upperRow.get(key(column + 1, row)) as number;
      const c = lowerRow.get(key(column + 1, row + 1)) as number;
      const d = lowerRow.get(key(column, row + 1)) as number;
      triangles.push(a, b, c, a, c, d);
    }
  }
  const positions = new Float64Array(points.length * 3);
  points.forEach((point, index) => {
    const y = restRow(point);
    positions.set([point.x, FACE_MIDDLE + y, surfaceDepth(point.x, y)], 3 * index);
  });
  return { positions, triangles: Uint32Array.from(triangles), points };
}

/** Place on the face's surface of a point moved up by `dy`, minus its rest place. */
export function alongSurface(position: readonly number[], dy: number): readonly [number, number, number] {
  const [x = 0, y = 0, z = 0] = position;
  return [0, dy, surfaceDepth(x, y - FACE_MIDDLE + dy) - z];
}

/** Share of the jaw's turn that a face point takes: 1 on the chin, 0 on the upper face, parted at the lips. */
export function jawShare(point: FacePoint): number {
  const corner = 0.4;
  const sideways = 1 - smooth((Math.abs(point.x) - 0.03) / 0.04);
  const open = Math.sqrt(mouthShare(point.x));
  const onLine = point.mouthSide > 0 ? corner * (1 - open) : corner + (1 - corner) * open;
  const distance = Math.abs(point.v - MOUTH_LINE);
  const away = smooth(distance / 0.024);
  const target = point.mouthSide > 0 ? 0 : 1;
  return sideways * (onLine + (target - onLine) * away);
}

/** Movement of a point that turns about the jaw's pivot by `degrees`; positive opens. */
export function jawTurn(position: readonly number[], degrees: number): readonly [number, number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [, py, pz] = JAW_PIVOT;
  const y = (position[1] as number) - py;
  const z = (position[2] as number) - pz;
  const turnedY = y * Math.cos(angle) - z * Math.sin(angle);
  const turnedZ = y * Math.sin(angle) + z * Math.cos(angle);
  return [0, turnedY - y, turnedZ - z];
}

/** Eyeball about its centre. */
export function makeEye(side: "Left" | "Right"): Geometry {
  const centre = EYE_CENTRES[side];
  const rings = 10;
  const segments = 16;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ++ring) {
    const polar = (Math.PI * ring) / rings;
    for (let segment = 0; segment < segments; ++segment) {
      const around = (2 * Math.PI * segment) / segments;
      positions.push(
        centre[0] + EYE_RADIUS * Math.sin(polar) * Math.cos(around),
        centre[1] + EYE_RADIUS * Math.sin(polar) * Math.sin(around),
        centre[2] + EYE_RADIUS * Math.cos(polar),
      );
    }
  }
  for (let ring = 0; ring < rings; ++ring) {
    for (let segment = 0; segment < segments; ++segment) {
      const next = (segment + 1) % segments;
      const a = ring * segments + segment;
      const b = ring * segments + next;
      triangles.push(a, a + segments, b + segments, a, b + segments, b);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Rows of the mouth's inside, in this order: upper teeth, lower teeth, tongue. */
export const MOUTH_PARTS = ["upperTeeth", "lowerTeeth", "tongue"] as const;
export const MOUTH_PART_POINTS = 14;

/** Teeth and tongue: three strips behind the lips, `MOUTH_PART_POINTS` points each. */
export function makeMouthInside(): Geometry {
  const positions: number[] = [];
  const triangles: number[] = [];
  const line = FACE_MIDDLE + MOUTH_LINE;
  MOUTH_PARTS.forEach((part, partIndex) => {
    const first = partIndex * MOUTH_PART_POINTS;
    const half = MOUTH_PART_POINTS / 2;
    for (let i = 0; i < half; ++i) {
      const x = ((i / (half - 1)) * 2 - 1) * MOUTH_HALF_WIDTH * 0.8;
      const depth = surfaceDepth(x, MOUTH_LINE) - 0.008;
      if (part === "tongue")
        positions.push(x * 0.6, line - 0.008, depth - 0.004, x * 0.6, line - 0.01, depth - 0.03);
      else if (part === "upperTeeth") positions.push(x, line + 0.008, depth, x, line + 0.001, depth);
      else positions.push(x, line - 0.001, depth, x, line - 0.008, depth);
      if (i === 0) continue;
      const at = first + 2 * i;
      triangles.push(at - 2, at - 1, at + 1, at - 2, at + 1, at);
    }
  });
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
