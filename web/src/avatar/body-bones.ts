// Which objects of a drawn copy a body row moves, from the skeleton that went to the core and what the core found in it.
// It moves nothing: body-writer.ts does.
import type { Object3D } from "three";
import type { BodyReport } from "../core/body-documents";
import { type AvatarBody, avatarBody } from "../reader/body-description";
import { humanBoneNames } from "../tables/human-bones";
import type { BodyBones } from "./body-writer";

export { type AvatarBody, avatarBody };

/** Bones that the face writes. */
const FACE_BONES: ReadonlySet<string> = new Set(["leftEye", "rightEye", "jaw"]);

/** What is needed of a copy. */
export interface Posed {
  readonly root: Object3D;
  /** Object of a node of the file. */
  objectOf(node: number): Object3D | undefined;
}

export function bodyBones(copy: Posed, { nodes }: AvatarBody, report: BodyReport): BodyBones {
  const objectOf = (joint: number | undefined): Object3D | null =>
    joint === undefined ? null : (copy.objectOf(nodes[joint] ?? -1) ?? null);
  const human = humanBoneNames.flatMap((name, bone) => {
    const object = FACE_BONES.has(name) ? null : objectOf(report.humanoid[name]);
    return object === null ? [] : [{ bone, object }];
  });
  return {
    human,
    rolls: report.rolls.map(({ joint }) => objectOf(joint)),
    hips: objectOf(report.humanoid.hips),
    head: objectOf(report.humanoid.head),
    root: copy.root,
  };
}
