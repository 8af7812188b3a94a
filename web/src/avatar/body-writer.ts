// Writes one avatar's body row into the bones of one drawn copy: human bones, the hips' place, roll bones, scales of root and head.
// It solves nothing, needs no three.js of its own, and leaves face bones to whoever writes the face.

/** What is used of an Object3D. */
export interface PosedObject {
  readonly quaternion: { set(x: number, y: number, z: number, w: number): unknown };
  readonly position: { set(x: number, y: number, z: number): unknown };
  readonly scale: { set(x: number, y: number, z: number): unknown };
}

/** Where the parts of a row lie; see `BodyLayout` of the core. */
export interface RowLayout {
  readonly hips: number;
  readonly scale: number;
  readonly headScale: number;
  readonly rolls: number;
}

/** An object that a row moves, and how the file has it, in its parent's space. */
export interface PosedBone {
  readonly object: PosedObject;
  /** Where its rotation lies in a row: floats from the row's begin. */
  readonly at: number;
  readonly rotation: readonly [number, number, number, number];
  readonly position: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
}

export interface BodyBones {
  /** Human bones and roll bones. */
  readonly turned: readonly PosedBone[];
  readonly hips: PosedBone | null;
  readonly head: PosedBone | null;
  /** What carries the whole avatar: it gets the scale. */
  readonly root: PosedObject;
}

export class BodyWriter {
  constructor(
    private readonly bones: BodyBones,
    private readonly layout: RowLayout,
  ) {}

  /** One frame. Allocates nothing. */
  apply(rows: Float32Array, at: number): void {
    const { turned, hips } = this.bones;
    const { layout } = this;
    for (let index = 0; index < turned.length; ++index) {
      const bone = turned[index];
      if (bone === undefined) continue;
      const from = at + bone.at;
      bone.object.quaternion.set(
        rows[from] ?? 0,
        rows[from + 1] ?? 0,
        rows[from + 2] ?? 0,
        rows[from + 3] ?? 1,
      );
    }
    const from = at + layout.hips;
    hips?.object.position.set(rows[from] ?? 0, rows[from + 1] ?? 0, rows[from + 2] ?? 0);
    this.size(rows, at);
  }

  /** The scales alone: what stands in the file's pose has them too. */
  size(rows: Float32Array, at: number): void {
    const { head, root } = this.bones;
    const { layout } = this;
    const scale = rows[at + layout.scale] || 1;
    root.scale.set(scale, scale, scale);
    if (head === null) return;
    const larger = rows[at + layout.headScale] || 1;
    head.object.scale.set(head.scale[0] * larger, head.scale[1] * larger, head.scale[2] * larger);
  }

  /** Back to the pose of the file. */
  reset(): void {
    const { turned, hips, head, root } = this.bones;
    for (const { object, rotation } of turned) object.quaternion.set(...rotation);
    hips?.object.position.set(...hips.position);
    head?.object.scale.set(...head.scale);
    root.scale.set(1, 1, 1);
  }
}
