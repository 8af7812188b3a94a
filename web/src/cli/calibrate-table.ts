// What `calibrate` prints for people: heading, one line a channel, findings.
// Scripts take `--json`; this text may change.

import type { Verdict } from "../core/documents";
import { faceChannels } from "../tables/face-channels";
import { findingLines, headingLines } from "./avatar-heading";
import { type CalibrateChannel, type CalibrateDocument, calibrateDocument } from "./calibrate-document";
import type { MeasuredAvatar } from "./measured-avatar";
import type { Style } from "./style";
import { alignedLines, type Cell, type Column } from "./text-table";

const columns: readonly Column[] = [
  { title: "channel", align: "left" },
  { title: "verdict", align: "left" },
  { title: "class", align: "left" },
  { title: "travel mm", align: "right" },
  { title: "of face %", align: "right" },
  { title: "ratio", align: "right" },
  { title: "acts from", align: "right" },
  { title: "to", align: "right" },
  { title: "gaze deg", align: "right" },
  { title: "remarks", align: "left" },
];

/** Targets named in a remark before the rest is only counted; the JSON has them all. */
const namedTargets = 3;

export function verdictPaint(verdict: Verdict, style: Style): (text: string) => string {
  if (verdict === "effective") return style.green;
  if (verdict === "binary") return (text) => text;
  return verdict === "missing" || verdict === "empty" ? style.red : style.yellow;
}

function number(value: number | null, decimals: number, factor = 1): string {
  return value === null ? "-" : (value * factor).toFixed(decimals);
}

function named(targets: readonly string[]): string {
  const first = targets.slice(0, namedTargets).join(" + ");
  return targets.length > namedTargets ? `${first} + ${targets.length - namedTargets} more` : first;
}

function remarks(name: string, channel: CalibrateChannel): string {
  const parts: string[] = [];
  if (channel.targets.length > 0 && !channel.targets.includes(name)) parts.push(named(channel.targets));
  if (channel.saturationFrom !== null && channel.saturationFrom !== "none" && channel.class !== "closure") {
    parts.push(`ends by ${channel.saturationFrom}`);
  }
  if (channel.substitute !== null) parts.push(`substitute: ${channel.substitute}`);
  return parts.join("; ");
}

function row(name: string, channel: CalibrateChannel, style: Style): Cell[] {
  const cells = [
    name,
    channel.verdict,
    channel.class,
    number(channel.travel, 2, 1000),
    number(channel.travelPerFace, 2, 100),
    number(channel.ratio, 3),
    number(channel.deadZone, 2),
    number(channel.saturation, 2),
    number(channel.gazeDegrees, 1),
    remarks(name, channel),
  ].map((text): Cell => ({ text }));
  cells[1] = { text: channel.verdict, paint: verdictPaint(channel.verdict, style) };
  return cells;
}

function channelLines(document: CalibrateDocument, style: Style): string[] {
  const rows = faceChannels.map(({ name }) => row(name, document.channels[name], style));
  return alignedLines(columns, rows, style.dim);
}

export function calibrateText(avatar: MeasuredAvatar, style: Style): string {
  const findings = findingLines(avatar.description.findings, style);
  return [
    ...headingLines(avatar, style),
    "",
    ...channelLines(calibrateDocument(avatar), style),
    ...(findings.length > 0 ? ["", ...findings] : []),
    "",
  ].join("\n");
}
