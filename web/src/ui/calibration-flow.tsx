// The calibration over the stage, in sizes that are read from across a room: choices, countdown, what to change, and what came of it.
// It holds no choice; the flow is a command.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type FlowPose, type FlowScope, flowPoses, flowSeconds } from "../state/calibration-flow";
import { CheckRow, ResultRow } from "./calibration-rows";
import { useApp, useText } from "./context";
import { IconButton, Segmented } from "./controls";
import { Icon } from "./icons";

const scopes: readonly FlowScope[] = ["all", "open"];

export function CalibrationFlow() {
  const { store } = useApp();
  return store.calibrationFlow.phase.value === "closed" ? null : <Flow />;
}

function Flow() {
  const text = useText();
  const { store, flow } = useApp();
  const { phase } = store.calibrationFlow;
  useEffect(() => {
    // Wherever the focus is: a button that was pressed may be gone.
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && store.panel.dialogs.value === 0) flow.close();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [store, flow]);
  return (
    <section class="flow" aria-label={text("flow.region")} data-testid="calibration-flow">
      <div class="flow-card">
        <div class="flow-head">
          <h2>{text("flow.title")}</h2>
          <IconButton icon="close" label={text("flow.close")} onClick={() => flow.close()} />
        </div>
        {phase.value === "choosing" && <Choices />}
        {phase.value === "counting" && <Countdown />}
        {phase.value === "taking" && <p role="status">{text("flow.taking")}</p>}
        {phase.value === "done" && <Results />}
      </div>
    </section>
  );
}

function Choices() {
  const text = useText();
  const { store, flow } = useApp();
  const state = store.calibrationFlow;
  return (
    <>
      <p class="flow-text">{text(`flow.${state.pose.value}.text`)}</p>
      <div class="flow-choices">
        <Choice title={text("flow.pose")}>
          <Segmented<FlowPose>
            label={text("flow.pose")}
            name="flow-pose"
            value={state.pose.value}
            options={flowPoses.map((value) => ({ value, text: text(`calibrate.${value}`) }))}
            onChange={(pose) => flow.setPose(pose)}
          />
        </Choice>
        <Choice title={text("flow.who")}>
          <Segmented<FlowScope>
            label={text("flow.who")}
            name="flow-who"
            value={state.scope.value}
            options={scopes.map((value) => ({ value, text: text(`flow.who.${value}`) }))}
            onChange={(scope) => flow.setScope(scope)}
          />
        </Choice>
        <Choice title={text("flow.seconds")}>
          <Segmented<string>
            label={text("flow.seconds")}
            name="flow-seconds"
            value={String(state.seconds.value)}
            options={flowSeconds.map((seconds) => ({
              value: String(seconds),
              text: text("flow.secondsValue", { seconds }),
            }))}
            onChange={(seconds) => flow.setSeconds(Number(seconds))}
          />
        </Choice>
        <Tick on={state.auto.value} set={flow.setAuto} label={text("flow.auto")} />
        <Tick on={state.sound.value} set={flow.setSound} label={text("flow.sound")} />
      </div>
      <Checks />
      <div class="flow-buttons">
        <button
          type="button"
          class="button button-accent"
          disabled={!state.checks.value.some(({ performer }) => performer !== "")}
          onClick={() => flow.start()}
        >
          {text("flow.start", { seconds: state.seconds.value })}
        </button>
      </div>
    </>
  );
}

function Choice({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="flow-choice">
      <span class="flow-label">{title}</span>
      {children}
    </div>
  );
}

function Tick({
  on,
  set,
  label,
}: {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  readonly label: string;
}) {
  return (
    <label class="flow-tick">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      {label}
    </label>
  );
}

function Countdown() {
  const text = useText();
  const { store, flow } = useApp();
  const { left, pose } = store.calibrationFlow;
  return (
    <>
      <p class="flow-count" role="timer" aria-live="assertive">
        {left.value}
      </p>
      <p class="flow-text">{text(`flow.${pose.value}.text`)}</p>
      <Checks />
      <div class="flow-buttons">
        <button type="button" class="button button-plain" onClick={() => flow.again()}>
          {text("flow.cancel")}
        </button>
      </div>
    </>
  );
}

/** How each one stands now. */
function Checks() {
  const text = useText();
  const { store } = useApp();
  const checks = store.calibrationFlow.checks.value;
  if (checks.length === 0) return <p class="flow-text">{text("flow.nobody")}</p>;
  return (
    <ul class="flow-list" data-testid="flow-checks">
      {checks.map((check) => (
        <CheckRow key={check.key} check={check} />
      ))}
    </ul>
  );
}

function Results() {
  const text = useText();
  const { store, flow } = useApp();
  const { results, entries } = store.calibrationFlow;
  const asked = results.value.filter(({ leader }) => leader === "");
  const taken = asked.filter(({ fault }) => fault === null).length;
  const hasRefused = results.value.some(({ fault }) => fault !== null && fault !== "nobody");
  return (
    <>
      <p class="flow-text" role="status">
        {text("flow.done", { taken, count: asked.length })}
      </p>
      <ul class="flow-list" data-testid="flow-results">
        {results.value.map((result) => (
          <ResultRow key={result.key} result={result} />
        ))}
      </ul>
      <div class="flow-buttons">
        <button type="button" class="button button-accent" onClick={() => flow.close()}>
          {text("flow.finish")}
        </button>
        <button type="button" class="button button-plain" onClick={() => flow.again()}>
          {text("flow.again")}
        </button>
        {hasRefused && (
          <button type="button" class="button button-plain" onClick={() => void flow.takeAnyway()}>
            {text("calibrate.anyway")}
          </button>
        )}
        <button
          type="button"
          class="button button-plain"
          disabled={entries.value === 0}
          onClick={() => void flow.undo()}
        >
          <Icon name="undo" />
          {text("flow.undo")}
        </button>
      </div>
    </>
  );
}
