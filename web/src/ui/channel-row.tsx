// One channel of the table: verdict, automatic value, range, switches, gain. Its meters are painted over it.
// Of all rows one takes the Tab key; arrows lead to the others.
import { channelSettings } from "../state/profile-settings";
import { type ChannelReport, substituteVerdicts } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { ChannelSwitches } from "./channel-switches";
import { useApp, useText } from "./context";
import { Hidden } from "./controls";
import { GainSlider } from "./gain-slider";
import { Icon, VerdictIcon } from "./icons";
import { rowKey } from "./row-keys";

interface ChannelRowProps {
  channel: ChannelInfo;
  report: ChannelReport | null;
  /** It takes the Tab key. */
  tabStop: boolean;
  /** A floor is offered. */
  leaks: boolean;
}

export function ChannelRow({ channel, report, tabStop, leaks }: ChannelRowProps) {
  const text = useText();
  const app = useApp();
  const { store, actions } = app;
  const selected = store.selected.value === channel.index;
  const moves = report !== null && report.verdict !== "missing" && report.verdict !== "empty";
  const settings = channelSettings(store.profile.value, channel.name);
  const tabIndex = tabStop ? 0 : -1;
  const still = report !== null && (!moves || settings.muted);
  return (
    // The name's button does the same for keys and screen readers.
    <tr
      class={`channel-row ${selected ? "selected" : ""} ${still ? "greyed" : ""}`}
      data-channel={channel.index}
      onClick={() => actions.select(channel.index)}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement) return;
        if (rowKey(app, channel, event)) event.preventDefault();
      }}
      onKeyUp={(event) => {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") actions.endGesture();
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
        <VerdictCell channel={channel} report={report} leaks={leaks} />
      </td>
      <td class="column-ratio number">{moves && report !== null ? text.number(report.ratio, 2) : "–"}</td>
      <td class="column-range number">{moves && report !== null ? <RangeCell report={report} /> : "–"}</td>
      <td class="column-live" />
      <td class="column-switches">
        <ChannelSwitches channel={channel} disabled={!moves} tabIndex={tabIndex} />
      </td>
      <td class="column-gain">
        <GainSlider
          channel={channel.name}
          gain={settings.userGain}
          disabled={store.profile.value === null || !moves}
          tabIndex={tabIndex}
        />
      </td>
    </tr>
  );
}

function VerdictCell({ channel, report, leaks }: Omit<ChannelRowProps, "tabStop">) {
  const text = useText();
  const { store } = useApp();
  if (report === null) return <span class="verdict verdict-none">–</span>;
  const offered =
    substituteVerdicts.has(report.verdict) &&
    (store.avatar.value?.substitutes[channel.name]?.length ?? 0) > 0;
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

function RangeCell({ report }: { report: ChannelReport }) {
  const text = useText();
  const from = text(`saturation.${report.saturationFrom}`);
  return (
    <span title={from}>
      {text.number(report.deadZone, 2)}–{text.number(report.saturation, 2)}
      {report.saturationFrom !== "none" && <Hidden>, {from}</Hidden>}
    </span>
  );
}
