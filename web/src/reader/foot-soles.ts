// Where an avatar's feet meet the floor, from the skin that foot and toes carry at rest: heel, ball and tip of the toes from the foot's joint.
// It poses nothing: a foot is only turned about the vertical, as the core's T-pose turns it.
import type { NodeDescription, VertexBufferDescription } from "./avatar-description";
import { MATRIX_LENGTH } from "./matrix";

type Vector = readonly [number, number, number];

/** From the foot's joint, its toes to the front (+Z), metres. */
export interface MeasuredSole {
  readonly heel: Vector;
  /** Under the toes' joint: what stays on the floor while the toes bend. */
  readonly ball: Vector;
  readonly toe: Vector;
  /** From the middle of each to its left edge; the right one lies opposite. */
  readonly heelEdge: Vector;
  readonly ballEdge: Vector;
  readonly toeEdge: Vector;
  /** The tip moves with the foot, not with the toes: a stiff shoe, or no toes. */
  readonly rigid: boolean;
}
export type FootSoles = Readonly<Partial<Record<"left" | "right", MeasuredSole>>>;

/** A point of skin about a foot, and how much of it goes with the foot and with the toes, 0..1. */
export interface FootVertex {
  readonly place: Vector;
  readonly foot: number;
  readonly toes: number;
}

/** Skin with less than this on foot and toes together belongs to the leg, or to clothes. */
const FOOT_WEIGHT = 0.5;
/** Of the foot's length: what counts as its heel, and as its tip. */
const QUARTER = 0.25;
/** The same to both sides of the toes' joint. */
const ABOUT_BALL = 0.1;
/** Of the way from heel to tip, where there are no toes. */
const BALL = 0.7;
/** Rise over run by which a standing foot pitches and rolls: the skin that touches then is its sole. */
const TILT = Math.tan((5 * Math.PI) / 180);
/** Less is a rig's asymmetry, radians; the core has the same. */
const LEAST_HEADING = (5 * Math.PI) / 180;

interface Part {
  readonly middle: Vector;
  readonly edge: Vector;
  /** How much of it goes with the toes, 0..1. */
  readonly toes: number;
}

const mix = (a: Vector, b: Vector, share: number): Vector => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
  a[2] + share * (b[2] - a[2]),
];
const half = (a: Vector, b: Vector): Vector => [(a[0] - b[0]) / 2, (a[1] - b[1]) / 2, (a[2] - b[2]) / 2];
const toesOf = ({ foot, toes }: FootVertex): number => toes / (foot + toes);

/** The skin that touches a floor when the foot is pitched towards `sign` of Z and rolled to either side. Null: there is none. */
function partOf(skin: readonly FootVertex[], sign: number): Part | null {
  const lowest = (side: number): FootVertex | null => {
    let [found, least]: [FootVertex | null, number] = [null, Infinity];
    for (const vertex of skin) {
      const [x, y, z] = vertex.place;
      const height = y - TILT * (side * x + sign * z);
      if (height < least) [found, least] = [vertex, height];
    }
    return found;
  };
  const [left, right] = [lowest(1), lowest(-1)];
  if (left === null || right === null) return null;
  return {
    middle: mix(left.place, right.place, 0.5),
    edge: half(left.place, right.place),
    toes: (toesOf(left) + toesOf(right)) / 2,
  };
}

/**
 * Heel and tip are found in the hindmost and foremost quarter, the ball where foot and toes meet, each at its own height: a foot on tiptoe
 * has its heel over its ball. Skin over the joint, a boot's shaft, does not count.
 * @param skin from the foot's joint, facing +Z
 * @param toes of the toes' joint, or null
 * @returns null where no skin lies under the joint, or all of it in one place along Z
 */
export function footSole(skin: readonly FootVertex[], toes: Vector | null): MeasuredSole | null {
  const own = skin.filter(
    ({ place, foot, toes: ofToes }) =>
      foot + ofToes >= FOOT_WEIGHT && place[1] < 0 && place.every(Number.isFinite),
  );
  const back = own.reduce((least, { place }) => Math.min(least, place[2]), Infinity);
  const front = own.reduce((most, { place }) => Math.max(most, place[2]), -Infinity);
  const length = front - back;
  if (!(length > 1e-6)) return null;
  const between = (from: number, to: number) => own.filter(({ place: [, , z] }) => z >= from && z <= to);
  const heel = partOf(between(back, back + QUARTER * length), -1);
  const tip = partOf(between(front - QUARTER * length, front), 1);
  if (heel === null || tip === null) return null;
  const z = toes === null ? back + BALL * length : Math.min(front, Math.max(back, toes[2]));
  const about = between(z - ABOUT_BALL * length, z + ABOUT_BALL * length);
  const ofFoot = about.filter((vertex) => toesOf(vertex) < 0.5);
  const share = (z - heel.middle[2]) / (tip.middle[2] - heel.middle[2]);
  // Between rows of vertices far apart the ball lies on the line from heel to tip.
  const ball = partOf(ofFoot.length > 0 ? ofFoot : about, 1) ?? {
    middle: mix(heel.middle, tip.middle, share),
    edge: mix(heel.edge, tip.edge, share),
  };
  return {
    heel: heel.middle,
    ball: ball.middle,
    toe: tip.middle,
    heelEdge: heel.edge,
    ballEdge: ball.edge,
    toeEdge: tip.edge,
    rigid: tip.toes < 0.5,
  };
}

