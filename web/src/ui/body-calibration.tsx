// Whom the avatar follows, what its calibration was taken from, and the buttons that take another.
// A pose that was refused says why, and may be taken anyway.
import { bodyCalibration } from "../state/body-settings";
import { memberAt } from "../state/cast";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";

export function BodyCalibration() {
  const { store } = useApp();
  return (
    <>
      {store.bodyRig.performers.value.length > 0 && <PerformerChoice />}
      <CalibrationState />
      <CalibrationButtons />
      <RefusedPose />
    </>
  );
}

const NOBODY = "";
/** Another avatar, and no performer: their keys are names. */
const LEADER = "\n";

function PerformerChoice() {
  const text = useText();
  const { store, actions, cast } = useApp();
  const { performers, follows } = store.bodyRig;
  const open = store.cast.open.value;
  const leading = memberAt(store.cast, open)?.leader ?? null;
  const leader = leading === null ? undefined : memberAt(store.cast, leading);
  const choose = async (value: string) => {
    if (value === LEADER) return;
    if (leader !== undefined) await cast.lead(open, null);
    await actions.body.follow(value === NOBODY ? null : value);
  };
  return (
    <label class="body-line" title={text("performer.hint")}>
      <span class="parameter-label">{text("performer.label")}</span>
      <select
        class="input target-choice"
        data-testid="performer"
        value={leader === undefined ? (follows.value ?? NOBODY) : LEADER}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {leader !== undefined && (
          <option value={LEADER}>{text("flow.copies", { leader: leader.name })}</option>
        )}
        {performers.value.map(({ key, name, rig }, index) => (
          <option key={key} value={key} disabled={rig === null}>
            {name || text("performer.unnamed", { number: index + 1 })}
          </option>
        ))}
        <option value={NOBODY}>{text("performer.nobody")}</option>
      </select>
    </label>
  );
}

function CalibrationState() {
  const text = useText();
  const { store } = useApp();
  const calibration = bodyCalibration(store.profile.value);
  const isLive = calibration?.live === true;
  const state = isLive ? calibration.pose : "rest";
  return (
    <p class="body-line" data-testid="body-calibration">
      <span class={isLive ? "tag tag-on" : "tag"}>{text(`calibration.${state}`)}</span>
      <span class="body-note">{text(isLive ? "calibration.live.hint" : "calibration.rest.hint")}</span>
    </p>
  );
}

function CalibrationButtons() {
  const text = useText();
  const { store, actions } = useApp();
  const { body } = actions;
  const cannot = store.bodyRig.follows.value === null || store.bodyRig.rig.value === null;
  const button = (name: "T" | "I" | "head" | "auto", act: () => void, busy = false) => (
    <button
      type="button"
      class="button button-plain button-small"
      title={text(`calibrate.${name}.hint`)}
      disabled={cannot || busy}
      onClick={act}
    >
      {text(`calibrate.${name}`)}
    </button>
  );
  return (
    <div class="body-buttons">
      {button("T", () => void body.calibrateBody("T"))}
      {button("I", () => void body.calibrateBody("I"))}
      <button
        type="button"
        class="button button-plain button-small"
        title={text("calibrate.reset.hint")}
        disabled={bodyCalibration(store.profile.value) === undefined}
        onClick={() => void body.resetCalibration()}
      >
        {text("calibrate.reset")}
      </button>
      {button("head", () => void body.headForward())}
      {button("auto", () => void body.autoAll(), store.bodyPanel.finding.value)}
    </div>
  );
}

function RefusedPose() {
  const text = useText();
  const { store, actions } = useApp();
  const refused = store.bodyPanel.refused.value;
  return (
    <div role="alert" class="refused" data-testid="refused">
      {refused !== null && (
        <div class="fix">
          <Icon name="warning" />
          <span>{text(`fault.${refused.fault}`)}</span>
          {refused.fault !== "missing-bones" && (
            <button
              type="button"
              class="button button-plain button-small"
              onClick={() =>
                refused.pose === "auto"
                  ? void actions.body.autoAll(true)
                  : void actions.body.calibrateBody(refused.pose, true)
              }
            >
              {text("calibrate.anyway")}
            </button>
          )}
          <IconButton
            icon="close"
            label={text("detail.close")}
            onClick={() => actions.body.dismissRefused()}
          />
        </div>
      )}
    </div>
  );
}
