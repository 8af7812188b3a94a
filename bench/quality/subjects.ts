// Who is retargeted to whom: recordings beside the checkout and made-up ones; sample avatars, real ones, and one with legs of other lengths.
// What is absent is said, not skipped in silence.
import { builtBytes, sampleNames } from "../../tests/avatars/built";
import { type Body, makeBody } from "../../tests/support/body-quality/body";
import { type Soles, skinSoles } from "../../tests/support/body-quality/soles";
import { madeTake } from "../../tests/support/made-takes";
import { hasSamples, readBytes, sampleBytes } from "../../tests/support/samples";
import type { BodyDescription } from "../../web/src/core/body-documents";
import type { Core } from "../../web/src/core/core";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { avatarBody } from "../../web/src/reader/body-description";
import { readBody } from "../../web/src/reader/read-body";
import type { MotionClip } from "../../web/src/sources/motion/motion-clip";

export interface Subject {
  readonly body: Body;
  readonly soles: Soles;
}

/** An avatar as it is, or with legs or arms that are so many times those of a performer. */
export interface AvatarSource {
  readonly name: string;
  readonly make: (performerLimb: number) => Subject;
  /** Knees may be quicker: short legs under a large head. */
  readonly isShortLegged: boolean;
}

const realAvatars = ["rpm-male.glb", "godette-vrm0.vrm", "debug-robot-vrm1.vrm"];
const realTakes = ["cmu_12_01_walk.bvh", "collar-yxz-armsdown.bvh", "zup-mixed-orders.bvh"];

export async function takes(): Promise<readonly MotionClip[]> {
  const made = (["walk", "wave"] as const).map((name) => ({ ...madeTake(name), name: `made ${name}` }));
  if (!hasSamples) {
    console.log(`absent: ../shared/samples with ${realTakes.join(", ")}; made-up recordings only\n`);
    return made;
  }
  const real = await Promise.all(realTakes.map((name) => readBody(sampleBytes(name), name, {})));
  return [...real.map((clip) => (clip.name.startsWith("cmu") ? withoutFirst(clip) : clip)), ...made];
}

/** The first frame of the CMU's recordings is their T-pose: from there to the walk is no movement of anybody's. */
function withoutFirst(clip: MotionClip): MotionClip {
  const times = clip.times.slice(1).map((time) => time - (clip.times[1] ?? 0));
  const performers = clip.performers.map((performer) => ({
    ...performer,
    rotations: performer.rotations.slice(4 * performer.bones.length),
    positions: performer.positions.slice(3 * performer.positioned.length),
  }));
  return { ...clip, times, frameCount: times.length, performers };
}

interface Read {
  readonly avatar: AvatarDescription;
  readonly description: BodyDescription;
  readonly nodes: readonly number[];
}

function subjectOf(core: Core, name: string, { avatar, nodes }: Read, description: BodyDescription): Subject {
  const body = makeBody(core, name, description);
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  return { body, soles: skinSoles(avatar, body, jointOf) };
}

/**
 * Two bones of each limb longer or shorter, so that the limb has this length; for legs the hips so much higher or lower. All else stays.
 * @param length metres
 */
function withLimbs(core: Core, read: Read, limb: "leg" | "arm", length: number): Subject {
  const { humanoid, measures } = makeBody(core, "whole", read.description).report;
  const own = measures[limb][0];
  const factor = length / own;
  const bones =
    limb === "leg"
      ? (["leftLowerLeg", "rightLowerLeg", "leftFoot", "rightFoot"] as const)
      : (["leftLowerArm", "rightLowerArm", "leftHand", "rightHand"] as const);
  const longer = new Set(bones.map((bone) => humanoid[bone]));
  const joints = read.description.joints.map((joint, index) => {
    const [x = 0, y = 0, z = 0] = joint.translation ?? [];
    if (longer.has(index)) return { ...joint, translation: [x * factor, y * factor, z * factor] as const };
    if (limb === "arm" || index !== humanoid.hips) return joint;
    return { ...joint, translation: [x, y + (factor - 1) * own, z] as const };
  });
  // The skin of the feet as it is, at the feet's new places.
  const { soles } = subjectOf(core, "own", read, read.description);
  const name = `${limb}s ${length.toFixed(2)} m`;
  return { body: makeBody(core, name, { ...read.description, joints }), soles };
}

/** @returns whole avatars, and one with legs or arms that are so many times the performer's */
export async function avatars(
  core: Core,
): Promise<Readonly<Record<"whole" | "legs" | "arms", readonly AvatarSource[]>>> {
  const read = async (bytes: Uint8Array, file: string): Promise<Read> => {
    const avatar = await readBytes(bytes, file);
    return { avatar, ...avatarBody(avatar) };
  };
  const real = hasSamples ? realAvatars : [];
  const files = [
    ...real.map((name) => ({ name, bytes: () => sampleBytes(name) })),
    ...sampleNames.map((name) => ({ name, bytes: () => builtBytes(name) })),
  ];
  const whole = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const file = await read(bytes(), name);
      const subject = subjectOf(core, name, file, file.description);
      const isShortLegged = subject.body.report.measures.leg[0] < 0.45 * subject.body.report.measures.height;
      return { name, file, isShortLegged, make: () => subject };
    }),
  );
  const realistic = whole.find(({ name }) => name === "realistic");
  if (realistic === undefined) throw new Error("no sample avatar");
  const variant = (limb: "leg" | "arm", ratio: number): AvatarSource => ({
    name: `${limb}s x ${ratio}`,
    isShortLegged: limb === "leg" && ratio < 1,
    make: (length: number) => withLimbs(core, realistic.file, limb, ratio * length),
  });
  return {
    whole,
    legs: [0.5, 1, 2].map((ratio) => variant("leg", ratio)),
    arms: [0.8, 1.25].map((ratio) => variant("arm", ratio)),
  };
}
