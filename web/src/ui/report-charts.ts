// The plots of the report as paths and points: what both the page's SVG and the exported picture draw.
// It draws nothing itself; the numbers are the core's.
import type { ChannelReport, ResponsePoint, Verdict } from "../state/report";
import { verdicts } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { monotonePath } from "./monotone-path";
import { curveScale } from "./verdict-reason";

/** Drawing units of one plot. */
export const CHART_WIDTH = 144;
export const CHART_HEIGHT = 84;
/** Movement above this many times the reference's at full input is drawn at the upper edge. */
const MAX_SHOWN = 2;
/** Room above the highest point, as a factor. */
const HEADROOM = 1.06;

export const chartSeries = ["reference", "raw", "calibrated"] as const;
export type ChartSeries = (typeof chartSeries)[number];

export interface ReportChart {
  readonly channel: ChannelInfo;
  readonly report: ChannelReport;
  /** SVG path data. */
  readonly paths: Readonly<Record<ChartSeries, string>>;
  /** Where the inputs of the report lie on the raw and the calibrated curve. */
  readonly dots: readonly { readonly x: number; readonly raw: number; readonly calibrated: number }[];
  /** Height at which the reference's full movement lies. */
  readonly full: number;
}

export interface ReportGroup {
  readonly group: string;
  readonly charts: readonly ReportChart[];
  /** Channels that move nothing: there is no curve. */
  readonly still: readonly ChannelInfo[];
}

export function reportGroups(
  groups: readonly string[],
  channels: readonly ChannelInfo[],
  reports: readonly ChannelReport[],
): ReportGroup[] {
  return groups.map((group) => {
    const charts: ReportChart[] = [];
    const still: ChannelInfo[] = [];
    for (const channel of channels) {
      if (channel.group !== group) continue;
      const report = reports[channel.index];
      if (report === undefined || !moves(report)) still.push(channel);
      else charts.push(reportChart(channel, report));
    }
    return { group, charts, still };
  });
}

export function verdictCounts(
  reports: readonly ChannelReport[],
): readonly { readonly verdict: Verdict; readonly count: number }[] {
  return verdicts
    .map((verdict) => ({ verdict, count: reports.filter((report) => report.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
}

function moves(report: ChannelReport): boolean {
  return report.verdict !== "missing" && report.verdict !== "empty" && curveScale(report.points) > 0;
}

export function reportChart(channel: ChannelInfo, report: ChannelReport): ReportChart {
  const scale = curveScale(report.points);
  const highest = Math.max(
    1,
    ...report.points.map((point) => Math.max(point.raw, point.calibrated, point.reference) / scale),
  );
  const top = Math.min(MAX_SHOWN, highest) * HEADROOM * scale;
  const y = (movement: number) => CHART_HEIGHT * (1 - Math.min(1, movement / top));
  const path = (series: ChartSeries) =>
    monotonePath(report.points.map((point) => ({ x: point.input * CHART_WIDTH, y: y(point[series]) })));
  return {
    channel,
    report,
    paths: { reference: path("reference"), raw: path("raw"), calibrated: path("calibrated") },
    dots: inputsOf(report.points).map((point) => ({
      x: point.input * CHART_WIDTH,
      raw: y(point.raw),
      calibrated: y(point.calibrated),
    })),
    full: y(scale),
  };
}

/** The points of the report without the origin that curves begin at. */
export function inputsOf(points: readonly ResponsePoint[]): readonly ResponsePoint[] {
  return points.filter((point) => point.input > 0);
}

/** Percent of what the reference shows for the same input; null where it shows nothing. */
export function shareOf(point: ResponsePoint, series: "raw" | "calibrated"): number | null {
  return point.reference > 0 ? (100 * point[series]) / point.reference : null;
}
