// What props look like without a file: a box around their markers, a chair of boxes under its seat, axes for what is no thing.
// It places nothing and holds no prop.
import {
  AxesHelper,
  BoxGeometry,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
} from "three";

export type ShapeType = "none" | "object" | "chair" | "hand";
type Triple = readonly [number, number, number];

/** sRGB: calm greys that are no avatar's. */
const WOOD = 0x8a8f98;
const CLOTH = 0x5d7fa3;
const THING = 0xb08a4a;

/** Metres. */
const SEAT = { width: 0.44, depth: 0.42, thickness: 0.05 } as const;
const BACK_HEIGHT = 0.42;
const LEG = 0.04;
/** Height of a chair's seat where its place tells none, and the heights that can be. */
export const SEAT_HEIGHT = 0.46;
const LOWEST_SEAT = 0.1;
const HIGHEST_SEAT = 1.2;
/** Least side of a box around markers, and the side of one without any. */
const LEAST_SIDE = 0.05;
const PLAIN_SIDE = 0.14;
const AXES = 0.15;

export interface ShapeFacts {
  readonly type: ShapeType;
  /** Of a chair, from its origin, metres. */
  readonly seat: Triple;
  /** In the prop's own axes, metres. */
  readonly markers: readonly Triple[];
  /** Height of a chair's seat over the floor, metres; NaN where it is not known. */
  readonly seatHeight: number;
}

function box(size: Triple, at: Triple, colour: number): Mesh {
  const mesh = new Mesh(
    new BoxGeometry(...size),
    new MeshStandardMaterial({ color: colour, roughness: 0.8, metalness: 0 }),
  );
  mesh.position.set(...at);
  return mesh;
}

/** The front is +Z, as of an avatar that sits on it; the seat's middle is where hips come to sit. */
function chair({ seat: [x, y, z], seatHeight }: ShapeFacts): Object3D {
  const known = Number.isFinite(seatHeight) ? seatHeight : SEAT_HEIGHT;
  const height = Math.min(HIGHEST_SEAT, Math.max(LOWEST_SEAT, known)) - SEAT.thickness;
  const group = new Group();
  const { width, depth, thickness } = SEAT;
  group.add(box([width, thickness, depth], [x, y - thickness / 2, z], CLOTH));
  group.add(
    box([width, BACK_HEIGHT, thickness], [x, y + BACK_HEIGHT / 2, z - depth / 2 - thickness / 2], CLOTH),
  );
  const aside = width / 2 - LEG / 2;
  const along = depth / 2 - LEG / 2;
  for (const side of [-1, 1]) {
    for (const end of [-1, 1])
      group.add(
        box([LEG, height, LEG], [x + side * aside, y - thickness - height / 2, z + end * along], WOOD),
      );
  }
  return group;
}

function thing({ markers }: ShapeFacts): Object3D {
  if (markers.length === 0) return box([PLAIN_SIDE, PLAIN_SIDE, PLAIN_SIDE], [0, 0, 0], THING);
  const side = (axis: 0 | 1 | 2): readonly [size: number, middle: number] => {
    const places = markers.map((marker) => marker[axis]);
    const low = Math.min(...places);
    const high = Math.max(...places);
    return [Math.max(LEAST_SIDE, high - low), (low + high) / 2];
  };
  const [x, y, z] = [side(0), side(1), side(2)];
  return box([x[0], y[0], z[0]], [x[1], y[1], z[1]], THING);
}

/** A new object, the caller's to free by `freeShape`. */
export function makeShape(facts: ShapeFacts): Object3D {
  if (facts.type === "chair") return chair(facts);
  return facts.type === "object" ? thing(facts) : new AxesHelper(AXES);
}

export function freeShape(shape: Object3D): void {
  shape.traverse((part) => {
    const { geometry, material } = part as { geometry?: BufferGeometry; material?: Material };
    geometry?.dispose();
    material?.dispose();
  });
}
