// What moves by itself on one drawn copy once body and face are written: constraints of the file, then its springs.
// It reads no clock and writes no bone that a performance moves.
import {
  VRMAimConstraint,
  type VRMNodeConstraint,
  VRMNodeConstraintManager,
  VRMRollConstraint,
  VRMRotationConstraint,
  VRMSpringBoneCollider,
  type VRMSpringBoneColliderShape,
  VRMSpringBoneColliderShapeCapsule,
  VRMSpringBoneColliderShapePlane,
  VRMSpringBoneColliderShapeSphere,
  VRMSpringBoneManager,
} from "@pixiv/three-vrm";
import { type Object3D, Vector3 } from "three";
import type { SecondaryRecipe } from "./secondary-recipe";
import { REFERENCE_RATE, stepCount } from "./spring-step";
import { SwingingJoint } from "./swinging-joint";

/** Way of the hips between two frames from which on it is a jump and no movement, metres of the file. */
export const TELEPORT = 0.5;
/** Change of size between two frames that counts as one, as a share. */
const OTHER_SIZE = 1e-4;

/** The objects of a copy that a body row scales and moves. */
export interface Carriers {
  readonly root: Object3D;
  readonly hips: Object3D | undefined;
  readonly head: Object3D | undefined;
}

/** A collider's radius, and what it is in the file. */
interface Radius {
  readonly shape: VRMSpringBoneColliderShape & { radius: number };
  readonly inFile: number;
  readonly isOnHead: boolean;
}

export class SecondaryMotion {
  private readonly springs = new VRMSpringBoneManager();
  private readonly constraints = new VRMNodeConstraintManager();
  private readonly joints: readonly SwingingJoint[];
  private readonly radii: readonly Radius[];
  private readonly hasConstraints: boolean;
  private readonly headAtRest: number;
  private readonly place = new Vector3();
  private readonly lastPlace = new Vector3();
  private lastScale = Number.NaN;
  private lastHeadScale = Number.NaN;
  /** Length of the last step, seconds. */
  private lastStep = 1 / REFERENCE_RATE;
  /** The springs hang as the file has them and have no speed. */
  private isAtRest = false;

  /**
   * @param counterpart object of the copy for one of the loaded scene; the copy is in the file's pose
   */
  constructor(
    recipe: SecondaryRecipe,
    counterpart: ReadonlyMap<Object3D, Object3D>,
    private readonly carriers: Carriers,
  ) {
    this.headAtRest = carriers.head?.scale.x || 1;
    const colliders = copyColliders(recipe, counterpart);
    const isOnHead = (object: Object3D) => isBelow(object, carriers.head);
    this.radii = [...colliders.values()].flatMap(({ shape, parent }) =>
      hasRadius(shape)
        ? [{ shape, inFile: shape.radius, isOnHead: parent !== null && isOnHead(parent) }]
        : [],
    );
    this.joints = recipe.joints.flatMap((joint) => {
      const bone = counterpart.get(joint.bone);
      if (bone === undefined) return [];
      const child = joint.child === null ? null : (counterpart.get(joint.child) ?? null);
      const groups = joint.groups.map((group) => ({
        colliders: group.colliders.flatMap((collider) => colliders.get(collider) ?? []),
      }));
      const made = new SwingingJoint(bone, child, joint, groups, isOnHead(bone));
      made.center = joint.center === null ? null : (counterpart.get(joint.center) ?? null);
      return [made];
    });
    carriers.root.updateWorldMatrix(true, true);
    for (const joint of this.joints) this.springs.addJoint(joint);
    this.springs.setInitState();
    this.hasConstraints = this.addConstraints(recipe.constraints, counterpart);
  }

  /** The nodes that the file ties to others. */
  constrain(): void {
    if (this.hasConstraints) this.constraints.update();
  }

  /** Springs `seconds` later. A jump of the hips or another size begins anew. Allocates nothing. */
  swing(seconds: number): void {
    if (this.joints.length === 0) return;
    const { root, head } = this.carriers;
    const scale = root.scale.x;
    const headScale = (head?.scale.x ?? 1) / this.headAtRest;
    if (this.hasJumped(scale, headScale)) {
      this.isAtRest = false;
      this.rest();
    }
    const count = stepCount(seconds);
    const step = seconds / count;
    for (let index = 0; index < count; ++index) this.step(step, scale, headScale);
    if (count > 0) this.isAtRest = false;
    if (!this.isSound()) this.rest();
  }

  /** As the file has them, without any speed. */
  rest(): void {
    if (this.isAtRest || this.joints.length === 0) return;
    this.isAtRest = true;
    this.carriers.root.updateWorldMatrix(true, true);
    this.springs.reset();
  }

