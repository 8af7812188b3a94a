// Lays the skin of the left half of a head: the patches of eye and mouth, the neck's rings, and points between them, all joined to one
// sheet of triangles. The right half is its mirror image (mirror-skin.ts). Head coordinates (see measures.ts).
import Delaunator from "delaunator";
import { type Field, trace } from "../math/fields";
import { randomFrom } from "../math/random";
import { add, along, length, scale, smoothstep, sub, unit } from "../math/vec";
import type { Vec3 } from "../model";
import { EYE_COLUMNS, eyePatch } from "./eye-patch";
import type { HeadMeasures } from "./measures";
import { MOUTH_COLUMNS, mouthPatch } from "./mouth-patch";
import type { HalfSkin, SkinVertex } from "./vertex";

/** Where the rays start that find the face: inside the skull. */
const MIDDLE: Vec3 = [0, -0.012, 0.004];
/** Rays further than this from the front end in the one vertex at the back of the head, radians. */
const BACK = 2.85;
const NECK_COLUMNS = 13;
const RELAXING_ROUNDS = 10;
const DARTS = 26000;

/** The sphere of directions laid flat: the angle from the front as the distance from the middle. */
function flatten(place: Vec3): readonly [number, number] {
  const [x, y, z] = unit(sub(place, MIDDLE));
  const side = Math.hypot(x, y);
  const angle = Math.atan2(side, z);
  return side < 1e-12 ? [0, 0] : [(x / side) * angle, (y / side) * angle];
}

function direction(u: number, v: number): Vec3 {
  const angle = Math.hypot(u, v);
  const k = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
  return [u * k, v * k, Math.cos(angle)];
}

/** The outermost skin in a direction. */
function surface(face: Field, towards: Vec3): Vec3 {
  const start = 0.26;
  return along(
    MIDDLE,
    towards,
    start - trace(face, along(MIDDLE, towards, start), scale(towards, -1), start),
  );
}

/** Distance between points of the face: fine where it moves, coarse under the hair. Metres. */
function spacing(measures: HeadMeasures, [x, y, z]: Vec3): number {
  const { eye, mouth, nose } = measures;
  const front = smoothstep(0.0, 0.06, z) * smoothstep(0.075, 0.05, y);
  const near = (centre: Vec3, radius: number) =>
    smoothstep(radius * 1.8, radius * 0.8, length(sub([Math.abs(x), y, z], centre)));
  const fine = Math.max(
    near(nose.tip, 0.016),
    0.7 * near([eye.centre[0], eye.centre[1] + 0.01, 0.08], 0.03),
    0.8 * near([0.014, mouth.y, 0.09], 0.03),
  );
  // Under the jaw the throat folds; everything behind lies under the hair.
  const throat = smoothstep(-0.07, -0.1, y) * 0.75;
  const coarse = 0.0125 + (0.0056 - 0.0125) * Math.max(front, throat);
  return coarse + (0.0023 - coarse) * fine;
}

class Sheet {
  readonly vertices: SkinVertex[] = [];
  readonly triangles: number[] = [];

  constructor(
    readonly measures: HeadMeasures,
    readonly face: Field,
  ) {}

  put(vertex: SkinVertex): number {
    return this.vertices.push(vertex) - 1;
  }

  /** Joins rows of vertices to strips; returns the last row's indices. Rows run counter-clockwise seen from outside where inside comes first. */
  rows(rows: readonly (readonly SkinVertex[])[], isClosed: boolean): number[] {
    const indices = rows.map((row) => row.map((vertex) => this.put(vertex)));
    for (let r = 0; r + 1 < indices.length; ++r) {
      const [inner, outer] = [indices[r], indices[r + 1]] as [number[], number[]];
      const count = inner.length;
      for (let k = 0; k < (isClosed ? count : count - 1); ++k) {
        const next = (k + 1) % count;
        const [a, b, c, d] = [inner[k], outer[k], outer[next], inner[next]] as [
          number,
          number,
          number,
          number,
        ];
        this.triangles.push(a, b, c, a, c, d);
      }
    }
    return indices.at(-1) as number[];
  }
}

