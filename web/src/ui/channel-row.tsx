// One channel of the table: verdict, automatic value, range, switches, gain. Its meters are painted over it.
// Of all rows one takes the Tab key; arrows lead to the others. It reads no signal of the calibration: its table does.
import { useMemo } from "preact/hooks";
import type { ChannelReport } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { ChannelMore } from "./channel-more";
import { ChannelSwitches } from "./channel-switches";
import { useApp, useText } from "./context";
import { Hidden } from "./controls";
import { GainSlider } from "./gain-slider";
import { Icon, VerdictIcon } from "./icons";
import { RangeCell } from "./range-cell";
import { rowKey } from "./row-keys";

export interface ChannelRowProps {
  channel: ChannelInfo;
  report: ChannelReport | null;
  gain: number;
  muted: boolean;
  locked: boolean;
  soloed: boolean;
  selected: boolean;
  /** Nothing of it is set by the user. */
  automatic: boolean;
  /** It takes the Tab key. */
  tabStop: boolean;
  /** A floor is offered. */
  leaks: boolean;
  /** A substitute is offered. */
  offered: boolean;
  /** There is a calibration to change. */
  ready: boolean;
  /** The table has no room for switches and gain: they open below the selected row. */
  narrow: boolean;
}

/** A slider's move changes one row of 52: a row is built again only where one of its own values changed. */
export function ChannelRow(props: ChannelRowProps) {
  const { language } = useText();
  return useMemo(() => <RowContent {...props} />, [language, ...Object.values(props)]);
}

function RowContent(props: ChannelRowProps) {
  const { channel, report, selected, narrow } = props;
  const text = useText();
  const app = useApp();
  const moves = report !== null && report.verdict !== "missing" && report.verdict !== "empty";
  const tabIndex = props.tabStop ? 0 : -1;
  const still = report !== null && (!moves || props.muted);
  return (
    <>
      {/* The name's button does the same for keys and screen readers. */}
      <tr
        class={`channel-row ${selected ? "selected" : ""} ${still ? "greyed" : ""}`}
        data-channel={channel.index}
        onClick={() => app.actions.select(channel.index)}
        onKeyDown={(event) => {
          if (event.target instanceof HTMLInputElement) return;
          if (rowKey(app, channel, event)) event.preventDefault();
        }}
        onKeyUp={(event) => {
          if (event.key === "ArrowLeft" || event.key === "ArrowRight") app.actions.endGesture();
        }}
      >
        <th scope="row" class="column-channel">
          <button
            type="button"
            class="channel-name"
            aria-pressed={selected}
            title={text.channel(channel.name)}
            tabIndex={tabIndex}
          >
            {channel.name}
          </button>
        </th>
        <td class="column-verdict">
          <VerdictCell report={report} leaks={props.leaks} offered={props.offered} />
        </td>
        <td class="column-ratio number">{moves && report !== null ? text.number(report.ratio, 2) : "–"}</td>
        <td class="column-range number">{moves && report !== null ? <RangeCell report={report} /> : "–"}</td>
        <td class="column-live" />
        {!narrow && (
          <>
            <td class="column-switches">
              <ChannelSwitches
                channel={channel}
                muted={props.muted}
                locked={props.locked}
                soloed={props.soloed}
                disabled={!moves}
                tabIndex={tabIndex}
              />
            </td>
            <td class="column-gain">
              <GainSlider
                channel={channel.name}
                gain={props.gain}
                disabled={!props.ready || !moves}
                tabIndex={tabIndex}
              />
            </td>
          </>
        )}
      </tr>
      {narrow && selected && report !== null && <ChannelMore {...props} report={report} moves={moves} />}
    </>
  );
}

interface VerdictCellProps {
  report: ChannelReport | null;
  leaks: boolean;
  offered: boolean;
}

function VerdictCell({ report, leaks, offered }: VerdictCellProps) {
  const text = useText();
  if (report === null) return <span class="verdict verdict-none">–</span>;
  return (
    <span class={`verdict verdict-${report.verdict}`} title={text(`verdict.${report.verdict}.hint`)}>
      <VerdictIcon verdict={report.verdict} />
      <span>{text(`verdict.${report.verdict}`)}</span>
      {offered && (
        <span class="offer" title={text("table.substitute")}>
          <Icon name="swap" />
          <Hidden>{text("table.substitute")}</Hidden>
        </span>
      )}
      {leaks && (
        <span class="offer" title={text("panel.floorOffer")}>
          <Icon name="floor" />
          <Hidden>{text("panel.floorOffer")}</Hidden>
        </span>
      )}
    </span>
  );
}
