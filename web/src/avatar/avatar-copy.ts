// One drawn copy of an avatar: writes a row of morph weights and a row of face bone turns into its meshes and bones.
// It computes no weights and owns no geometry; what it shows is what it was handed.
import {
  type Group,
  MathUtils,
  Matrix4,
  type Mesh,
  type Object3D,
  Quaternion,
  type SkinnedMesh,
  Vector3,
} from "three";
import { disposeSkeletons } from "./resources";
import type { SecondaryMotion } from "./secondary-motion";

/** Floats of one bone in a `faceBones` row: axis times angle, radians, avatar space. */
const FLOATS_PER_BONE = 3;
/** Turns below this angle are none, radians. */
const MIN_TURN_RADIANS = 1e-6;

/** One weight of one mesh and the slot that drives it. */
export interface MorphWrite {
  readonly mesh: Mesh;
  readonly influence: number;
  readonly slot: number;
  /** Weight while nothing drives the slot: the shape that the file itself holds. */
  readonly rest: number;
}

/** A face bone: 0 left eye, 1 right eye, 2 jaw. */
export interface FaceBoneWrite {
  readonly index: number;
  readonly bone: Object3D;
  /** Rest rotation of the parent in avatar space. */
  readonly parentRest: Quaternion;
}

export class AvatarCopy {
  private readonly restRotations: readonly Quaternion[];
  private readonly parentInverses: readonly Quaternion[];
  /** By write; see `setRest`. */
  private readonly rests: Float32Array;
  private readonly axis = new Vector3();
  private readonly turn = new Quaternion();

  /** @param root the copy with the turn of its file format already on it */
  constructor(
    readonly root: Group,
    private readonly morphs: readonly MorphWrite[],
    private readonly bones: readonly FaceBoneWrite[],
    /** Object of a node of the file. */
    readonly objectOf: (node: number) => Object3D | undefined = () => undefined,
    /** Hair, clothes and tied nodes; null where the file has none. */
    readonly secondary: SecondaryMotion | null = null,
  ) {
    this.restRotations = bones.map((write) => write.bone.quaternion.clone());
    this.rests = Float32Array.from(morphs, ({ rest }) => rest);
    this.parentInverses = bones.map((write) => write.parentRest.clone().invert());
  }

  /**
   * Writes one frame. Every morph has this one writer.
   * @param morphRow weights by slot
   * @param boneRow rotation vectors of left eye, right eye and jaw, avatar space, radians
   */
  apply(morphRow: Float32Array, morphOffset: number, boneRow: Float32Array, boneOffset: number): void {
    for (let index = 0; index < this.morphs.length; index++) {
      const write = this.morphs[index];
      const influences = write?.mesh.morphTargetInfluences;
      if (write === undefined || influences === undefined) continue;
      influences[write.influence] = morphRow[morphOffset + write.slot] || (this.rests[index] ?? 0);
    }
    for (let index = 0; index < this.bones.length; index++) this.applyBone(index, boneRow, boneOffset);
  }

  /** Other routes drive other slots: which of them the file holds in shape changes with them. */
  setRest(slots: readonly { readonly rest?: number }[]): void {
    this.morphs.forEach(({ slot }, index) => {
      this.rests[index] = slots[slot]?.rest ?? 0;
    });
  }

  /** Weight that slot has in this copy now, from the first mesh that it drives; for tests. */
  weightOfSlot(slot: number): number | undefined {
    const write = this.morphs.find((candidate) => candidate.slot === slot);
    return write?.mesh.morphTargetInfluences?.[write.influence];
  }

  /** How many weights are written per frame; for tests. */
  get writeCount(): number {
    return this.morphs.length;
  }

  dispose(): void {
    disposeSkeletons(this.root);
    this.root.removeFromParent();
  }

  private applyBone(index: number, row: Float32Array, offset: number): void {
    const write = this.bones[index];
    const rest = this.restRotations[index];
    const parentInverse = this.parentInverses[index];
    if (write === undefined || rest === undefined || parentInverse === undefined) return;
    const at = offset + write.index * FLOATS_PER_BONE;
    this.axis.set(row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0);
    const angle = this.axis.length();
    if (!(angle > MIN_TURN_RADIANS)) {
      write.bone.quaternion.copy(rest);
      return;
    }
    // The turn is given in avatar space at rest; taken into the parent's space it follows the head wherever that goes.
    this.axis.multiplyScalar(1 / angle).applyQuaternion(parentInverse);
    write.bone.quaternion.copy(this.turn.setFromAxisAngle(this.axis, angle)).multiply(rest);
  }
}

/** Rotation of a column-major matrix, scale and shear taken out. */
export function rotationOf(matrix: Float64Array | readonly number[]): Quaternion {
  const position = new Vector3();
  const scale = new Vector3();
  const rotation = new Quaternion();
  new Matrix4().fromArray(Array.from(matrix)).decompose(position, rotation, scale);
  return rotation;
}

/** True for meshes that are drawn with a skeleton. */
export function isSkinned(object: Object3D): object is SkinnedMesh {
  return (object as SkinnedMesh).isSkinnedMesh === true;
}

/** Half a turn: what a VRM 0.x file, which faces -Z, gets to face the camera. */
export const VRM0_TURN = MathUtils.degToRad(180);