/** Half rings around the neck, from the back over the side to the front, the lowest first. */
function neckRows({ neck, neckRings }: HeadMeasures, face: Field): SkinVertex[][] {
  return neckRings.map((y, row) => {
    const t = (y - neck.top[1]) / (neck.bottom[1] - neck.top[1]);
    const axis: Vec3 = [0, y, neck.top[2] + (neck.bottom[2] - neck.top[2]) * t];
    return Array.from({ length: NECK_COLUMNS }, (_, column) => {
      const angle = Math.PI - (Math.PI * column) / (NECK_COLUMNS - 1);
      const isMiddle = column === 0 || column === NECK_COLUMNS - 1;
      const towards: Vec3 = [isMiddle ? 0 : Math.sin(angle), 0, Math.cos(angle)];
      const start = 0.12;
      const place = along(
        axis,
        towards,
        start - trace(face, along(axis, towards, start), scale(towards, -1), start),
      );
      return { place, patch: "neck", row, angle, out: row / (neckRings.length - 1), side: isMiddle ? 0 : 1 };
    });
  });
}

const isInside = (polygon: readonly (readonly [number, number])[], [u, v]: readonly [number, number]) => {
  let inside = false;
  for (const [k, [au, av]] of polygon.entries()) {
    const [bu, bv] = polygon[(k + 1) % polygon.length] as readonly [number, number];
    if (av > v !== bv > v && u < ((bu - au) * (v - av)) / (bv - av) + au) inside = !inside;
  }
  return inside;
};

/** Points between the patches, none nearer to another than the spacing there. */
function scatter(sheet: Sheet, rings: readonly (readonly number[])[], backRing: readonly number[]): number[] {
  const { measures, face } = sheet;
  const random = randomFrom(11);
  const holes = rings.map((ring) =>
    ring.map((index) => flatten((sheet.vertices[index] as SkinVertex).place)),
  );
  const cell = 0.0125;
  const grid = new Map<string, Vec3[]>();
  const key = (p: Vec3) => p.map((value) => Math.floor(value / cell));
  const isFree = (p: Vec3, radius: number) => {
    const [i, j, k] = key(p) as [number, number, number];
    for (let a = -1; a <= 1; ++a)
      for (let b = -1; b <= 1; ++b)
        for (let c = -1; c <= 1; ++c)
          for (const q of grid.get(`${i + a},${j + b},${k + c}`) ?? [])
            if (length(sub(p, q)) < radius) return false;
    return true;
  };
  const remember = (p: Vec3) => {
    const name = key(p).join(",");
    grid.set(name, [...(grid.get(name) ?? []), p]);
  };
  for (const index of [...rings.flat(), ...backRing]) remember((sheet.vertices[index] as SkinVertex).place);
  const made: number[] = [];
  const offer = (u: number, v: number) => {
    // A hole's side on the midline counts as inside.
    if (holes.some((hole) => isInside(hole, [Math.max(u, 1e-6), v]))) return;
    const place = surface(face, direction(u, v));
    const snapped: Vec3 = u === 0 ? [0, place[1], place[2]] : place;
    const apart = spacing(measures, snapped);
    if (u !== 0 && snapped[0] < apart * 0.45) return;
    if (!isFree(snapped, apart * 0.8)) return;
    remember(snapped);
    made.push(sheet.put({ place: snapped, patch: "face", row: 0, angle: 0, out: 0, side: u === 0 ? 0 : 1 }));
  };
  const steps = 1500;
  for (let k = 1; k < steps; ++k) offer(0, -BACK + 0.02 + ((2 * BACK - 0.04) * k) / steps);
  for (let dart = 0; dart < DARTS; ++dart) {
    const angle = Math.PI * (random() - 0.5);
    // More darts to the front: uniform in the angle from the front, not in the area of the flat picture.
    const distance = BACK * random() ** 0.8;
    if (distance < BACK - 0.06) offer(distance * Math.cos(angle), distance * Math.sin(angle));
  }
  return made;
}

function triangulate(sheet: Sheet, used: readonly number[], rings: readonly (readonly number[])[]): number[] {
  const flatPlaces = used.map((index) => {
    const [u, v] = flatten((sheet.vertices[index] as SkinVertex).place);
    return [(sheet.vertices[index] as SkinVertex).side === 0 ? 0 : u, v] as const;
  });
  const holes = rings.map((ring) =>
    ring.map((index) => flatten((sheet.vertices[index] as SkinVertex).place)),
  );
  const { triangles } = Delaunator.from(flatPlaces);
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]] as [number, number, number];
    const middle = corners
      .map((k) => flatPlaces[k] as readonly [number, number])
      .reduce((sum, p) => [sum[0] + p[0] / 3, sum[1] + p[1] / 3] as const, [0, 0] as const);
    if (holes.some((hole) => isInside(hole, middle))) continue;
    // Delaunator turns clockwise with y downwards, which is counter-clockwise as seen here from the front.
    const [a, b, c] = corners.map((k) => used[k] as number) as [number, number, number];
    kept.push(a, c, b);
  }
  return kept;
}

