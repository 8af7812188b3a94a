// Why a channel has its verdict, and what would help, as texts with the channel's own figures.
// It judges nothing: verdict and figures are the report's.
import type { ChannelReport, ResponsePoint } from "../state/report";
import type { Note } from "../state/store";

const PERCENT = 100;
/** Ratios this near to 1 are not called more or less: two faces of one make differ by as much. */
const NEAR = 0.1;

/** Movement as a share of the reference's at full input, or of the raw one's where there is no reference. */
export function curveScale(points: readonly ResponsePoint[]): number {
  const last = points.at(-1);
  if (last === undefined) return 0;
  return last.reference > 0 ? last.reference : last.raw;
}

/** Percent of the reference's movement at full input, rounded. */
function shares(report: ChannelReport): { raw: number; calibrated: number } {
  const last = report.points.at(-1);
  const scale = curveScale(report.points);
  if (last === undefined || scale === 0) return { raw: 0, calibrated: 0 };
  return {
    raw: Math.round((PERCENT * last.raw) / scale),
    calibrated: Math.round((PERCENT * last.calibrated) / scale),
  };
}

/** Why the verdict is what it is. */
export function verdictReason(channel: string, report: ChannelReport): Note {
  switch (report.verdict) {
    case "missing":
      return { key: "reason.missing", parameters: { channel } };
    case "empty":
      return { key: "reason.empty", parameters: { targets: report.targets.join(", ") || channel } };
    case "weak":
    case "strong":
      return { key: `reason.${report.verdict}`, parameters: shares(report) };
    case "binary":
      return { key: "class.binary.hint" };
    case "effective":
      return effectiveReason(report);
  }
}

function effectiveReason(report: ChannelReport): Note {
  if (report.channelClass === "closure" || report.channelClass === "coupled") {
    return { key: `class.${report.channelClass}.hint` };
  }
  const parameters = shares(report);
  if (report.ratio > 1 + NEAR) return { key: "reason.less", parameters };
  if (report.ratio < 1 - NEAR) return { key: "reason.more", parameters };
  return { key: "reason.matched", parameters };
}

/** What the user can do about it where nothing stands in; null where all is well. */
export function verdictAdvice(channel: string, report: ChannelReport): Note | null {
  switch (report.verdict) {
    case "missing":
    case "empty":
      return { key: "advice.file", parameters: { channel } };
    case "weak":
      return { key: "advice.raise" };
    case "strong":
      return { key: "advice.lower" };
    default:
      return null;
  }
}
