// The lines above both tables: which avatar it is, what it scores, how many channels have which verdict, what needs a look.
// It is not a table; calibrate-table.ts and report-table.ts are.

import { verdicts } from "../core/documents";
import type { NameFinding } from "../reader/avatar-description";
import { avatarHeading } from "../report/report-document";
import { faceChannelNames } from "../tables/face-channels";
import type { MeasuredAvatar } from "./measured-avatar";
import type { Style } from "./style";

const fingerprintLength = 16;
/** Targets named in one finding before the rest is only counted. */
const namedTargets = 6;

const findingTexts: Readonly<Record<NameFinding["kind"], string>> = {
  "unmatched-target": "no channel has this name",
  "unnamed-target": "targets without a name",
  "duplicate-target": "several targets for one channel, the first is used",
  "pair-target": "a pair that drives one channel",
  "wrong-side": "named for one side, moves the other",
};

export function scoreText(score: number | null): string {
  return score === null ? "none" : score.toFixed(1);
}

function verdictCounts(avatar: MeasuredAvatar): string {
  const counts = verdicts.map((verdict) => ({
    verdict,
    count: faceChannelNames.filter((name) => avatar.report.channels[name].verdict === verdict).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`)
    .join(", ");
}

export function headingLines(avatar: MeasuredAvatar, style: Style): string[] {
  const { file, format, height, faceHeight, fingerprint, licence } = avatarHeading(avatar);
  const { before, after } = avatar.report.score;
  const lines = [
    `${style.bold(file)}  ${format}, ${height.toFixed(2)} m high, face ${(faceHeight * 100).toFixed(1)} cm`,
    `licence      ${licence ?? "none stated"}`,
    `fingerprint  ${fingerprint.slice(0, fingerprintLength)}`,
    `channels     ${verdictCounts(avatar)}`,
    `score        ${scoreText(before)} raw, ${style.bold(scoreText(after))} calibrated (of 100)`,
  ];
  if (avatar.report.lowConfidence) {
    lines.push(style.yellow("low confidence: fewer than three regions of the face move"));
  }
  const anyPresent = faceChannelNames.some((name) => avatar.report.channels[name].verdict !== "missing");
  if (avatar.description.reduced && anyPresent) {
    lines.push(style.yellow("none of the 52 channels: reduced to the file's VRM expressions"));
  }
  return lines;
}

/** One line for each thing that the names of the file led to. */
export function findingLines(findings: readonly NameFinding[], style: Style): string[] {
  return findings.map(({ kind, channel, mesh, targets }) => {
    const named = targets.slice(0, namedTargets).join(", ");
    const more = targets.length > namedTargets ? ` and ${targets.length - namedTargets} more` : "";
    const where = [channel, mesh === "" ? undefined : `mesh ${mesh}`].filter((part) => part !== undefined);
    return style.dim(
      `${findingTexts[kind]}: ${named}${more}${where.length > 0 ? ` (${where.join(", ")})` : ""}`,
    );
  });
}
