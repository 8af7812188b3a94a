// The table of `report`: visible travel against the reference, for people. JSON and CSV are the `report` room's.
// The numbers are the core's.

import { faceChannelNames } from "../tables/face-channels";
import { headingLines } from "./avatar-heading";
import { verdictPaint } from "./calibrate-table";
import type { MeasuredAvatar } from "./measured-avatar";
import type { Style } from "./style";
import { alignedLines, type Cell, type Column } from "./text-table";

// As a share of what the reference shows: 100 is a match.
function share(visible: number | undefined, reference: number | undefined): string {
  if (visible === undefined || reference === undefined || reference <= 0) return "-";
  return ((100 * visible) / reference).toFixed(0);
}

export function reportText(avatar: MeasuredAvatar, style: Style): string {
  const { inputs, channels } = avatar.report;
  const columns: Column[] = [
    { title: "channel", align: "left" },
    { title: "verdict", align: "left" },
    ...inputs.map((input): Column => ({ title: `at ${input}`, align: "right" })),
  ];
  const rows = faceChannelNames.map((name): Cell[] => {
    const { verdict, reference, raw, calibrated } = channels[name];
    const cells = inputs.map((_, at): Cell => {
      const [before, after] = [share(raw[at], reference[at]), share(calibrated[at], reference[at])];
      return { text: before === "-" ? "-" : `${before} > ${after}` };
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
