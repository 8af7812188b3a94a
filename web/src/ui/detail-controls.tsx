// What can be set for the selected channel: gain, floor, closing input, value by hand, preview, switches, reset.
// The table has the gain and the switches too; here they stand beside the curve.
import { AUTOMATIC_GAIN, MAX_GAIN } from "../state/profile";
import {
  blinkChannels,
  channelSettings,
  DEFAULT_CLOSED_AT,
  isAutomatic,
  MAX_FLOOR,
  MIN_CLOSED_AT,
  NO_FLOOR,
} from "../state/profile-settings";
import type { ChannelReport } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { ChannelSwitches } from "./channel-switches";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { PanelSlider } from "./panel-slider";

interface PartProps {
  channel: ChannelInfo;
  report: ChannelReport;
}

export function DetailControls({ channel, report }: PartProps) {
  const moves = report.verdict !== "missing" && report.verdict !== "empty";
  return (
    <div class="detail-controls">
      <Sliders channel={channel} moves={moves} />
      <HandSlider channel={channel} moves={moves} />
      <Buttons channel={channel} moves={moves} />
    </div>
  );
}

function Sliders({ channel, moves }: { channel: ChannelInfo; moves: boolean }) {
  const text = useText();
  const { store, actions } = useApp();
  const { name } = channel;
  const disabled = store.profile.value === null || !moves;
  const { userGain, floor, closedAt } = channelSettings(store.profile.value, name);
  return (
    <>
      <PanelSlider
        name={text("detail.gain")}
        label={text("detail.gainOf", { channel: name })}
        hint={text("terms.gain")}
        value={userGain}
        max={MAX_GAIN}
        origin={AUTOMATIC_GAIN}
        valueText={`× ${text.number(userGain, 2)}`}
        disabled={disabled}
        onInput={(value) => void actions.setGain(name, value)}
        onReset={() => void actions.setGain(name, AUTOMATIC_GAIN)}
      />
      <PanelSlider
        name={text("panel.floor")}
        label={text("panel.floorOf", { channel: name })}
        hint={text("panel.floorHint")}
        value={floor}
        max={MAX_FLOOR}
        valueText={text.number(floor, 2)}
        disabled={disabled}
        onInput={(value) => void actions.setFloor(name, value)}
        onReset={() => void actions.setFloor(name, NO_FLOOR)}
      />
      {(blinkChannels as readonly string[]).includes(name) && (
        <PanelSlider
          name={text("panel.closedAt")}
          label={text("panel.closedAtOf", { channel: name })}
          hint={text("panel.closedAtHint")}
          value={closedAt}
          min={MIN_CLOSED_AT}
          max={DEFAULT_CLOSED_AT}
          origin={DEFAULT_CLOSED_AT}
          valueText={text.number(closedAt, 2)}
          disabled={disabled}
          onInput={(value) => void actions.setChannelClosedAt(name, value)}
          onReset={() => void actions.setChannelClosedAt(name, DEFAULT_CLOSED_AT)}
        />
      )}
    </>
  );
}

function HandSlider({ channel, moves }: { channel: ChannelInfo; moves: boolean }) {
  const text = useText();
  const { store, actions } = useApp();
  const hand = store.manual.value.get(channel.index) ?? 0;
  const set = (value: number) => actions.setManual(channel.index, value);
  return (
    <PanelSlider
      name={text("detail.hand")}
      label={text("detail.handOf", { channel: channel.name })}
      value={hand}
      max={1}
      valueText={text.number(hand, 2)}
      disabled={!moves}
      onInput={set}
      onReset={() => set(0)}
    />
  );
}

function Buttons({ channel, moves }: { channel: ChannelInfo; moves: boolean }) {
  const text = useText();
  const { store, actions } = useApp();
  const { muted, locked } = channelSettings(store.profile.value, channel.name);
  return (
    <div class="detail-buttons">
      <button
        type="button"
        class="button button-plain preview"
        title={text(moves ? "detail.previewHint" : "detail.previewNone")}
        disabled={!moves}
        aria-pressed={store.previewing.value === channel.index}
        onClick={() => actions.preview(channel.index)}
      >
        <Icon name="preview" />
        {text("detail.preview")}
      </button>
      <ChannelSwitches
        channel={channel}
        muted={muted}
        locked={locked}
        soloed={store.panel.solo.value === channel.index}
        disabled={!moves}
      />
      <IconButton
        icon="reset"
        label={text("panel.reset", { channel: channel.name })}
        disabled={isAutomatic(store.profile.value, channel.name)}
        onClick={() => void actions.resetChannel(channel.name)}
      />
    </div>
  );
}
