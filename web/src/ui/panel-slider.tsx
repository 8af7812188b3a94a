// One setting of the calibration as a line: name, slider, value. With a tooltip that explains the term.
// It holds no state; value in, change out.
import type { ComponentChildren } from "preact";
import { useApp } from "./context";
import { Slider } from "./controls";

interface PanelSliderProps {
  name: string;
  /** Heard name where the shown one is too short to stand alone. */
  label?: string;
  hint?: string;
  value: number;
  min?: number;
  max: number;
  step?: number;
  origin?: number;
  valueText: string;
  disabled?: boolean;
  onInput: (value: number) => void;
  onReset: () => void;
  /** Buttons after the value. */
  children?: ComponentChildren;
}

export function PanelSlider(props: PanelSliderProps) {
  const { actions } = useApp();
  const { name, label = name, hint, min = 0, step = 0.01, origin, valueText, children } = props;
  return (
    <div class="panel-slider" title={hint}>
      <span class="panel-slider-name">{name}</span>
      <Slider
        label={label}
        value={props.value}
        min={min}
        max={props.max}
        step={step}
        {...(origin === undefined ? {} : { origin })}
        valueText={valueText}
        disabled={props.disabled ?? false}
        onInput={props.onInput}
        onCommit={() => actions.endGesture()}
        onReset={() => {
          actions.endGesture();
          props.onReset();
          actions.endGesture();
        }}
      />
      <output class="value">{valueText}</output>
      {children}
    </div>
  );
}
