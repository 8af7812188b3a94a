// The three forms of `report`: table, JSON and CSV of the visible travel against the reference.
// The numbers are the core's.

import type { ReportPoint } from "../core/documents";
import { faceChannelNames } from "../tables/face-channels";
import { headingLines } from "./avatar-heading";
import { avatarHeading } from "./calibrate-document";
import { verdictPaint } from "./calibrate-table";
import type { MeasuredAvatar } from "./measured-avatar";
import type { Style } from "./style";
import { alignedLines, type Cell, type Column, csvText } from "./text-table";

export function reportDocument(avatar: MeasuredAvatar): object {
  return { avatar: avatarHeading(avatar), ...avatar.report };
}

/** One line a channel and input. */
export function reportCsv(avatar: MeasuredAvatar): string {
  const titles = [
    "channel",
    "verdict",
    "class",
    "ratio",
    "input",
    "reference",
    "raw",
    "calibrated",
    "output",
  ];
  const rows = faceChannelNames.flatMap((name) => {
    const { verdict, class: channelClass, ratio, points } = avatar.report.channels[name];
    const start = [name, verdict, channelClass, ratio];
    if (points.length === 0) return [[...start, null, null, null, null, null]];
    return points.map((point) => [
      ...start,
      point.input,
      point.reference,
      point.raw,
      point.calibrated,
      point.output,
    ]);
  });
  return csvText([titles, ...rows]);
}

// Raw and calibrated as a share of what the reference shows: 100 is a match.
function share(point: ReportPoint, which: "raw" | "calibrated"): string {
  return point.reference > 0 ? ((100 * point[which]) / point.reference).toFixed(0) : "-";
}

export function reportText(avatar: MeasuredAvatar, style: Style): string {
  const inputs = avatar.report.channels.jawOpen.points.map((point) => point.input);
  const columns: Column[] = [
    { title: "channel", align: "left" },
    { title: "verdict", align: "left" },
    ...inputs.map((input): Column => ({ title: `at ${input}`, align: "right" })),
  ];
  const rows = faceChannelNames.map((name): Cell[] => {
    const { verdict, points } = avatar.report.channels[name];
    const cells = inputs.map((_, index): Cell => {
      const point = points[index];
      return { text: point === undefined ? "-" : `${share(point, "raw")} > ${share(point, "calibrated")}` };
    });
    return [{ text: name }, { text: verdict, paint: verdictPaint(verdict, style) }, ...cells];
  });
  return [
    ...headingLines(avatar, style),
    "",
    style.dim("visible travel in percent of the reference's, raw > calibrated"),
    ...alignedLines(columns, rows, style.dim),
    "",
  ].join("\n");
}
