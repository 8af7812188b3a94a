// The fingers: how they are copied, the six presets, and six sliders that set one hand or both.
// What a value does to a finger is the core's.
import { useComputed } from "@preact/signals";
import { handChoices } from "../state/body-panel";
import { type HandValueName, handValueNames, numberOf, sidesOf } from "../state/body-settings";
import { type BodyParameterName, bodyParameter } from "../tables/body-parameters";
import { type Hand, handPresets } from "../tables/hand-presets";
import type { NumberParameter } from "./body-parts";
import { useApp, useText } from "./context";
import { Segmented } from "./controls";
import { NumberControls, ParameterLine, ParameterRow, useHasProfile } from "./parameter-row";

export function FingerPresets() {
  const text = useText();
  const { actions } = useApp();
  const hand = useApp().store.bodyPanel.hands.value;
  const disabled = !useHasProfile();
  return (
    <>
      <HandChoice />
      <fieldset class="body-buttons" aria-label={text("handPreset.label")}>
        {handPresets.map(({ alias }) => (
          <button
            key={alias}
            type="button"
            class="button button-plain button-small"
            disabled={disabled}
            onClick={() => void actions.body.setHandPreset(alias, hand)}
          >
            {text(`handPreset.${alias as "rock"}`)}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function HandChoice() {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <div class="body-line">
      <span class="parameter-label">{text("hands.label")}</span>
      <Segmented<Hand>
        label={text("hands.label")}
        name="hands"
        value={store.bodyPanel.hands.value}
        options={handChoices.map((value) => ({ value, text: text(`hands.${value}`) }))}
        onChange={(value) => actions.body.setHands(value)}
      />
    </div>
  );
}

export function BodyFingers() {
  return (
    <>
      <ParameterRow name="fingerCopyMode" />
      <ParameterRow name="fingerShaped.enabled" />
      <ParameterRow name="fingerShaped.leftHandEnabled" />
      <ParameterRow name="fingerShaped.rightHandEnabled" />
      <FingerPresets />
      {handValueNames.map((finger) => (
        <FingerRow key={finger} finger={finger} />
      ))}
    </>
  );
}

/** One finger of the hands that are chosen; where both differ, their mean is shown and said to be one. */
function FingerRow({ finger }: { finger: HandValueName }) {
  const text = useText();
  const { store, actions } = useApp();
  const hand = store.bodyPanel.hands.value;
  const disabled = !useHasProfile();
  const names = sidesOf(hand).map((side) => `${side}${finger}` as BodyParameterName);
  const first = names[0] ?? "leftThumbCurl";
  const mean = useComputed(() => {
    const chosen = sidesOf(store.bodyPanel.hands.value);
    const values = chosen.map((side) =>
      numberOf(store.profile.value, `${side}${finger}` as BodyParameterName),
    );
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  }).value;
  const differ = useComputed(
    () =>
      store.bodyPanel.hands.value === "both" &&
      numberOf(store.profile.value, `left${finger}`) !== numberOf(store.profile.value, `right${finger}`),
  ).value;
  const label = text("hands.value", { finger: text(`finger.${finger}`), hand: text(`hands.${hand}`) });
  const set = (value: number) => void actions.body.setHandValue(hand, finger, value);
  const reset = () => {
    actions.endGesture();
    set(0);
    actions.endGesture();
  };
  return (
    <ParameterLine
      name={first}
      label={label}
      isDefault={mean === 0 && !differ}
      disabled={disabled}
      onReset={reset}
    >
      <NumberControls
        parameter={bodyParameter(first) as NumberParameter}
        label={label}
        value={mean}
        disabled={disabled}
        {...(differ ? { valueText: text("hands.mixed") } : {})}
        onSet={set}
        onReset={reset}
      />
    </ParameterLine>
  );
}
