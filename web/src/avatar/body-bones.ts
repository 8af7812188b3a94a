// Which objects of a drawn copy a body row moves, from the skeleton that went to the core and what the core found in it.
// It moves nothing: body-writer.ts does.
import type { BodyReport } from "../core/body-documents";
import { type AvatarBody, avatarBody } from "../reader/body-description";
import { humanBoneNames } from "../tables/human-bones";
import type { BodyBones, PosedBone, PosedObject, RowLayout } from "./body-writer";

export { type AvatarBody, avatarBody };

/** Bones that the face writes. */
const FACE_BONES: ReadonlySet<string> = new Set(["leftEye", "rightEye", "jaw"]);
/** Floats of a rotation in a row. */
const ROTATION = 4;

/** What is needed of a copy. */
export interface Posed {
  readonly root: PosedObject;
  /** Object of a node of the file. */
  objectOf(node: number): PosedObject | undefined;
}

export function bodyBones(
  copy: Posed,
  { description, nodes }: AvatarBody,
  report: BodyReport,
  layout: Pick<RowLayout, "rolls">,
): BodyBones {
  const boneOf = (joint: number | undefined, at: number): PosedBone | null => {
    if (joint === undefined) return null;
    const object = copy.objectOf(nodes[joint] ?? -1);
    const rest = description.joints[joint];
    if (object === undefined || rest === undefined) return null;
    return { object, at, rotation: rest.rotation, position: rest.translation, scale: rest.scale };
  };
  const human = humanBoneNames.map((name, bone) =>
    FACE_BONES.has(name) ? null : boneOf(report.humanoid[name], ROTATION * bone),
  );
  const rolls = report.rolls.map(({ joint }, index) => boneOf(joint, layout.rolls + ROTATION * index));
  return {
    turned: [...human, ...rolls].filter((bone) => bone !== null),
    hips: boneOf(report.humanoid.hips, 0),
    head: boneOf(report.humanoid.head, 0),
    root: copy.root,
  };
}
