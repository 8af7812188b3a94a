// The report of `doppel retarget` for people: what was written, both skeletons, the meters.
// Its numbers are those of the document in retarget/retarget-report.ts.

import type { FrameMeterName } from "../retarget/frame-meters";
import type { RetargetReport, SkeletonReport } from "../retarget/retarget-report";
import { humanBoneNames } from "../tables/human-bones";
import type { Style } from "./style";
import { alignedLines, type Column } from "./text-table";

const meterUnits: Readonly<Record<FrameMeterName, readonly [title: string, unit: string, decimals: number]>> =
  {
    footSlide: ["foot slide above the source's", "cm/s", 2],
    penetration: ["planted soles under the floor", "mm", 2],
    floating: ["planted soles over the floor", "mm", 2],
    limbStretch: ["limb stretch", "%", 4],
    handError: ["hands off their targets", "mm", 1],
    kneeJump: ["turn of a knee in a frame", "degrees", 1],
    elbowJump: ["turn of an elbow in a frame", "degrees", 1],
    pelvisDrop: ["pelvis lowered", "mm", 1],
  };

const right = (title: string): Column => ({ title, align: "right" });
const left = (title: string): Column => ({ title, align: "left" });

function metres(value: number): string {
  return `${value.toFixed(2)} m`;
}

function meterLines({ meters }: RetargetReport, style: Style): string[] {
  const columns = [left("meter"), left("unit"), right("mean"), right("p95"), right("max"), right("max at s")];
  const rows = Object.entries(meterUnits).map(([name, [title, unit, decimals]]) => {
    const { count, mean, p95, max, maxAt } = meters[name as FrameMeterName];
    const numbers =
      count === 0
        ? ["-", "-", "-", "-"]
        : [...[mean, p95, max].map((value) => value.toFixed(decimals)), maxAt.toFixed(2)];
    return [title, unit, ...numbers].map((text) => ({ text }));
  });
  return alignedLines(columns, rows, style.dim);
}

function skeletonLine(title: string, { bones, rest, measures }: SkeletonReport): string {
  const arms = rest.armDegrees.map((degrees) => Math.round(degrees));
  const slope = rest.kind === "T" ? "" : ` (arms ${arms.join(" and ")} degrees down)`;
  const sizes = `legs ${metres(measures.leg[0])}, arms ${metres(measures.arm[0])}, ankles ${(100 * measures.ankleHeight).toFixed(1)} cm`;
  return `${title}${Object.keys(bones).length} bones, rest pose ${rest.kind}${slope}, ${sizes}`;
}

function boneLines({ performer, avatar }: RetargetReport, style: Style): string[] {
  const known = humanBoneNames.filter((bone) => bone in performer.bones || bone in avatar.bones);
  const rows = known.map((bone) =>
    [bone, performer.bones[bone] ?? "-", avatar.bones[bone] ?? "-"].map((text) => ({ text })),
  );
  return alignedLines([left("bone"), left("performer"), left("avatar")], rows, style.dim);
}

function findingLines(report: RetargetReport, style: Style): string[] {
  return (["performer", "avatar"] as const).flatMap((who) =>
    report[who].findings.map(({ kind, bone, text }) => style.yellow(`${who}: ${bone} ${kind}: ${text}`)),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function scaleText({ ratios, avatarScale, neckHeightScale }: RetargetReport): string {
  const number = (value: number | null) => (value === null ? "unknown" : value.toFixed(3));
  const necks = neckHeightScale === null ? "" : ` (${number(neckHeightScale)} would bring the necks level)`;
  return `scale      ${avatarScale}${necks}; legs ${number(ratios.leg)}, arms ${number(ratios.arm)} of the performer's`;
}

function parameterText({ parameters }: RetargetReport): string {
  const set = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return set.length === 0 ? "defaults" : set.join(", ");
}

export interface RetargetTitles {
  readonly take: string;
  readonly performer: string;
  readonly avatar: string;
}

export function retargetText(report: RetargetReport, titles: RetargetTitles, style: Style): string {
  const { frames, shares, worst } = report;
  const part = `${frames.from.toFixed(2)} to ${frames.to.toFixed(2)} s`;
  const lines = [
    `${style.bold(titles.take)} on ${style.bold(titles.avatar)}`,
    `take       ${titles.performer}, ${frames.count} frames, ${part}, floor at ${(100 * report.floor).toFixed(1)} cm`,
    skeletonLine("performer  ", report.performer),
    skeletonLine("avatar     ", report.avatar),
    scaleText(report),
    `settings   ${parameterText(report)}`,
    "",
    ...boneLines(report, style),
    ...findingLines(report, style),
    "",
    ...meterLines(report, style),
    "",
    `feet planted ${percent(shares.planted)} of the time; of all frames: feet out of reach ${percent(shares.feetUnreached)}, ` +
      `hands out of reach ${percent(shares.handsUnreached)}, pelvis lowered ${percent(shares.pelvisLowered)}`,
  ];
  if (shares.nonFinite > 0) lines.push(style.yellow(`numbers that are none in ${percent(shares.nonFinite)}`));
  if (worst !== null) {
    const [title, unit, decimals] = meterUnits[worst.meter];
    lines.push(
      `worst frame at ${worst.time.toFixed(2)} s: ${title} ${worst.value.toFixed(decimals)} ${unit}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
