// The calibration at a glance: score before and after, method, overall strength, counts of verdicts.
// Single channels are the table's.
import { type RemapMethod, remapMethods } from "../state/profile";
import { verdicts } from "../state/report";
import { useApp, useText } from "./context";
import { Segmented } from "./controls";
import { VerdictIcon } from "./icons";
import { ClosedAtSlider, RecalibrateButton, StrengthSlider, SymmetrySlider } from "./settings";
import { ViewChoice } from "./view-choice";

export function Summary() {
  const text = useText();
  const { store } = useApp();
  const easy = store.panel.view.value === "easy";
  return (
    <section class="summary" aria-label={text("summary.region")}>
      <Score />
      {!easy && <Settings />}
      <Notes />
    </section>
  );
}

function Settings() {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  return (
    <div class="settings">
      <div class="settings-method">
        <span class="panel-slider-name">{text("summary.method")}</span>
        <Segmented<RemapMethod>
          label={text("summary.method")}
          name="method"
          value={profile?.calibration.method ?? "range_match"}
          disabled={profile === null}
          options={remapMethods.map((method) => ({
            value: method,
            text: text(`method.${method}`),
            hint: text(`method.${method}.hint`),
          }))}
          onChange={(method) => void actions.setMethod(method)}
        />
      </div>
      <StrengthSlider />
      <SymmetrySlider />
      <div class="settings-eyes">
        <ClosedAtSlider />
        <RecalibrateButton />
      </div>
    </div>
  );
}

function Score() {
  const text = useText();
  const report = useApp().store.report.value;
  const before = report?.before ?? null;
  const after = report?.after ?? null;
  const shown = (score: number | null) => (score === null ? "–" : text.number(score, 0));
  return (
    <div class="score" data-testid="score">
      <div class="score-head">
        <span class="summary-label" title={text("summary.scoreHint")}>
          {text("summary.score")}
        </span>
        <VerdictCounts />
        <ViewChoice easyHint={text("panel.easyHint")} fullHint={text("panel.fullHint")} />
      </div>
      <p class="visually-hidden">
        {text("summary.scoreText", { before: shown(before), after: shown(after) })}
      </p>
      <div class="score-bars" aria-hidden="true">
        <ScoreBar tone="raw" label={text("summary.before")} score={before} shown={shown(before)} />
        <ScoreBar tone="calibrated" label={text("summary.after")} score={after} shown={shown(after)} />
      </div>
    </div>
  );
}

interface ScoreBarProps {
  tone: "raw" | "calibrated";
  label: string;
  score: number | null;
  shown: string;
}

function ScoreBar({ tone, label, score, shown }: ScoreBarProps) {
  return (
    <div class={`score-bar score-bar-${tone}`}>
      <span class="score-label">{label}</span>
      <span class="score-track">
        <span style={{ transform: `scaleX(${(score ?? 0) / 100})` }} />
      </span>
      <span class="score-value">{shown}</span>
    </div>
  );
}

function VerdictCounts() {
  const text = useText();
  const report = useApp().store.report.value;
  if (report === null) return <span class="counts" />;
  return (
    <ul class="counts">
      {verdicts.map((verdict) => {
        const count = report.channels.filter((channel) => channel.verdict === verdict).length;
        if (count === 0) return null;
        return (
          <li key={verdict} class={`verdict verdict-${verdict}`} title={text(`verdict.${verdict}.hint`)}>
            <VerdictIcon verdict={verdict} />
            {count} <span class="count-name">{text(`verdict.${verdict}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Notes() {
  const text = useText();
  const { store } = useApp();
  const low = store.report.value?.lowConfidence ?? false;
  const report = store.report.value;
  const nothing =
    report?.channels.every(({ verdict }) => verdict === "missing" || verdict === "empty") ?? false;
  const reduced = !nothing && (store.avatar.value?.reduced ?? false);
  if (!low && !reduced && !nothing) return null;
  return (
    <div class="summary-notes">
      {reduced && <p>{text("summary.reduced")}</p>}
      {nothing && <p>{text("summary.nothing")}</p>}
      {low && !nothing && <p>{text("summary.lowConfidence")}</p>}
    </div>
  );
}
