// Inverse kinematics of the open avatar over its pictures, where that is wanted: chains from its pose, goals from the core's rows.
// It works nothing out; the core says what it was asked for and how much it acted.
import type { BodyEngine } from "../core/body-engine";
import { IkOverlay } from "../stage/ik-overlay";
import type { Stage } from "../stage/stage";
import { humanBoneNames } from "../tables/human-bones";
import type { BodyMember } from "./body-member";

/** Bones of the limbs in the order of the core's row. */
const CHAINS = [
  ["leftUpperArm", "leftLowerArm", "leftHand"],
  ["rightUpperArm", "rightLowerArm", "rightHand"],
  ["leftUpperLeg", "leftLowerLeg", "leftFoot"],
  ["rightUpperLeg", "rightLowerLeg", "rightFoot"],
] as const;
const NUMBERS = CHAINS.map((chain) => chain.map((bone) => humanBoneNames.indexOf(bone)));

export class BodyIk {
  private overlay: IkOverlay | null = null;

  constructor(
    private readonly bodies: BodyEngine,
    private readonly stage: Pick<Stage, "setOverlays">,
  ) {}

  setShown(on: boolean): void {
    if (on === (this.overlay !== null)) return;
    if (on) {
      this.overlay = new IkOverlay();
      this.stage.setOverlays([this.overlay.createObject(), this.overlay.createObject()], "ik");
      this.overlay.clear();
      return;
    }
    this.stage.setOverlays(null, "ik");
    this.overlay?.dispose();
    this.overlay = null;
  }

  /** After the step: the limbs of the open avatar, which is seen at `x` and `z`. Allocates nothing. */
  draw(open: BodyMember | null, x: number, z: number): void {
    const { overlay, bodies } = this;
    if (overlay === null) return;
    overlay.clear();
    const cast = open?.cast ?? null;
    if (cast === null || !cast.isActive) return;
    const { poseStride, posePositions, limbStride } = bodies.layout;
    const poses = bodies.poses();
    const goals = bodies.limbs();
    const places = cast.row * poseStride + posePositions;
    for (let limb = 0; limb < NUMBERS.length; ++limb) {
      const from = cast.row * limbStride + (limbStride / NUMBERS.length) * limb;
      const chain = NUMBERS[limb];
      // A limb that the core did not place, on a body that copies another, has no goal.
      if (chain === undefined || isNowhere(goals, from)) continue;
      const [upper = 0, middle = 0, end = 0] = chain;
      overlay.addLimb(poses, places + 3 * upper, places + 3 * middle, places + 3 * end, goals, from, x, z);
    }
  }
}

function isNowhere(goals: ArrayLike<number>, from: number): boolean {
  return goals[from] === 0 && goals[from + 1] === 0 && goals[from + 2] === 0;
}
