// The parts of the control page: which avatar, calibration with a countdown, hands, the values that are used most.
// They hold no state.
import type { TextKey } from "../i18n/translate";
import { handChoices } from "../state/body-panel";
import type { BodyParameterName } from "../tables/body-parameters";
import { type Hand, handPresets } from "../tables/hand-presets";
import { Segmented } from "../ui/controls";
import { useControl, useControlText } from "./context";
import type { PoseAction } from "./control";
import { type Delay, delays } from "./control-state";
import { ValueRow } from "./value-row";

/** What is set again and again while a performance is prepared. */
const SLIDERS: readonly BodyParameterName[] = [
  "avatarScale",
  "headScale",
  "floorHeight",
  "footInOutOffset",
  "footFrontBackOffset",
  "headRotationOffsetX",
  "headRotationOffsetY",
  "headRotationOffsetZ",
  "chairSeatHeightOffset",
  "weightSmoothSpeed",
];
const SWITCHES: readonly BodyParameterName[] = [
  "enableLeftArmIK",
  "enableRightArmIK",
  "fingerShaped.enabled",
  "filter.enabled",
];

export function CharacterChoice() {
  const { control } = useControl();
  const text = useControlText();
  const { characters, chosen } = control.state;
  const nameOf = (id: string) => characters.value.find(({ characterId }) => characterId === id)?.name ?? id;
  return (
    <section class="remote-card" aria-labelledby="remote-characters">
      <h2 id="remote-characters">{text("remote.characters")}</h2>
      <div class="remote-characters" role="radiogroup" aria-labelledby="remote-characters">
        {characters.value.map(({ characterId, name, performer, leader }) => (
          <label key={characterId} class="remote-character">
            <input
              type="radio"
              name="character"
              checked={characterId === chosen.value}
              onChange={() => control.choose(characterId)}
            />
            <span class="remote-character-name">{name}</span>
            <small>
              {leader !== null
                ? text("flow.copies", { leader: nameOf(leader) })
                : performer === null
                  ? text("remote.followsNobody")
                  : text("remote.follows", { performer })}
            </small>
          </label>
        ))}
      </div>
    </section>
  );
}

export function Calibration() {
  const { control } = useControl();
  const text = useControlText();
  const { calibration, characters, delay } = control.state;
  const from = calibration.value;
  const state = from === null || !from.live ? "rest" : from.pose;
  return (
    <section class="remote-card" aria-labelledby="remote-calibrate">
      <div class="remote-line">
        <h2 id="remote-calibrate">{text("remote.calibrate")}</h2>
        <span class={state === "rest" ? "tag" : "tag tag-on"} data-testid="calibration">
          {text(`calibration.${state}`)}
        </span>
      </div>
      <div class="remote-line">
        <span>{text("remote.delay")}</span>
        <Segmented<`${Delay}`>
          label={text("remote.delay")}
          name="delay"
          value={`${delay.value}`}
          options={delays.map((seconds) => ({
            value: `${seconds}`,
            text: seconds === 0 ? text("remote.now") : text("remote.seconds", { seconds }),
          }))}
          onChange={(seconds) => {
            delay.value = Number(seconds) as Delay;
          }}
        />
      </div>
      <div class="remote-buttons">
        <PoseButton action="calibrateIPose" label={text("calibrate.I")} />
        <PoseButton action="calibrateTPose" label={text("calibrate.T")} />
        <PoseButton action="calibrateHeadForward" label={text("calibrate.head")} />
        <PoseButton action="autoCalibrate" label={text("calibrate.auto")} />
        {characters.value.length > 1 && (
          <PoseButton action="autoCalibrateAll" label={text("remote.all")} isWide />
        )}
      </div>
      <button
        type="button"
        class="button button-plain remote-quiet"
        disabled={state === "rest" || control.state.busy.value}
        onClick={() => void control.resetCalibration()}
      >
        {text("calibrate.reset")}
      </button>
    </section>
  );
}

interface PoseButtonProps {
  readonly action: PoseAction;
  readonly label: string;
  readonly isWide?: boolean;
}

function PoseButton({ action, label, isWide = false }: PoseButtonProps) {
  const { control } = useControl();
  const { busy, countdown } = control.state;
  return (
    <button
      type="button"
      class={isWide ? "button button-plain remote-big remote-wide" : "button button-plain remote-big"}
      disabled={busy.value || countdown.value !== null}
      onClick={() => control.pose(action)}
    >
      {label}
    </button>
  );
}

export function Hands() {
  const { control } = useControl();
  const text = useControlText();
  const { hand, busy } = control.state;
  return (
    <section class="remote-card" aria-labelledby="remote-hands">
      <div class="remote-line">
        <h2 id="remote-hands">{text("hands.label")}</h2>
        <Segmented<Hand>
          label={text("hands.label")}
          name="hand"
          value={hand.value}
          options={handChoices.map((value) => ({ value, text: text(`hands.${value}`) }))}
          onChange={(value) => {
            hand.value = value;
          }}
        />
      </div>
      <fieldset class="remote-buttons remote-presets" aria-label={text("handPreset.label")}>
        {handPresets.map(({ alias }) => (
          <button
            key={alias}
            type="button"
            class="button button-plain remote-big"
            disabled={busy.value}
            onClick={() => void control.setPreset(alias)}
          >
            {text(`handPreset.${alias}` as TextKey)}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

export function Values() {
  const text = useControlText();
  return (
    <section class="remote-card" aria-labelledby="remote-values">
      <h2 id="remote-values">{text("remote.values")}</h2>
      <fieldset class="remote-switches" aria-label={text("remote.switches")}>
        {SWITCHES.map((name) => (
          <ValueRow key={name} name={name} />
        ))}
      </fieldset>
      <div class="remote-sliders">
        {SLIDERS.map((name) => (
          <ValueRow key={name} name={name} />
        ))}
      </div>
    </section>
  );
}
