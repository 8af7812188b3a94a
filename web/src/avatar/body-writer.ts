// Writes one avatar's body row into the bones of one drawn copy: human bones, the hips' place, roll bones, the root's scale.
// It solves nothing; face bones below the head are the copy's own matter.
import type { Object3D } from "three";

/** Where the parts of a row lie; see `BodyLayout` of the core. */
export interface RowLayout {
  readonly hips: number;
  readonly scale: number;
  readonly headScale: number;
  readonly rolls: number;
}

/** The bones of a copy that a row moves. */
export interface BodyBones {
  /** By the number of the human bone. */
  readonly human: readonly { readonly bone: number; readonly object: Object3D }[];
  /** In the row's order; null: the copy has no such object. */
  readonly rolls: readonly (Object3D | null)[];
  readonly hips: Object3D | null;
  readonly head: Object3D | null;
  readonly root: Object3D;
}

interface Rest {
  readonly object: Object3D;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

function restOf(object: Object3D): Rest {
  const { x, y, z, w } = object.quaternion;
  return { object, x, y, z, w };
}

export class BodyWriter {
  private readonly rests: readonly Rest[];
  private readonly hipsRest: readonly [number, number, number];
  private readonly headRest: readonly [number, number, number];

  constructor(
    private readonly bones: BodyBones,
    private readonly layout: RowLayout,
  ) {
    const rolls = bones.rolls.filter((object) => object !== null);
    this.rests = [...bones.human.map(({ object }) => object), ...rolls].map(restOf);
    const { x = 0, y = 0, z = 0 } = bones.hips?.position ?? {};
    this.hipsRest = [x, y, z];
    const scale = bones.head?.scale ?? { x: 1, y: 1, z: 1 };
    this.headRest = [scale.x, scale.y, scale.z];
  }

  /** One frame. Allocates nothing. */
  apply(rows: Float32Array, at: number): void {
    const { human, rolls, hips, head, root } = this.bones;
    const { layout } = this;
    for (let index = 0; index < human.length; ++index) {
      const write = human[index];
      if (write !== undefined) turn(write.object, rows, at + 4 * write.bone);
    }
    for (let index = 0; index < rolls.length; ++index) {
      const object = rolls[index];
      if (object != null) turn(object, rows, at + layout.rolls + 4 * index);
    }
    const from = at + layout.hips;
    hips?.position.set(rows[from] ?? 0, rows[from + 1] ?? 0, rows[from + 2] ?? 0);
    root.scale.setScalar(rows[at + layout.scale] || 1);
    const headScale = rows[at + layout.headScale] || 1;
    const [x, y, z] = this.headRest;
    head?.scale.set(x * headScale, y * headScale, z * headScale);
  }

  /** Back to the pose of the file. */
  reset(): void {
    const { hips, head, root } = this.bones;
    for (const { object, x, y, z, w } of this.rests) object.quaternion.set(x, y, z, w);
    hips?.position.set(...this.hipsRest);
    head?.scale.set(...this.headRest);
    root.scale.setScalar(1);
  }
}

function turn({ quaternion }: Object3D, rows: Float32Array, at: number): void {
  quaternion.set(rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0, rows[at + 3] ?? 1);
}
