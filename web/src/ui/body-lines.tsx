// Lines of the body panel that are no parameters: values that are found by a button, and what is of the view alone.
// What they find and set is the actions'.
import { MAX_COMFORT, MIN_COMFORT } from "../state/body-panel";
import { useApp, useText } from "./context";
import { Slider } from "./controls";

export function AutoFloor() {
  const text = useText();
  const { store, actions } = useApp();
  const comfort = store.bodyPanel.comfort.value;
  return (
    <div class="parameter" title={text("body.comfort.hint")}>
      <span class="parameter-label">{text("body.comfort")}</span>
      <Slider
        label={text("body.comfort")}
        value={comfort}
        min={MIN_COMFORT}
        max={MAX_COMFORT}
        step={0.01}
        valueText={text.number(comfort, 2)}
        onInput={(value) => actions.body.setComfort(value)}
      />
      <output class="value">{text.number(comfort, 2)}</output>
      <button
        type="button"
        class="button button-plain button-small parameter-action"
        title={text("body.autoFloor.hint")}
        disabled={store.bodyRig.follows.value === null || store.profile.value === null}
        onClick={() => void actions.body.autoFloor()}
      >
        {text("body.autoFloor")}
      </button>
    </div>
  );
}

/** Of the view, not of the profile: it has no reset. */
export function SpringsSwitch() {
  const text = useText();
  const { store, actions } = useApp();
  const label = text("body.springs");
  return (
    <div class="parameter" title={text("body.springs.hint")}>
      <span class="parameter-label">{label}</span>
      <label class="parameter-switch">
        <input
          type="checkbox"
          aria-label={label}
          checked={store.bodyPanel.springs.value}
          onChange={(event) => actions.body.setSprings(event.currentTarget.checked)}
        />
      </label>
    </div>
  );
}

export function NeckScale() {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <div class="body-buttons">
      <button
        type="button"
        class="button button-plain button-small"
        title={text("body.neckScale.hint")}
        disabled={store.bodyRig.follows.value === null || store.profile.value === null}
        onClick={() => void actions.body.scaleByNeck()}
      >
        {text("body.neckScale")}
      </button>
    </div>
  );
}
