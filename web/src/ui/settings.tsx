// The settings of the whole calibration: strength, symmetry, the input that closes the eyes, and calibrating anew.
// Single channels are the table's, groups are their rows'.
import { MAX_GAIN, overallGain } from "../state/profile";
import {
  blinkChannels,
  channelSettings,
  DEFAULT_CLOSED_AT,
  DEFAULT_SYMMETRY,
  MIN_CLOSED_AT,
  symmetryOf,
} from "../state/profile-settings";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { PanelSlider } from "./panel-slider";

export function StrengthSlider() {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const overall = profile === null ? 1 : overallGain(profile);
  return (
    <PanelSlider
      name={text("summary.overall")}
      hint={text("panel.strengthHint")}
      value={overall}
      max={MAX_GAIN}
      origin={1}
      valueText={`× ${text.number(overall, 2)}`}
      disabled={profile === null}
      onInput={(value) => void actions.setOverall(value)}
      onReset={() => void actions.setOverall(1)}
    />
  );
}

export function SymmetrySlider() {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const symmetry = symmetryOf(profile);
  return (
    <PanelSlider
      name={text("panel.symmetry")}
      hint={text("panel.symmetryHint")}
      value={symmetry}
      max={1}
      valueText={text.number(symmetry, 2)}
      disabled={profile === null}
      onInput={(value) => void actions.setSymmetry(value)}
      onReset={() => void actions.setSymmetry(DEFAULT_SYMMETRY)}
    />
  );
}

/** Both eyes at once; each eye's own stands with its channel. */
export function ClosedAtSlider() {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const [left, right] = blinkChannels.map((channel) => channelSettings(profile, channel).closedAt);
  const closedAt = left ?? DEFAULT_CLOSED_AT;
  const shown =
    left === right
      ? text.number(closedAt, 2)
      : `${text.number(closedAt, 2)} · ${text.number(right ?? closedAt, 2)}`;
  return (
    <PanelSlider
      name={text("panel.closedAt")}
      hint={text("panel.closedAtHint")}
      value={closedAt}
      min={MIN_CLOSED_AT}
      max={DEFAULT_CLOSED_AT}
      origin={DEFAULT_CLOSED_AT}
      valueText={shown}
      disabled={profile === null}
      onInput={(value) => void actions.setClosedAt(value)}
      onReset={() => void actions.setClosedAt(DEFAULT_CLOSED_AT)}
    >
      <button
        type="button"
        class="button button-plain button-small"
        title={text("panel.learnHint")}
        disabled={profile === null}
        onClick={() => void actions.learnClosedAt()}
      >
        {text("panel.learn")}
      </button>
    </PanelSlider>
  );
}

export function RecalibrateButton() {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <button
      type="button"
      class="button button-plain button-small"
      title={text("panel.recalibrateHint")}
      disabled={store.profile.value === null}
      onClick={() => void actions.recalibrate()}
    >
      {text("panel.recalibrate")}
    </button>
  );
}

/** Says which channel is alone, so that a face that stands still is understood; and ends it. */
export function SoloNotice() {
  const text = useText();
  const { store, actions } = useApp();
  const solo = store.channels[store.panel.solo.value];
  if (solo === undefined) return null;
  return (
    <div class="fix" role="status">
      <span>{text("panel.soloed", { channel: text.channel(solo.name) })}</span>
      <IconButton icon="close" label={text("panel.endSolo")} onClick={() => actions.toggleSolo(solo.index)} />
    </div>
  );
}
