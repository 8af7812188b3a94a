// The table of the 52 channels in their seven groups: verdict, numbers, live meters, gain.
// One canvas draws all meters over the table; rows render only when the calibration changes.
import { useEffect, useRef } from "preact/hooks";
import { offeredFloors } from "../commands/calibration-actions";
import { substituteVerdicts } from "../state/report";
import type { Store } from "../state/store";
import { useApp, useText } from "./context";
import { Hidden } from "./controls";
import { Fixes } from "./fixes";
import { GroupRows } from "./group-rows";
import { Icon } from "./icons";
import { MeterPainter } from "./meter-painter";
import { SoloNotice } from "./settings";
import { NARROW_TABLE, useMedia } from "./use-media";
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
  const narrow = useMedia(NARROW_TABLE);
  const channels = visibleChannels(store, text.language);
  const leaking = offeredFloors(store);
  const offered = substitutesOffered(store);
  const selected = store.selected.value;
  // Where rows are hangs on which there are and, on narrow screens, on which one is open below.
  const lines = `${channels.map(({ index }) => index)} ${narrow ? selected : ""}`;
  useEffect(() => painter.current?.measure(), [lines, text.language]);
  const tabStop = channels.some(({ index }) => index === selected) ? selected : (channels[0]?.index ?? -1);
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
                <th scope="col" class="column-ratio" title={text("terms.ratio")}>
                  {text("table.ratio")}
                </th>
                <th scope="col" class="column-range" title={text("terms.range")}>
                  {text("table.range")}
                </th>
                <th scope="col" class="column-live" title={text("table.liveHint")}>
                  {text("table.live")}
                </th>
                {!narrow && (
                  <>
                    <th scope="col" class="column-switches">
                      <Hidden>{text("panel.switches")}</Hidden>
                    </th>
                    <th scope="col" class="column-gain" title={text("terms.gain")}>
                      {text("table.gain")}
                    </th>
                  </>
                )}
              </tr>
            </thead>
            {store.groups.map((group) => (
              <GroupRows
                key={group}
                group={group}
                channels={channels.filter((channel) => channel.group === group)}
                tabStop={tabStop}
                leaking={leaking}
                offered={offered}
                narrow={narrow}
              />
            ))}
          </table>
          {channels.length === 0 && <p class="table-none">{text("table.none")}</p>}
        </section>
        <div aria-hidden="true">
          <canvas ref={canvas} class="meters" />
        </div>
      </div>
      {/* Below the rows: an offer that comes while one works moves none of them. */}
      <Fixes />
    </section>
  );
}

/** Names of channels that are offered a substitute, used or not. */
function substitutesOffered(store: Store): ReadonlySet<string> {
  const substitutes = store.avatar.value?.substitutes ?? {};
  const report = store.report.value;
  return new Set(
    store.channels
      .filter(({ name, index }) => {
        const verdict = report?.channels[index]?.verdict;
        return (
          verdict !== undefined && substituteVerdicts.has(verdict) && (substitutes[name]?.length ?? 0) > 0
        );
      })
      .map(({ name }) => name),
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
      <SoloNotice />
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
