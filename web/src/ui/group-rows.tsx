// One group of the table: its head with gain, preview and reset, and the rows of its channels.
// Which channels are shown is decided before.
import type { TextKey } from "../i18n/translate";
import { AUTOMATIC_GAIN } from "../state/profile";
import { channelSettings, groupGain, isAutomatic } from "../state/profile-settings";
import type { ChannelInfo } from "../state/store";
import { NARROW_COLUMNS } from "./channel-more";
import { ChannelRow } from "./channel-row";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { GroupGainSlider } from "./gain-slider";
import { GroupPreview } from "./group-preview";

interface GroupRowsProps {
  group: string;
  channels: readonly ChannelInfo[];
  /** Index of the channel whose row takes the Tab key. */
  tabStop: number;
  /** Names of channels that are offered a floor. */
  leaking: { has(name: string): boolean };
  /** Names of channels that are offered a substitute or use one of those offered. */
  offered: { has(name: string): boolean };
  /** Gain, preview and reset stand in a line of their own. */
  narrow: boolean;
}

export function GroupRows({ group, channels, tabStop, leaking, offered, narrow }: GroupRowsProps) {
  const text = useText();
  const { store } = useApp();
  if (channels.length === 0) return null;
  const report = store.report.value;
  const profile = store.profile.value;
  const solo = store.panel.solo.value;
  const selected = store.selected.value;
  const all = store.channels.filter((channel) => channel.group === group);
  const effective = all.filter((channel) => report?.channels[channel.index]?.verdict === "effective").length;
  return (
    <tbody>
      <tr class="group-row" data-group={group}>
        <th scope="rowgroup" colSpan={narrow ? NARROW_COLUMNS : 3}>
          <span>{text(`group.${group}` as TextKey)}</span>
          <span class="group-count">
            {report === null ? all.length : text("table.groupCount", { effective, total: all.length })}
          </span>
        </th>
        {!narrow && (
          <>
            <td class="column-range" />
            <td class="column-live" />
            <td class="column-switches">
              <GroupTools group={group} channels={all} />
            </td>
            <td class="column-gain" title={text("terms.groupGain")}>
              <GroupGainSlider group={group} />
            </td>
          </>
        )}
      </tr>
      {narrow && (
        <tr class="group-row group-more">
          <td colSpan={NARROW_COLUMNS}>
            <div class="more">
              <span class="more-gain" title={text("terms.groupGain")}>
                <span class="more-name">{text("table.gain")}</span>
                <GroupGainSlider group={group} />
                <output class="value">{`× ${text.number(groupGain(profile, group), 2)}`}</output>
              </span>
              <GroupTools group={group} channels={all} />
            </div>
          </td>
        </tr>
      )}
      {channels.map((channel) => {
        const { userGain, muted, locked } = channelSettings(profile, channel.name);
        return (
          <ChannelRow
            key={channel.name}
            channel={channel}
            report={report?.channels[channel.index] ?? null}
            gain={userGain}
            muted={muted}
            locked={locked}
            soloed={channel.index === solo}
            selected={channel.index === selected}
            automatic={isAutomatic(profile, channel.name)}
            tabStop={channel.index === tabStop}
            leaks={leaking.has(channel.name)}
            offered={offered.has(channel.name)}
            ready={profile !== null}
            narrow={narrow}
          />
        );
      })}
    </tbody>
  );
}

function GroupTools({ group, channels }: { group: string; channels: readonly ChannelInfo[] }) {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const name = text(`group.${group}` as TextKey);
  const automatic =
    groupGain(profile, group) === AUTOMATIC_GAIN &&
    channels.every((channel) => isAutomatic(profile, channel.name));
  return (
    <span class="switches">
      <GroupPreview group={group} name={name} onClick={() => actions.previewGroup(group)} />
      <IconButton
        icon="reset"
        label={text("panel.resetGroup", { group: name })}
        disabled={profile === null || automatic}
        onClick={() => void actions.resetGroup(group)}
      />
    </span>
  );
}
