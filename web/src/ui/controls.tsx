// Small controls that several panels use: icon button, slider, segmented choice.
// They hold no state; value in, change out.
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons";

export interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  /** Text beside the icon; without it the label is only heard and shown on hover. */
  text?: string;
  tone?: "plain" | "accent" | "quiet";
  shortcut?: string;
}

export function IconButton(props: IconButtonProps): JSX.Element {
  const { icon, label, onClick, disabled, pressed, text, tone = "quiet", shortcut } = props;
  return (
    <button
      type="button"
      class={`button button-${tone} ${text === undefined ? "button-icon" : ""}`}
      aria-label={text === label ? undefined : label}
      aria-pressed={pressed}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text !== undefined && <span class="button-text">{text}</span>}
    </button>
  );
}

export interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** Heard in place of the bare number. */
  valueText?: string;
  /** Where the fill starts; the value is drawn as a distance from it. Default `min`. */
  origin?: number;
  disabled?: boolean;
  onInput: (value: number) => void;
  /** The gesture has ended. */
  onCommit?: () => void;
  onReset?: () => void;
  tabIndex?: number;
}

export function Slider(props: SliderProps): JSX.Element {
  const {
    label,
    value,
    min,
    max,
    step,
    valueText,
    origin = min,
    disabled,
    onInput,
    onCommit,
    onReset,
  } = props;
  const share = (position: number) => `${(100 * (position - min)) / (max - min)}%`;
  const style = {
    "--fill-from": share(Math.min(origin, value)),
    "--fill-to": share(Math.max(origin, value)),
  } as JSX.CSSProperties;
  return (
    <input
      class="slider"
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      title={valueText === undefined ? label : `${label}: ${valueText}`}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      style={style}
      tabIndex={props.tabIndex}
      onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
      onChange={onCommit}
      onDblClick={onReset}
    />
  );
}

export interface SegmentedProps<Value extends string> {
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; text: string; hint?: string }[];
  disabled?: boolean;
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>): JSX.Element {
  return (
    <div class="segmented" role="radiogroup" aria-label={props.label}>
      {props.options.map((option) => (
        <label key={option.value} class="segment" title={option.hint}>
          <input
            type="radio"
            name={props.name}
            value={option.value}
            checked={option.value === props.value}
            disabled={props.disabled}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}

/** Text that is heard but not seen. */
export function Hidden({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="visually-hidden">{children}</span>;
}
