// The head as the hair sees it: a field to keep out of, and the skull as an ellipsoid to comb over.
// The head itself is made in head/.
import type { Character } from "../character";
import { capsule, ellipsoid, type Field, trace, union } from "../math/fields";
import { add, scale, sub } from "../math/vec";
import type { Vec3 } from "../model";

export interface HeadSurface {
  /** The head's skin without eyes, world metres. */
  readonly field: Field;
}

/** Place in the head's own coordinates (origin between the ears, lengths of a head of 0.222 m) to the world, and back. */
export interface HeadFrame {
  readonly world: (local: Vec3) => Vec3;
  readonly local: (world: Vec3) => Vec3;
  readonly scale: number;
}

export function frameOf(character: Character): HeadFrame {
  const { headOrigin: origin, headScale } = character;
  return {
    world: (local) => add(origin, scale(local, headScale)),
    local: (world) => scale(sub(world, origin), 1 / headScale),
    scale: headScale,
  };
}

/** The skull under the hair, in the head's own coordinates. */
export interface Skull {
  readonly centre: Vec3;
  readonly radii: Vec3;
}

/** Middle of the skull in the head's own coordinates, about the tops of the ears. */
const SKULL_CENTRE: Vec3 = [0, 0.03, -0.012];
/** Head lengths from which rays go inwards; more than any head is wide. */
const OUTSIDE = 0.3;

/** Measures the skull: up, aside above the ears, back, and forward at the forehead. */
export function skullOf(head: HeadSurface, frame: HeadFrame): Skull {
  const reach = (from: Vec3, direction: Vec3) => {
    const start = frame.world(add(from, scale(direction, OUTSIDE)));
    return OUTSIDE - trace(head.field, start, scale(direction, -1), OUTSIDE * frame.scale) / frame.scale;
  };
  const [x, y, z] = SKULL_CENTRE;
  const up = reach(SKULL_CENTRE, [0, 1, 0]);
  const back = reach(SKULL_CENTRE, [0, 0, -1]);
  // Above the ears, brought down to the middle by the ellipse itself.
  const height = 0.035;
  const aside = reach([x, y + height, z], [1, 0, 0]) / Math.sqrt(1 - (height / up) ** 2);
  return { centre: SKULL_CENTRE, radii: [aside, up, back] };
}

/** A head of ellipsoids in a character's measures, for work on the hair without the real one. */
export function standInHead(character: Character): HeadSurface {
  const { world, scale: k } = frameOf(character);
  const egg = (centre: Vec3, radii: Vec3) => ellipsoid(world(centre), scale(radii, k));
  const { centre, radius } = character.collar;
  const ear = (side: number) => egg([side * 0.077, -0.005, -0.005], [0.009, 0.03, 0.018]);
  return {
    field: union(
      0.012 * k,
      egg([0, 0.028, -0.012], [0.074, 0.092, 0.095]),
      egg([0, -0.03, 0.025], [0.062, 0.085, 0.06]),
      capsule(world([0, -0.07, 0.03]), world([0, -0.095, 0.06]), 0.035 * k, 0.016 * k),
      capsule(world([0, -0.03, -0.025]), add(centre, [0, -0.05, -0.01]), radius * 0.95, radius * 1.05),
      ear(1),
      ear(-1),
    ),
  };
}