const SIDES = ["left", "right"] as const;

/** For each node 2 x side for what hangs on that side's foot, one more for what hangs on its toes; else -1. */
function partsOfFeet(
  nodes: readonly NodeDescription[],
  humanoid: Readonly<Record<string, number>>,
): Int8Array {
  const parts = new Map<number, number>();
  for (const [side, name] of SIDES.entries())
    for (const [toes, bone] of [`${name}Foot`, `${name}Toes`].entries()) {
      const node = humanoid[bone];
      if (node !== undefined) parts.set(node, 2 * side + toes);
    }
  return Int8Array.from(nodes, ({ index }) => {
    for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) {
      const part = parts.get(at);
      if (part !== undefined) return part;
    }
    return -1;
  });
}

/** @param visit gets each vertex that feet move: where it is at rest, and its weight on each part */
function eachFootVertex(
  { positions, joints, weights, matrices, matrixNodes, node }: VertexBufferDescription,
  parts: Int8Array,
  visit: (place: Vector, weights: readonly number[]) => void,
): void {
  const partOf = (matrix: number) => parts[matrixNodes?.[matrix] ?? node] ?? -1;
  const count = positions.length / 3;
  const influences = joints.length / Math.max(count, 1);
  for (let vertex = 0; vertex < count; ++vertex) {
    const place: [number, number, number] = [0, 0, 0];
    const shares = [0, 0, 0, 0];
    let sum = 0;
    for (let i = 0; i < Math.max(influences, 1); ++i) {
      const weight = influences === 0 ? 1 : (weights[vertex * influences + i] ?? 0);
      if (weight === 0) continue;
      const matrix = influences === 0 ? 0 : (joints[vertex * influences + i] ?? 0);
      const part = partOf(matrix);
      if (part >= 0) shares[part] = (shares[part] ?? 0) + weight;
      sum += weight;
      for (const row of [0, 1, 2] as const) {
        const at = MATRIX_LENGTH * matrix + row;
        let value = matrices[at + 12] ?? 0;
        for (let axis = 0; axis < 3; ++axis)
          value += (matrices[at + 4 * axis] ?? 0) * (positions[3 * vertex + axis] ?? 0);
        place[row] += weight * value;
      }
    }
    if (sum > 0 && shares.some((share) => share > 0))
      visit(
        [place[0] / sum, place[1] / sum, place[2] / sum],
        shares.map((share) => share / sum),
      );
  }
}

type PlaceOf = (bone: string) => Vector | undefined;

/** Which way the body faces, radians from +Z to +X: by the lines through thighs and upper arms. */
function headingOf(placeOf: PlaceOf): number {
  let [x, z] = [0, 0];
  for (const part of ["UpperLeg", "UpperArm"]) {
    const [left, right] = [placeOf(`left${part}`), placeOf(`right${part}`)];
    if (left === undefined || right === undefined) continue;
    const length = Math.hypot(left[0] - right[0], left[2] - right[2]);
    if (length === 0) continue;
    x += (left[0] - right[0]) / length;
    z += (left[2] - right[2]) / length;
  }
  const heading = Math.atan2(-z, x);
  return Math.abs(heading) < LEAST_HEADING ? 0 : heading;
}

/** Soles of both feet, as far as they have skin. */
export function footSoles(
  nodes: readonly NodeDescription[],
  humanoid: Readonly<Record<string, number>>,
  buffers: readonly VertexBufferDescription[],
): FootSoles {
  const parts = partsOfFeet(nodes, humanoid);
  const placeOf: PlaceOf = (bone) => {
    const world = nodes[humanoid[bone] ?? -1]?.world;
    return world === undefined ? undefined : [world[12] ?? 0, world[13] ?? 0, world[14] ?? 0];
  };
  const feet = SIDES.map((side) => {
    const foot = placeOf(`${side}Foot`);
    if (foot === undefined) return null;
    const toes = placeOf(`${side}Toes`);
    const ahead =
      toes === undefined ? null : ([toes[0] - foot[0], toes[1] - foot[1], toes[2] - foot[2]] as const);
    const turn = ahead === null ? headingOf(placeOf) : Math.atan2(ahead[0], ahead[2]);
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    const faced = ([x, y, z]: Vector): Vector => [x * cosine - z * sine, y, x * sine + z * cosine];
    const skin: FootVertex[] = [];
    return { foot, toes: ahead === null ? null : faced(ahead), faced, skin };
  });
  for (const buffer of buffers) {
    if (!(buffer.matrixNodes ?? [buffer.node]).some((node) => (parts[node] ?? -1) >= 0)) continue;
    eachFootVertex(buffer, parts, (place, shares) => {
      for (const [side, at] of feet.entries()) {
        const [foot = 0, toes = 0] = shares.slice(2 * side, 2 * side + 2);
        if (at === null || foot + toes === 0) continue;
        const [x, y, z] = at.foot;
        at.skin.push({ place: at.faced([place[0] - x, place[1] - y, place[2] - z]), foot, toes });
      }
    });
  }
  const found = feet.map((at) => (at === null ? null : footSole(at.skin, at.toes)));
  return Object.fromEntries(SIDES.flatMap((side, i) => (found[i] ? [[side, found[i]]] : []))) as FootSoles;
}
