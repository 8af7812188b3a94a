// The skeleton that retargeted motion is written on: an avatar's human bones in its T-pose, none of them turned there.
// It poses nothing. Eyes and jaw are left out: they are the face's.
import type { BodyDescription, BodyReport, Vector3 } from "../core/body-documents";
import type { MotionBone } from "../sources/motion/motion-clip";
import { type HumanBoneName, humanBoneNames } from "../tables/human-bones";

const OF_THE_FACE: readonly HumanBoneName[] = ["leftEye", "rightEye", "jaw"];

export interface HumanSkeleton {
  /** VRM 1.0 names, depth first from the hips; places in metres. */
  readonly bones: readonly MotionBone[];
  /** Number of each one in `humanBoneNames`. */
  readonly numbers: readonly number[];
}

function difference(a: Vector3, b: Vector3, scale: number): Vector3 {
  return [(a[0] - b[0]) * scale, (a[1] - b[1]) * scale, (a[2] - b[2]) * scale];
}

/** The bone that each bone hangs on, whatever joints stand between them. */
function parentsOf(
  description: BodyDescription,
  humanoid: BodyReport["humanoid"],
): Map<HumanBoneName, HumanBoneName | null> {
  const boneOf = new Map(
    humanBoneNames.flatMap((name) => {
      const joint = humanoid[name];
      return joint === undefined || OF_THE_FACE.includes(name) ? [] : [[joint, name] as const];
    }),
  );
  const above = (joint: number) => description.joints[joint]?.parent ?? -1;
  return new Map(
    [...boneOf].map(([joint, name]) => {
      let at = above(joint);
      while (at >= 0 && !boneOf.has(at)) at = above(at);
      return [name, boneOf.get(at) ?? null];
    }),
  );
}

/**
 * Bones that do not hang on the hips are left out.
 * @param scale of the avatar, `avatarScale`
 */
export function humanSkeleton(
  description: BodyDescription,
  { humanoid, tPositions }: Pick<BodyReport, "humanoid" | "tPositions">,
  scale: number,
): HumanSkeleton {
  const parents = parentsOf(description, humanoid);
  const bones: MotionBone[] = [];
  const numbers: number[] = [];
  const place = (name: HumanBoneName): Vector3 => tPositions[name] ?? [0, 0, 0];
  const add = (name: HumanBoneName, parent: number, from: Vector3) => {
    const index = bones.push({ name, parent, offset: difference(place(name), from, scale), end: null }) - 1;
    numbers.push(humanBoneNames.indexOf(name));
    for (const child of humanBoneNames) if (parents.get(child) === name) add(child, index, place(name));
  };
  if (parents.has("hips")) add("hips", -1, [0, 0, 0]);
  return { bones, numbers };
}
