// What inverse kinematics works with, over the picture: each limb's chain, its target, to which side it bends, and how much it acts.
// It is handed places in the world and solves nothing; one geometry is shown in several scenes.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
} from "three";

export const LIMBS = 4;
/** Lines of a limb: two bones, from the end to the target, the pole, and the twelve edges of the target's octahedron. */
const LINES = 2 + 1 + 1 + 12;
/** Metres: half the octahedron without and with full weight, and the pole's length. */
const LEAST = 0.015;
const GREATEST = 0.045;
const POLE = 0.18;
/** Linear RGB at weight 0 and 1, and of the pole. */
const OFF = [0.28, 0.3, 0.34] as const;
const ON = [1, 0.42, 0.1] as const;
const SIDE = [0.35, 0.85, 0.5] as const;
/** Drawn over the avatar, as the stick figure is. */
const OVER_ALL = 1001;

/** Ends of the octahedron's edges: index of axis, twice with its sign. */
const CORNERS = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;
const EDGES = CORNERS.flatMap((_, a) =>
  CORNERS.flatMap((__, b) => (b > a && a >> 1 !== b >> 1 ? [[a, b] as const] : [])),
);

export class IkOverlay {
  private readonly places = attribute();
  private readonly colours = attribute();
  private readonly geometry = new BufferGeometry()
    .setAttribute("position", this.places)
    .setAttribute("color", this.colours);
  private readonly material = new LineBasicMaterial({
    vertexColors: true,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    toneMapped: false,
  });
  private at = 0;

  /** One for each scene. It moves with the others. */
  createObject(): Object3D {
    const lines = new LineSegments(this.geometry, this.material);
    lines.name = "ik";
    lines.frustumCulled = false;
    lines.renderOrder = OVER_ALL;
    return lines;
  }

  /** Begins a frame; limbs that are not added are not shown. */
  clear(): void {
    this.at = 0;
    this.geometry.setDrawRange(0, 0);
  }

  /**
   * One limb. Allocates nothing.
   * @param poses places of the bones; `upper`, `middle` and `end` are where this limb's begin
   * @param goals from `from` on: target (3), side to which it bends (3), weight (1)
   */
  addLimb(
    poses: ArrayLike<number>,
    upper: number,
    middle: number,
    end: number,
    goals: ArrayLike<number>,
    from: number,
    shiftX: number,
    shiftZ: number,
  ): void {
    const weight = goals[from + 6] ?? 0;
    this.vertex(poses, upper, 0, 0, 0, shiftX, shiftZ, weight, ON);
    this.vertex(poses, middle, 0, 0, 0, shiftX, shiftZ, weight, ON);
    this.vertex(poses, middle, 0, 0, 0, shiftX, shiftZ, weight, ON);
    this.vertex(poses, end, 0, 0, 0, shiftX, shiftZ, weight, ON);
    this.vertex(poses, end, 0, 0, 0, shiftX, shiftZ, weight, ON);
    this.vertex(goals, from, 0, 0, 0, shiftX, shiftZ, weight, ON);
    const [x, y, z] = [goals[from + 3] ?? 0, goals[from + 4] ?? 0, goals[from + 5] ?? 0];
    this.vertex(poses, middle, 0, 0, 0, shiftX, shiftZ, 1, SIDE);
    this.vertex(poses, middle, POLE * x, POLE * y, POLE * z, shiftX, shiftZ, 1, SIDE);
    const half = LEAST + (GREATEST - LEAST) * weight;
    for (let edge = 0; edge < EDGES.length; ++edge) {
      for (let side = 0; side < 2; ++side) {
        const corner = CORNERS[EDGES[edge]?.[side as 0 | 1] ?? 0] ?? CORNERS[0];
        this.vertex(
          goals,
          from,
          half * corner[0],
          half * corner[1],
          half * corner[2],
          shiftX,
          shiftZ,
          weight,
          ON,
        );
      }
    }
    this.geometry.setDrawRange(0, this.at);
    this.places.needsUpdate = this.colours.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private vertex(
    places: ArrayLike<number>,
    from: number,
    x: number,
    y: number,
    z: number,
    shiftX: number,
    shiftZ: number,
    weight: number,
    colour: readonly [number, number, number],
  ): void {
    const to = 3 * this.at++;
    const place = this.places.array;
    place[to] = (places[from] ?? 0) + x + shiftX;
    place[to + 1] = (places[from + 1] ?? 0) + y;
    place[to + 2] = (places[from + 2] ?? 0) + z + shiftZ;
    for (let channel = 0; channel < 3; ++channel) {
      const off = OFF[channel as 0 | 1 | 2];
      this.colours.array[to + channel] = off + (colour[channel as 0 | 1 | 2] - off) * weight;
    }
  }
}

function attribute(): BufferAttribute {
  const made = new BufferAttribute(new Float32Array(3 * 2 * LINES * LIMBS), 3);
  made.setUsage(DynamicDrawUsage);
  return made;
}
