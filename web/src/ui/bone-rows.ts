// Which bones the dialog lists, in which groups and order: those that are doubtful first. No markup.
// What is doubtful is the core's word.
import type { BodyRig, RigFinding } from "../state/body-rig";
import type { BoneMap } from "../state/body-settings";
import { type HumanBoneName, humanBoneNames } from "../tables/human-bones";

export const boneGroups = [
  "torso",
  "head",
  "leftArm",
  "rightArm",
  "leftLeg",
  "rightLeg",
  "leftHand",
  "rightHand",
] as const;
export type BoneGroup = (typeof boneGroups)[number];

export interface BoneRow {
  readonly bone: HumanBoneName;
  readonly group: BoneGroup;
  /** What it is given to by hand. */
  readonly byHand: string | undefined;
  /** What is in force. */
  readonly joint: string | undefined;
  /** A joint by hand that the avatar does not have. */
  readonly isStale: boolean;
  readonly findings: readonly RigFinding[];
}

const HEAD: ReadonlySet<string> = new Set(["neck", "head", "leftEye", "rightEye", "jaw"]);
const FINGER = /(Thumb|Index|Middle|Ring|Little)/;
const ARM = /(Shoulder|Arm|Hand)$/;

export function groupOf(bone: HumanBoneName): BoneGroup {
  if (HEAD.has(bone)) return "head";
  const side = /^(left|right)[A-Z]/.exec(bone)?.[1] as "left" | "right" | undefined;
  if (side === undefined) return "torso";
  if (FINGER.test(bone)) return `${side}Hand`;
  return ARM.test(bone) ? `${side}Arm` : `${side}Leg`;
}

export function boneRows(rig: BodyRig | null, map: BoneMap, joints: readonly string[]): readonly BoneRow[] {
  const known = new Set(joints);
  return humanBoneNames.map((bone) => {
    const byHand = Object.hasOwn(map, bone) ? map[bone] : undefined;
    return {
      bone,
      group: groupOf(bone),
      byHand,
      joint: rig?.humanoid[bone],
      isStale: byHand !== undefined && !known.has(byHand),
      findings: rig?.findings.filter((finding) => finding.bone === bone) ?? [],
    };
  });
}

/** Asks for a look: the core doubts it, or the profile names a joint that is not there. */
export const isDoubtful = ({ findings, isStale }: BoneRow): boolean => findings.length > 0 || isStale;

export interface BoneList {
  readonly group: BoneGroup | "doubtful";
  readonly rows: readonly BoneRow[];
}

/**
 * @param label how a bone is shown, for the search
 * @returns groups that have rows; each bone stands once
 */
export function boneLists(
  rows: readonly BoneRow[],
  search: string,
  label: (bone: HumanBoneName) => string,
): readonly BoneList[] {
  const wanted = search.trim().toLowerCase();
  const fits = ({ bone, joint = "", byHand = "" }: BoneRow) =>
    `${bone} ${label(bone)} ${joint} ${byHand}`.toLowerCase().includes(wanted);
  const found = rows.filter(fits);
  const lists: BoneList[] = [
    { group: "doubtful", rows: found.filter(isDoubtful) },
    ...boneGroups.map((group) => ({
      group,
      rows: found.filter((row) => row.group === group && !isDoubtful(row)),
    })),
  ];
  return lists.filter((list) => list.rows.length > 0);
}
