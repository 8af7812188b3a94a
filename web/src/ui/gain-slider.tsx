// Gains as sliders: of one channel in the table and in the detail alike, and of a group.
// They show no value beside them; whoever places them does.
import type { TextKey } from "../i18n/translate";
import { AUTOMATIC_GAIN, MAX_GAIN } from "../state/profile";
import { groupGain } from "../state/profile-settings";
import { useApp, useText } from "./context";
import { Slider } from "./controls";

interface GainProps {
  label: string;
  gain: number;
  disabled: boolean;
  tabIndex?: number | undefined;
  onInput: (gain: number) => void;
}

function Gain({ label, gain, disabled, tabIndex, onInput }: GainProps) {
  const text = useText();
  const { actions } = useApp();
  return (
    <Slider
      label={label}
      value={gain}
      min={0}
      max={MAX_GAIN}
      step={0.01}
      origin={AUTOMATIC_GAIN}
      valueText={`× ${text.number(gain, 2)}`}
      disabled={disabled}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onInput={onInput}
      onCommit={() => actions.endGesture()}
      onReset={() => onInput(AUTOMATIC_GAIN)}
    />
  );
}

interface GainSliderProps {
  /** Name of the channel. */
  channel: string;
  gain: number;
  disabled: boolean;
  tabIndex?: number;
}

export function GainSlider({ channel, gain, disabled, tabIndex }: GainSliderProps) {
  const text = useText();
  const { actions } = useApp();
  return (
    <Gain
      label={text("detail.gainOf", { channel })}
      gain={gain}
      disabled={disabled}
      tabIndex={tabIndex}
      onInput={(value) => void actions.setGain(channel, value)}
    />
  );
}

export function GroupGainSlider({ group }: { group: string }) {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  return (
    <Gain
      label={text("panel.groupGain", { group: text(`group.${group}` as TextKey) })}
      gain={groupGain(profile, group)}
      disabled={profile === null}
      onInput={(value) => void actions.setGroupGain(group, value)}
    />
  );
}
