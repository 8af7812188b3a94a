// What a VRM file says of hair, clothes and bones that follow other bones, taken out of three-vrm's managers for the loaded scene.
// It moves nothing; each copy of the scene makes its own springs and constraints from it.
import type {
  VRMNodeConstraint,
  VRMNodeConstraintManager,
  VRMSpringBoneCollider,
  VRMSpringBoneColliderGroup,
  VRMSpringBoneManager,
} from "@pixiv/three-vrm";
import type { Object3D } from "three";
import type { GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { SpringNumbers } from "./spring-step";

/** A collider and the node that it hangs on. */
export interface ColliderRecipe {
  readonly collider: VRMSpringBoneCollider;
  readonly node: Object3D;
}

export interface JointRecipe {
  readonly bone: Object3D;
  /** Null for the last bone of a chain of VRM 0.x, which ends in the air. */
  readonly child: Object3D | null;
  /** Its movement is seen from here; null: from the world. */
  readonly center: Object3D | null;
  readonly numbers: SpringNumbers;
  /** Unit vector, world. */
  readonly gravity: readonly [number, number, number];
  readonly groups: readonly VRMSpringBoneColliderGroup[];
}

/** All objects are the loaded scene's. */
export interface SecondaryRecipe {
  readonly joints: readonly JointRecipe[];
  readonly colliders: readonly ColliderRecipe[];
  readonly constraints: readonly VRMNodeConstraint[];
}

/**
 * Takes the springs' own objects out of the scene: clones of them would be empty shells.
 * @param posed objects that body and face move: springs leave them alone
 */
export function takeSecondary(gltf: GLTF, posed: ReadonlySet<Object3D>): SecondaryRecipe {
  const springs = gltf.userData.vrmSpringBoneManager as VRMSpringBoneManager | null | undefined;
  const constraints = gltf.userData.vrmNodeConstraintManager as VRMNodeConstraintManager | null | undefined;
  const colliders = (springs?.colliders ?? []).flatMap((collider): ColliderRecipe[] => {
    const node = collider.parent;
    collider.removeFromParent();
    return node === null ? [] : [{ collider, node }];
  });
  const joints = [...(springs?.joints ?? [])].flatMap((joint): JointRecipe[] => {
    const { bone, child, center, settings, colliderGroups } = joint;
    // What a center keeps for the manager lies in its user data, which clones get as dead text.
    joint.center = null;
    if (posed.has(bone)) {
      bone.matrixAutoUpdate = true;
      return [];
    }
    const { hitRadius, stiffness, gravityPower, dragForce, gravityDir } = settings;
    const numbers = { hitRadius, stiffness, gravityPower, dragForce };
    const gravity = gravityDir.toArray() as [number, number, number];
    return [{ bone, child, center, numbers, gravity, groups: colliderGroups }];
  });
  return { joints, colliders, constraints: [...(constraints?.constraints ?? [])] };
}
