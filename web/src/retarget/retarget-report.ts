// What a retargeted recording has to say about itself, as one document: bones, rest poses, sizes, meters, what was not reached.
// It is the same from the command line and from a page, and prints nothing.
import type { BodyFinding, BodyReport, BodySettings, JointDescription } from "../core/body-documents";
import { humanBoneNames } from "../tables/human-bones";
import {
  type FrameMeterName,
  type MeterSummary,
  summarizeMeters,
  type WorstFrame,
  worstFrame,
} from "./frame-meters";
import type { RetargetedClip } from "./retarget-clip";

export interface SkeletonReport {
  /** Joint's name by human bone. */
  readonly bones: Readonly<Record<string, string>>;
  readonly findings: readonly BodyFinding[];
  readonly rest: BodyReport["rest"];
  /** Metres. */
  readonly measures: BodyReport["measures"];
}

export interface RetargetReport {
  readonly performer: SkeletonReport;
  readonly avatar: SkeletonReport;
  /** Avatar over performer, at the avatarScale in force; null where a limb is missing. */
  readonly ratios: { readonly leg: number | null; readonly arm: number | null };
  readonly avatarScale: number;
  readonly neckHeightScale: number | null;
  /** Height of the floor in the recording, metres. */
  readonly floor: number;
  /** Solved frames, and the part of the recording, seconds. */
  readonly frames: { readonly count: number; readonly from: number; readonly to: number };
  readonly parameters: NonNullable<BodySettings["parameters"]>;
  readonly meters: Readonly<Record<FrameMeterName, MeterSummary>>;
  /** Shares of the frames, 0..1. */
  readonly shares: {
    readonly planted: number;
    readonly feetUnreached: number;
    readonly handsUnreached: number;
    readonly pelvisLowered: number;
    readonly nonFinite: number;
  };
  readonly worst: WorstFrame | null;
}

function skeletonReport(
  report: BodyReport,
  joints: readonly Pick<JointDescription, "name">[],
): SkeletonReport {
  const { humanoid, findings, rest, measures } = report;
  const bones = humanBoneNames.flatMap((bone) => {
    const joint = humanoid[bone];
    return joint === undefined ? [] : [[bone, joints[joint]?.name ?? ""] as const];
  });
  return { bones: Object.fromEntries(bones), findings, rest, measures };
}

function ratio(own: readonly [number, number], source: readonly [number, number], scale: number) {
  const sum = source[0] + source[1];
  return sum > 0 && own[0] + own[1] > 0 ? ((own[0] + own[1]) * scale) / sum : null;
}

/** @param joints of performer and avatar, in the order of their descriptions */
export function retargetReport(
  result: RetargetedClip,
  joints: Readonly<Record<"performer" | "avatar", readonly Pick<JointDescription, "name">[]>>,
): RetargetReport {
  const { performer, avatar, settings, meters, status, bits } = result;
  const avatarScale = Number(settings.parameters?.avatarScale ?? 1);
  const share = (bit: number) => status.filter((flags) => (flags & bit) !== 0).length / status.length;
  const summaries = summarizeMeters(meters);
  return {
    performer: skeletonReport(performer, joints.performer),
    avatar: skeletonReport(avatar, joints.avatar),
    ratios: {
      leg: ratio(avatar.measures.leg, performer.measures.leg, avatarScale),
      arm: ratio(avatar.measures.arm, performer.measures.arm, avatarScale),
    },
    avatarScale,
    neckHeightScale: result.neckHeightScale,
    floor: result.floor,
    frames: { count: meters.times.length, from: meters.times[0] ?? 0, to: meters.times.at(-1) ?? 0 },
    parameters: settings.parameters ?? {},
    meters: summaries,
    shares: {
      planted: meters.planted.filter((flag) => flag === 1).length / meters.planted.length,
      feetUnreached: share(bits.footReach),
      handsUnreached: share(bits.handReach),
      pelvisLowered: share(bits.pelvisDrop),
      nonFinite: share(bits.nonFinite),
    },
    worst: worstFrame(summaries),
  };
}