  private step(seconds: number, scale: number, headScale: number): void {
    for (let index = 0; index < this.radii.length; ++index) {
      const radius = this.radii[index];
      if (radius !== undefined)
        radius.shape.radius = radius.inFile * (radius.isOnHead ? scale * headScale : scale);
    }
    for (let index = 0; index < this.joints.length; ++index) {
      const joint = this.joints[index];
      joint?.prepare(seconds, this.lastStep, joint.isOnHead ? scale * headScale : scale);
    }
    this.lastStep = seconds;
    this.springs.update(seconds);
  }

  /** Since the last frame; the first is one, too. */
  private hasJumped(scale: number, headScale: number): boolean {
    const { place, lastPlace, carriers } = this;
    const carrier = carriers.hips ?? carriers.root;
    carrier.updateWorldMatrix(true, false);
    place.setFromMatrixPosition(carrier.matrixWorld);
    const isFar = !(place.distanceTo(lastPlace) < TELEPORT * scale);
    const isOther = differs(scale, this.lastScale) || differs(headScale, this.lastHeadScale);
    lastPlace.copy(place);
    this.lastScale = scale;
    this.lastHeadScale = headScale;
    return isFar || isOther;
  }

  /** A tail in the very middle of a collider has no way out: it would be no number for ever. */
  private isSound(): boolean {
    let sum = 0;
    for (let index = 0; index < this.joints.length; ++index)
      sum += this.joints[index]?.bone.quaternion.w ?? 0;
    return Number.isFinite(sum);
  }

  /** False where there are none, or where they go round in circles, which a file can say and nobody can do. */
  private addConstraints(
    constraints: readonly VRMNodeConstraint[],
    counterpart: ReadonlyMap<Object3D, Object3D>,
  ): boolean {
    for (const constraint of constraints) {
      const destination = counterpart.get(constraint.destination);
      const source = counterpart.get(constraint.source);
      if (destination === undefined || source === undefined) continue;
      const made = copyConstraint(constraint, destination, source);
      if (made !== null) this.constraints.addConstraint(made);
    }
    try {
      this.constraints.setInitState();
    } catch {
      return false;
    }
    return this.constraints.constraints.size > 0;
  }
}

function copyColliders(
  { colliders }: SecondaryRecipe,
  counterpart: ReadonlyMap<Object3D, Object3D>,
): Map<VRMSpringBoneCollider, VRMSpringBoneCollider> {
  const copies = new Map<VRMSpringBoneCollider, VRMSpringBoneCollider>();
  for (const { collider, node } of colliders) {
    const parent = counterpart.get(node);
    const shape = copyShape(collider.shape);
    if (parent === undefined || shape === null) continue;
    const copy = new VRMSpringBoneCollider(shape);
    parent.add(copy);
    copies.set(collider, copy);
  }
  return copies;
}

/** Each copy has shapes of its own: copies differ in size. */
function copyShape(shape: VRMSpringBoneColliderShape): VRMSpringBoneColliderShape | null {
  if (shape instanceof VRMSpringBoneColliderShapeSphere) return new VRMSpringBoneColliderShapeSphere(shape);
  if (shape instanceof VRMSpringBoneColliderShapeCapsule) return new VRMSpringBoneColliderShapeCapsule(shape);
  if (shape instanceof VRMSpringBoneColliderShapePlane) return new VRMSpringBoneColliderShapePlane(shape);
  return null;
}

function copyConstraint(
  constraint: VRMNodeConstraint,
  destination: Object3D,
  source: Object3D,
): VRMNodeConstraint | null {
  const { weight } = constraint;
  if (constraint instanceof VRMRollConstraint) {
    const { rollAxis } = constraint;
    return Object.assign(new VRMRollConstraint(destination, source), { rollAxis, weight });
  }
  if (constraint instanceof VRMAimConstraint) {
    const { aimAxis } = constraint;
    return Object.assign(new VRMAimConstraint(destination, source), { aimAxis, weight });
  }
  if (constraint instanceof VRMRotationConstraint) {
    return Object.assign(new VRMRotationConstraint(destination, source), { weight });
  }
  return null;
}

const hasRadius = (shape: VRMSpringBoneColliderShape): shape is Radius["shape"] => "radius" in shape;

const differs = (value: number, before: number): boolean =>
  !(Math.abs(value - before) <= OTHER_SIZE * before);

function isBelow(object: Object3D, ancestor: Object3D | undefined): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (at === ancestor) return true;
  return false;
}
