// The range of a channel, dead zone to saturation, with what decided it.
// One line, wherever it stands.
import type { ChannelReport } from "../state/report";
import { useText } from "./context";
import { Hidden } from "./controls";

export function RangeCell({ report }: { report: ChannelReport }) {
  const text = useText();
  const from = text(`saturation.${report.saturationFrom}`);
  return (
    <span title={from}>
      {text.number(report.deadZone, 2)}–{text.number(report.saturation, 2)}
      {report.saturationFrom !== "none" && <Hidden>, {from}</Hidden>}
    </span>
  );
}
