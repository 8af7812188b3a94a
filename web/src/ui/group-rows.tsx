// One group of the table: its head with gain, preview and reset, and the rows of its channels.
// Which channels are shown is decided before.
import type { TextKey } from "../i18n/translate";
import { AUTOMATIC_GAIN, MAX_GAIN } from "../state/profile";
import { groupGain, isAutomatic } from "../state/profile-settings";
import type { ChannelInfo } from "../state/store";
import { ChannelRow } from "./channel-row";
import { useApp, useText } from "./context";
import { IconButton, Slider } from "./controls";

interface GroupRowsProps {
  group: string;
  channels: readonly ChannelInfo[];
  /** Index of the channel whose row takes the Tab key. */
  tabStop: number;
  /** Names of channels that are offered a floor. */
  leaking: { has(name: string): boolean };
}

export function GroupRows({ group, channels, tabStop, leaking }: GroupRowsProps) {
  const text = useText();
  const { store } = useApp();
  if (channels.length === 0) return null;
  const report = store.report.value;
  const all = store.channels.filter((channel) => channel.group === group);
  const effective = all.filter((channel) => report?.channels[channel.index]?.verdict === "effective").length;
  return (
    <tbody>
      <tr class="group-row" data-group={group}>
        <th scope="rowgroup" colSpan={3}>
          <span>{text(`group.${group}` as TextKey)}</span>
          <span class="group-count">
            {report === null ? all.length : text("table.groupCount", { effective, total: all.length })}
          </span>
        </th>
        <td class="column-range" />
        <td class="column-live" />
        <GroupControls group={group} channels={all} />
      </tr>
      {channels.map((channel) => (
        <ChannelRow
          key={channel.name}
          channel={channel}
          report={report?.channels[channel.index] ?? null}
          tabStop={channel.index === tabStop}
          leaks={leaking.has(channel.name)}
        />
      ))}
    </tbody>
  );
}

function GroupControls({ group, channels }: { group: string; channels: readonly ChannelInfo[] }) {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const gain = groupGain(profile, group);
  const name = text(`group.${group}` as TextKey);
  const automatic =
    gain === AUTOMATIC_GAIN && channels.every((channel) => isAutomatic(profile, channel.name));
  const valueText = `× ${text.number(gain, 2)}`;
  return (
    <>
      <td class="column-switches">
        <span class="switches">
          <IconButton
            icon="preview"
            label={text("panel.previewGroup", { group: name })}
            pressed={store.panel.previewingGroup.value === group}
            disabled={profile === null}
            onClick={() => actions.previewGroup(group)}
          />
          <IconButton
            icon="reset"
            label={text("panel.resetGroup", { group: name })}
            disabled={profile === null || automatic}
            onClick={() => void actions.resetGroup(group)}
          />
        </span>
      </td>
      <td class="column-gain" title={text("terms.groupGain")}>
        <Slider
          label={text("panel.groupGain", { group: name })}
          value={gain}
          min={0}
          max={MAX_GAIN}
          step={0.01}
          origin={AUTOMATIC_GAIN}
          valueText={valueText}
          disabled={profile === null}
          onInput={(value) => void actions.setGroupGain(group, value)}
          onCommit={() => actions.endGesture()}
          onReset={() => void actions.setGroupGain(group, AUTOMATIC_GAIN)}
        />
      </td>
    </>
  );
}
