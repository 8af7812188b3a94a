// One joint of a hair or a skirt of one copy: three-vrm's spring with the numbers of each step, and its true length.
// It does not decide when it moves; secondary-motion.ts does.
import { type VRMSpringBoneColliderGroup, VRMSpringBoneJoint } from "@pixiv/three-vrm";
import { type Object3D, Vector3 } from "three";
import type { JointRecipe } from "./secondary-recipe";
import { writeStep } from "./spring-step";

export class SwingingJoint extends VRMSpringBoneJoint {
  constructor(
    bone: Object3D,
    child: Object3D | null,
    private readonly recipe: JointRecipe,
    groups: VRMSpringBoneColliderGroup[],
    /** It grows with the head, too. */
    readonly isOnHead: boolean,
  ) {
    super(bone, child, { ...recipe.numbers, gravityDir: new Vector3(...recipe.gravity) }, groups);
  }

  /** For the next step. See `writeStep`. */
  prepare(seconds: number, before: number, scale: number): void {
    writeStep(this.recipe.numbers, seconds, before, scale, this.settings);
  }

  // Upstream measures the link to where its end was in the frame before, so that a body in motion stretches it.
  override update(seconds: number): void {
    const { bone, child } = this;
    child?.updateWorldMatrix(child.parent !== bone, false);
    super.update(seconds);
  }
}
