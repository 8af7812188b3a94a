// The table of the 52 channels in their seven groups: verdict, numbers, live meters, gain.
// One canvas draws all meters over the table; rows render only when the calibration changes.
import { useEffect, useRef } from "preact/hooks";
import type { TextKey } from "../i18n/translate";
import { AUTOMATIC_GAIN, type Profile, userGain } from "../state/profile";
import { type ChannelReport, substituteVerdicts } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { useApp, useText } from "./context";
import { Hidden } from "./controls";
import { GainSlider } from "./gain-slider";
import { Icon, VerdictIcon } from "./icons";
import { MeterPainter } from "./meter-painter";
import { visibleChannels } from "./visible-channels";

export function ChannelTable() {
  const text = useText();
  const { store } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<MeterPainter | null>(null);
  useEffect(() => {
    if (frame.current === null || canvas.current === null) return undefined;
    const created = new MeterPainter(frame.current, canvas.current, store.live);
    painter.current = created;
    const stop = store.live.onFrame(() => created.paint());
    return () => {
      stop();
      created.dispose();
    };
  }, [store]);
  useEffect(() => painter.current?.measure());
  const channels = visibleChannels(store, text.language);
  return (
    <section class="channels" id="channels" tabIndex={-1} aria-label={text("table.region")}>
      <TableTools />
      <div class="table-frame" ref={frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keys */}
        <section class="table-scroll" tabIndex={0} aria-label={text("table.caption")}>
          <table class="table">
            <caption class="visually-hidden">{text("table.caption")}</caption>
            <thead>
              <tr>
                <th scope="col" class="column-channel">
                  {text("table.channel")}
                </th>
                <th scope="col" class="column-verdict" title={text("table.verdictHint")}>
                  {text("table.verdict")}
                </th>
                <th scope="col" class="column-ratio" title={text("table.ratioHint")}>
                  {text("table.ratio")}
                </th>
                <th scope="col" class="column-range" title={text("table.rangeHint")}>
                  {text("table.range")}
                </th>
                <th scope="col" class="column-live" title={text("table.liveHint")}>
                  {text("table.live")}
                </th>
                <th scope="col" class="column-gain">
                  {text("table.gain")}
                </th>
              </tr>
            </thead>
            {store.groups.map((group) => (
              <GroupRows key={group} group={group} channels={channels.filter((c) => c.group === group)} />
            ))}
          </table>
          {channels.length === 0 && <p class="table-none">{text("table.none")}</p>}
        </section>
        <div aria-hidden="true">
          <canvas ref={canvas} class="meters" />
        </div>
      </div>
    </section>
  );
}

function TableTools() {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <div class="table-tools">
      <label class="search">
        <Icon name="search" />
        <Hidden>{text("table.search")}</Hidden>
        <input
          id="channel-search"
          type="search"
          placeholder={text("table.search")}
          value={store.search.value}
          onInput={(event) => actions.setSearch(event.currentTarget.value)}
        />
        <span class="search-key" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </label>
      <label class="toggle">
        <input
          type="checkbox"
          checked={store.attentionOnly.value}
          disabled={store.report.value === null}
          onChange={(event) => actions.setAttentionOnly(event.currentTarget.checked)}
        />
        <span>{text("table.attention")}</span>
      </label>
    </div>
  );
}

function GroupRows({ group, channels }: { group: string; channels: readonly ChannelInfo[] }) {
  const text = useText();
  const { store } = useApp();
  if (channels.length === 0) return null;
  const report = store.report.value;
  const all = store.channels.filter((channel) => channel.group === group);
  const effective = all.filter((channel) => report?.channels[channel.index]?.verdict === "effective").length;
  return (
    <tbody>
      <tr class="group-row">
        <th scope="rowgroup" colSpan={3}>
          <span>{text(`group.${group}` as TextKey)}</span>
          <span class="group-count">
            {report === null ? all.length : text("table.groupCount", { effective, total: all.length })}
          </span>
        </th>
        <td class="column-range" />
        <td class="column-live" />
        <td class="column-gain" />
      </tr>
      {channels.map((channel) => (
        <ChannelRow
          key={channel.name}
          channel={channel}
          report={report?.channels[channel.index] ?? null}
          profile={store.profile.value}
        />
      ))}
    </tbody>
  );
}

interface ChannelRowProps {
  channel: ChannelInfo;
  report: ChannelReport | null;
  profile: Profile | null;
}

function ChannelRow({ channel, report, profile }: ChannelRowProps) {
  const text = useText();
  const { store, actions } = useApp();
  const selected = store.selected.value === channel.index;
  const moves = report !== null && report.verdict !== "missing" && report.verdict !== "empty";
  const gain = profile === null ? AUTOMATIC_GAIN : userGain(profile, channel.name);
  return (
    // The name's button does the same for keys and screen readers.
    <tr
      class={`channel-row ${selected ? "selected" : ""} ${report !== null && !moves ? "greyed" : ""}`}
      data-channel={channel.index}
      onClick={() => actions.select(channel.index)}
    >
      <th scope="row" class="column-channel">
        <button type="button" class="channel-name" aria-pressed={selected} title={text.channel(channel.name)}>
          {channel.name}
        </button>
      </th>
      <td class="column-verdict">
        <VerdictCell channel={channel} report={report} />
      </td>
      <td class="column-ratio number">{moves && report !== null ? text.number(report.ratio, 2) : "–"}</td>
      <td class="column-range number">{moves && report !== null ? <RangeCell report={report} /> : "–"}</td>
      <td class="column-live" />
      <td class="column-gain">
        <GainSlider channel={channel.name} gain={gain} disabled={profile === null || !moves} />
      </td>
    </tr>
  );
}

function VerdictCell({ channel, report }: { channel: ChannelInfo; report: ChannelReport | null }) {
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
