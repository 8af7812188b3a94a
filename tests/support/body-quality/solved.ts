// Tracks of a recording's performer, of the core's avatar, and of the two peers, from one recording and one avatar.
// The peers get the core's bones and T-poses, and hips scaled by the legs: what tuning can do.

import type { BodyDescription, BodySettings } from "../../../web/src/core/body-documents";
import type { Core } from "../../../web/src/core/core";
import { PerformerFeeder, type TrackedProp } from "../../../web/src/retarget/performer-feeder";
import type { MotionClip, MotionPerformer } from "../../../web/src/sources/motion/motion-clip";
import { createPose, poseToWorld, samplePose } from "../../../web/src/sources/motion/pose";
import { bodyMeterAt } from "../../../web/src/tables/body-meters";
import { type HumanBoneName, humanBoneNames } from "../../../web/src/tables/human-bones";
import { placedJoints, placeOf } from "../posed-avatar";
import { after, back, minus, plus, type Turn, turned, UNTURNED, type Vec } from "../turns";
import type { Body } from "./body";
import { emptyTrack, placeAt, put, type Track, turnAt } from "./track";

/** The recording itself, its floor at 0. */
export function sourceTrack(clip: MotionClip, performer: MotionPerformer, body: Body, floor: number): Track {
  const track = emptyTrack(clip.frameCount, body.bones);
  const pose = createPose(performer);
  for (let frame = 0; frame < clip.frameCount; ++frame) {
    samplePose(performer, clip.times, clip.times[frame] ?? 0, pose);
    poseToWorld(performer, pose);
    for (const bone of body.bones) {
      const joint = body.report.humanoid[bone] ?? 0;
      const world = [...pose.worldRotations.subarray(4 * joint, 4 * joint + 4)] as unknown as Turn;
      const [x = 0, y = 0, z = 0] = pose.worldPositions.subarray(3 * joint, 3 * joint + 3);
      put(track, frame, bone, after(world, back(body.turns.get(bone) ?? UNTURNED)), [x, y - floor, z]);
    }
  }
  return track;
}

export interface CoreTrack {
  readonly track: Track;
  /** frames x meterStride. */
  readonly meters: Float32Array;
  readonly stride: number;
  /** Whether no inverse kinematics moves the arm in this frame: left, right. */
  readonly isFreeArm: (frame: number, side: number) => boolean;
}

/** The core's rows on the joints of the file, frame by frame as a page would draw them. */
export function coreTrack(
  core: Core,
  clip: MotionClip,
  performer: {
    readonly performer: MotionPerformer;
    readonly description: BodyDescription;
    readonly floor: number;
  },
  avatar: Body,
  settings: BodySettings,
  props: readonly TrackedProp[],
): CoreTrack {
  const engine = core.createEngine(1);
  const { bodies } = engine;
  const handle = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
  bodies.setBody(handle, avatar.description);
  const source = bodies.addPerformer(performer.description);
  bodies.followPerformer(handle, source);
  bodies.setSettings(handle, settings);
  const feeder = new PerformerFeeder(bodies, clip, performer.performer, source, performer.floor, props);
  const track = emptyTrack(clip.frameCount, avatar.bones);
  const { hips, scale, meterStride: stride } = bodies.layout;
  const meters = new Float32Array(clip.frameCount * stride);
  const boneOf = new Map([...avatar.bones].map((bone) => [avatar.report.humanoid[bone] ?? -1, bone]));
  const needed = prunedJoints(avatar);
  for (let frame = 0; frame < clip.frameCount; ++frame) {
    feeder.feed(frame);
    engine.step(frame === 0 ? 0 : (clip.times[frame] ?? 0) - (clip.times[frame - 1] ?? 0));
    meters.set(bodies.meters().subarray(0, stride), frame * stride);
    const row = bodies.rows();
    const placed = placedJoints(needed.description, {
      rotation: (joint) => {
        const bone = boneOf.get(needed.joints[joint] ?? -1);
        const at = bone === undefined ? -1 : 4 * humanBoneNames.indexOf(bone);
        return at < 0 ? undefined : [row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0, row[at + 3] ?? 1];
      },
      translation: (joint) =>
        needed.joints[joint] === avatar.report.humanoid.hips
          ? [row[hips] ?? 0, row[hips + 1] ?? 0, row[hips + 2] ?? 0]
          : undefined,
      scale: row[scale] ?? 1,
    });
    // Turns are those of the poses, which the tests hold equal to the rows; places are worked out here.
    const poses = bodies.poses();
    for (const [index, joint] of needed.joints.entries()) {
      const bone = boneOf.get(joint);
      if (bone === undefined) continue;
      const at = 4 * humanBoneNames.indexOf(bone);
      const turn: Turn = [poses[at] ?? 0, poses[at + 1] ?? 0, poses[at + 2] ?? 0, poses[at + 3] ?? 1];
      put(track, frame, bone, turn, placeOf(placed[index]));
    }
  }
  engine.delete();
  const weights = [bodyMeterAt.leftArmWeight, bodyMeterAt.rightArmWeight];
  return {
    track,
    meters,
    stride,
    isFreeArm: (frame, side) => (meters[frame * stride + (weights[side] ?? 0)] ?? 0) < 1e-3,
  };
}

/** Only what human bones hang on: hair and cloth take most of the time otherwise. */
function prunedJoints({ description, bones, report }: Body) {
  const wanted = new Set<number>();
  for (const bone of bones)
    for (let at = report.humanoid[bone] ?? -1; at >= 0; at = description.joints[at]?.parent ?? -1)
      wanted.add(at);
  const joints = [...wanted].sort((a, b) => a - b);
  const pruned = joints.map((joint) => {
    const own = description.joints[joint] ?? { name: "" };
    return { ...own, parent: joints.indexOf(own.parent ?? -1) };
  });
  return { joints, description: { joints: pruned } };
}

/** Bones with parents first. */
export function ordered(body: Body): readonly HumanBoneName[] {
  const depth = (bone: HumanBoneName): number => {
    const parent = body.parents.get(bone);
    return parent == null ? 0 : 1 + depth(parent);
  };
  return [...body.bones].sort((a, b) => depth(a) - depth(b));
}

const raised = ([x, y, z]: Vec, ratio: number): Vec => [x, y * ratio, z];

/** The plain copy: every shared bone turned in the world as the source's, the hips where the source's are, their height times a ratio. */
export function copyTrack(source: Track, avatar: Body, ratio: number): Track {
  const track = emptyTrack(source.frameCount, avatar.bones);
  const order = ordered(avatar);
  for (let frame = 0; frame < source.frameCount; ++frame) {
    for (const bone of order) {
      const parent = avatar.parents.get(bone) ?? null;
      const above = parent === null ? UNTURNED : turnAt(track, frame, parent);
      const turn = source.has(bone) ? turnAt(source, frame, bone) : above;
      const own = avatar.places.get(bone) as Vec;
      const place =
        parent === null
          ? raised(placeAt(source, frame, bone), ratio)
          : plus(placeAt(track, frame, parent), turned(above, minus(own, avatar.places.get(parent) as Vec)));
      put(track, frame, bone, turn, place);
    }
  }
  return track;
}
