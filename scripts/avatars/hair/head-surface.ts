// The head as the hair sees it: a field to keep out of, and the skull as an ellipsoid to comb over.
// The head itself is made in head/.
import type { Character } from "../character";
import { type Field, trace } from "../math/fields";
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
