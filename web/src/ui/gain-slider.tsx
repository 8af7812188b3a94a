// The gain of one channel as a slider: in the table and in the detail alike.
// It shows no value beside it; whoever places it does.
import { AUTOMATIC_GAIN, MAX_GAIN } from "../state/profile";
import { useApp, useText } from "./context";
import { Slider } from "./controls";

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
    <Slider
      label={text("detail.gainOf", { channel })}
      value={gain}
      min={0}
      max={MAX_GAIN}
      step={0.01}
      origin={AUTOMATIC_GAIN}
      valueText={`× ${text.number(gain, 2)}`}
      disabled={disabled}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onInput={(value) => void actions.setGain(channel, value)}
      onCommit={() => actions.endGesture()}
      onReset={() => void actions.setGain(channel, AUTOMATIC_GAIN)}
    />
  );
}