/** Moves the points between the patches to the middle of their neighbours, along the skin. */
function relax(sheet: Sheet, free: readonly number[], triangles: readonly number[]): void {
  const isFree = new Set(free);
  const sums = new Map<number, { sum: Vec3; count: number }>();
  const note = (at: number, to: number) => {
    if (!isFree.has(at)) return;
    const { sum, count } = sums.get(at) ?? { sum: [0, 0, 0] as Vec3, count: 0 };
    const other = sheet.vertices[to] as SkinVertex;
    sums.set(at, { sum: add(sum, other.place), count: count + 1 });
    // Across the midline lies the mirror image of every neighbour.
    const own = sheet.vertices[at] as SkinVertex;
    if (own.side === 0 && other.side !== 0) {
      const entry = sums.get(at) as { sum: Vec3; count: number };
      sums.set(at, {
        sum: add(entry.sum, [-other.place[0], other.place[1], other.place[2]]),
        count: entry.count + 1,
      });
    }
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]] as [number, number, number];
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      note(p, q);
      note(q, p);
    }
  }
  for (const [index, { sum, count }] of sums) {
    const vertex = sheet.vertices[index] as SkinVertex;
    const goal = scale(sum, 1 / count);
    const place = surface(sheet.face, unit(sub(vertex.side === 0 ? [0, goal[1], goal[2]] : goal, MIDDLE)));
    sheet.vertices[index] = { ...vertex, place: vertex.side === 0 ? [0, place[1], place[2]] : place };
  }
}

/** The left half of the skin. */
export function layHalfSkin(measures: HeadMeasures, face: Field): HalfSkin {
  const sheet = new Sheet(measures, face);
  const eyeRing = sheet.rows(eyePatch(measures.eye, face), true);
  const mouthStart = sheet.vertices.length;
  const mouthRing = sheet.rows(mouthPatch(measures.mouth, face), false);
  // The throat is shut: a strip from the lower half of the innermost row to its upper half.
  for (let k = 0; k + 1 < MOUTH_COLUMNS - 1 - k; ++k) {
    const [a, b] = [mouthStart + k, mouthStart + k + 1];
    const [c, d] = [mouthStart + MOUTH_COLUMNS - 1 - k, mouthStart + MOUTH_COLUMNS - 2 - k];
    sheet.triangles.push(a, b, c);
    if (b < d) sheet.triangles.push(b, d, c);
  }
  const neckRing = sheet.rows(neckRows(measures, face), false).reverse();
  if (eyeRing.length !== EYE_COLUMNS || mouthRing.length !== MOUTH_COLUMNS)
    throw new Error("skin: a ring is not whole");
  const backRing = Array.from({ length: 9 }, (_, k) => {
    const angle = -Math.PI / 2 + (Math.PI * k) / 8;
    const isMiddle = k === 0 || k === 8;
    const place = surface(face, direction(isMiddle ? 0 : BACK * Math.cos(angle), BACK * Math.sin(angle)));
    return sheet.put({
      place: isMiddle ? [0, place[1], place[2]] : place,
      patch: "face",
      row: 0,
      angle: 0,
      out: 0,
      side: isMiddle ? 0 : 1,
    });
  });
  const rings = [eyeRing, mouthRing, neckRing];
  const free = scatter(sheet, rings, backRing);
  const used = [...rings.flat(), ...backRing, ...free];
  let fill = triangulate(sheet, used, rings);
  for (let round = 0; round < RELAXING_ROUNDS; ++round) {
    relax(sheet, free, fill);
    fill = triangulate(sheet, used, rings);
  }
  const back = surface(face, [0, 0, -1]);
  const pole = sheet.put({ place: [0, back[1], back[2]], patch: "face", row: 0, angle: 0, out: 0, side: 0 });
  for (let k = 0; k + 1 < backRing.length; ++k)
    fill.push(backRing[k] as number, pole, backRing[k + 1] as number);
  return { vertices: sheet.vertices, triangles: [...sheet.triangles, ...fill] };
}

/** Both halves. The right half's triangles turn the other way round. */
export function mirrorSkin(half: HalfSkin): HalfSkin {
  const vertices = [...half.vertices];
  const twin = half.vertices.map((vertex, index) => {
    if (vertex.side === 0) return index;
    const [x, y, z] = vertex.place;
    return vertices.push({ ...vertex, place: [-x, y, z], side: -1 }) - 1;
  });
  const triangles = [...half.triangles];
  for (let t = 0; t < half.triangles.length; t += 3) {
    const [a, b, c] = half.triangles.slice(t, t + 3).map((index) => twin[index] as number) as [
      number,
      number,
      number,
    ];
    triangles.push(a, c, b);
  }
  return { vertices, triangles };
}
