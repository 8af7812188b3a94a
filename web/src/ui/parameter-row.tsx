// One parameter of the body as a line: name that explains itself, slider and number or switch or choice, unit, reset.
// It renders again only where its own value changes: a drag moves one line of fifty.
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { TextKey } from "../i18n/translate";
import { parameterValue, takenValue } from "../state/body-settings";
import {
  type BodyParameter,
  type BodyParameterName,
  type BodyValue,
  bodyParameter,
} from "../tables/body-parameters";
import { digitsOf, hintKey, type NumberParameter, shownUnit, stepOf, whenKey } from "./body-parts";
import { type Text, useApp, useText } from "./context";
import { IconButton, Segmented, Slider } from "./controls";

/** Digits of a number that is typed or found, beyond those of the slider's steps. */
const KEPT_DIGITS = 4;

export function useParameter(name: BodyParameterName): BodyValue {
  const { store } = useApp();
  return useComputed(() => parameterValue(store.profile.value, name)).value;
}

/** True while there is a profile that could be changed. */
export function useHasProfile(): boolean {
  const { store } = useApp();
  return useComputed(() => store.profile.value !== null).value;
}

export function ParameterRow({ name }: { name: BodyParameterName }) {
  const parameter: BodyParameter = bodyParameter(name);
  const text = useText();
  const value = useParameter(name);
  const disabled = !useHasProfile();
  const { actions } = useApp();
  const label = text(`param.${name}` as TextKey);
  const set = (next: BodyValue) => void actions.body.setParameter(name, next);
  return (
    <ParameterLine name={name} label={label} isDefault={value === parameter.default} disabled={disabled}>
      {parameter.type === "number" && (
        <NumberControls
          parameter={parameter}
          label={label}
          value={Number(value)}
          disabled={disabled}
          onSet={set}
          onReset={() => void actions.body.resetParameter(name)}
        />
      )}
      {parameter.type === "boolean" && (
        <label class="parameter-switch">
          <input
            type="checkbox"
            aria-label={label}
            checked={value === true}
            disabled={disabled}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        </label>
      )}
      {parameter.type === "choice" && (
        <Segmented<string>
          label={label}
          name={name}
          value={String(value)}
          disabled={disabled}
          options={parameter.choices.map((choice) => ({
            value: choice,
            text: text(`choice.${choice}` as TextKey),
            hint: text(`choice.${choice}.hint` as TextKey),
          }))}
          onChange={set}
        />
      )}
    </ParameterLine>
  );
}

interface LineProps {
  name: BodyParameterName;
  label: string;
  isDefault: boolean;
  disabled: boolean;
  /** In place of the parameter's own reset. */
  onReset?: () => void;
  children: ComponentChildren;
}

/** The name is a button that unfolds what it means; the same is its tooltip. */
export function ParameterLine({ name, label, isDefault, disabled, onReset, children }: LineProps) {
  const text = useText();
  const { actions } = useApp();
  const [explained, setExplained] = useState(false);
  const hint = text(hintKey(name) as TextKey);
  return (
    <div class="parameter" data-parameter={name}>
      <button
        type="button"
        class="parameter-name"
        title={hint}
        aria-expanded={explained}
        onClick={() => setExplained(!explained)}
      >
        {label}
      </button>
      {children}
      <IconButton
        icon="reset"
        label={text("body.reset", { name: label })}
        disabled={disabled || isDefault}
        onClick={onReset ?? (() => void actions.body.resetParameter(name))}
      />
      {explained && (
        <p class="parameter-hint">
          {hint} {text(whenKey(name) as TextKey)}
        </p>
      )}
    </div>
  );
}

interface NumberProps {
  parameter: NumberParameter;
  label: string;
  value: number;
  disabled: boolean;
  /** Shown and heard in place of the value. */
  valueText?: string;
  onSet: (value: number) => void;
  onReset: () => void;
}

export function NumberControls({
  parameter,
  label,
  value,
  disabled,
  valueText,
  onSet,
  onReset,
}: NumberProps) {
  const text = useText();
  const { actions } = useApp();
  const { minimum, maximum } = parameter;
  const unit = unitText(text, parameter);
  const heard = valueText ?? `${text.number(value, digitsOf(parameter))} ${unit}`.trim();
  return (
    <>
      <Slider
        label={label}
        value={value}
        min={minimum}
        max={maximum}
        step={stepOf(parameter)}
        origin={parameter.default}
        valueText={heard}
        disabled={disabled}
        onInput={onSet}
        onCommit={() => actions.endGesture()}
        onReset={onReset}
      />
      <input
        class="input parameter-number"
        type="number"
        aria-label={text("body.numberOf", { name: label })}
        min={minimum}
        max={maximum}
        step={stepOf(parameter)}
        value={plainNumber(value)}
        disabled={disabled}
        onChange={(event) => {
          // What is no number, or outside the range, is shown as it was taken.
          const typed = event.currentTarget.valueAsNumber;
          const name = parameter.name as BodyParameterName;
          const taken = takenValue(name, typed);
          if (typeof taken === "number") onSet(taken);
          event.currentTarget.value = plainNumber(typeof taken === "number" ? taken : value);
        }}
        onBlur={() => actions.endGesture()}
      />
      <span class="parameter-unit">{unit}</span>
    </>
  );
}

const plainNumber = (value: number): string => String(Number(value.toFixed(KEPT_DIGITS)));

function unitText(text: Text, parameter: NumberParameter): string {
  const unit = shownUnit(parameter);
  return "symbol" in unit ? unit.symbol : text(`unit.${unit.word}`);
}
