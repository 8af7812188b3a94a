// One value of the chosen avatar as a line: name, number, a slider that a finger can hold, and the way back to its default.
// What a value means is the table's.
import { useComputed } from "@preact/signals";
import type { TextKey } from "../i18n/translate";
import { type BodyParameter, type BodyParameterName, bodyParameter } from "../tables/body-parameters";
import { digitsOf, type NumberParameter, shownUnit, stepOf } from "../ui/body-parts";
import { IconButton, Slider } from "../ui/controls";
import { useControl, useControlText } from "./context";

export function ValueRow({ name }: { readonly name: BodyParameterName }) {
  const { control } = useControl();
  const text = useControlText();
  const value = useComputed(() => control.state.values.value.get(name)).value;
  const parameter: BodyParameter = bodyParameter(name);
  const label = text(`param.${name}` as TextKey);
  if (parameter.type === "choice") return null;
  if (parameter.type === "boolean") {
    return (
      <label class="remote-switch" data-parameter={name}>
        <input
          type="checkbox"
          checked={value === true}
          disabled={value === undefined}
          onChange={(event) => control.set(name, event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
    );
  }
  return <NumberRow parameter={parameter} label={label} value={value} />;
}

interface NumberRowProps {
  readonly parameter: NumberParameter;
  readonly label: string;
  readonly value: unknown;
}

function NumberRow({ parameter, label, value }: NumberRowProps) {
  const { control } = useControl();
  const text = useControlText();
  const unit = shownUnit(parameter);
  const known = typeof value === "number" ? value : parameter.default;
  const symbol = "symbol" in unit ? unit.symbol : "";
  const shown = `${known.toFixed(digitsOf(parameter))} ${symbol}`.trim();
  const reset = () => control.set(parameter.name, parameter.default);
  return (
    <div class="remote-value" data-parameter={parameter.name}>
      <span class="remote-name">{label}</span>
      <output class="value">{value === undefined ? "–" : shown}</output>
      <IconButton
        icon="reset"
        label={text("body.reset", { name: label })}
        disabled={value === undefined || value === parameter.default}
        onClick={reset}
      />
      <Slider
        label={label}
        value={known}
        min={parameter.minimum}
        max={parameter.maximum}
        step={stepOf(parameter)}
        origin={parameter.default}
        valueText={shown}
        disabled={value === undefined}
        onInput={(next) => control.set(parameter.name, next)}
      />
    </div>
  );
}
