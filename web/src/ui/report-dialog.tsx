// The report of the open avatar: score before and after, verdicts, visible travel of every channel as plots or numbers, exports.
// It computes nothing; the numbers are the core's, the files the actions'.
import { useId, useState } from "preact/hooks";
import type { TextKey } from "../i18n/translate";
import type { AvatarFacts } from "../state/avatar";
import type { Report } from "../state/report";
import { useApp, useText } from "./context";
import { Segmented } from "./controls";
import { Dialog } from "./dialog";
import { Icon, VerdictIcon } from "./icons";
import {
  CHART_HEIGHT,
  CHART_WIDTH,
  chartSeries,
  type ReportChart,
  type ReportGroup,
  reportGroups,
  verdictCounts,
} from "./report-charts";
import { reportPicture } from "./report-picture";
import { MatchedBy, ReportTable } from "./report-table";

type Form = "plots" | "numbers";
const forms: readonly Form[] = ["plots", "numbers"];

export interface ReportDialogProps {
  report: Report;
  avatar: AvatarFacts;
  close: () => void;
}

export function ReportDialog({ report, avatar, close }: ReportDialogProps) {
  const text = useText();
  const { store } = useApp();
  const [form, setForm] = useState<Form>("plots");
  const groups = reportGroups(store.groups, store.channels, report.channels);
  return (
    <Dialog title={text("report.title", { file: avatar.file })} close={close} wide widest>
      <div class="report" data-testid="report">
        <ReportHead report={report} groups={groups} avatar={avatar} />
        <div class="report-choice">
          <Segmented<Form>
            label={text("report.form")}
            name="report-form"
            value={form}
            options={forms.map((value) => ({ value, text: text(`report.${value}`) }))}
            onChange={setForm}
          />
          <Legend />
        </div>
        {form === "plots" ? <Plots groups={groups} /> : <ReportTable report={report} />}
        <p class="report-note">{text("report.note")}</p>
      </div>
    </Dialog>
  );
}

function ReportHead({
  report,
  groups,
  avatar,
}: {
  report: Report;
  groups: readonly ReportGroup[];
  avatar: AvatarFacts;
}) {
  const text = useText();
  const { store, report: actions } = useApp();
  const shown = (score: number | null) => (score === null ? "–" : text.number(score, 1));
  const method = store.profile.value?.calibration.method ?? "range_match";
  const savePicture = () =>
    actions.savePicture(() =>
      reportPicture(groups, {
        title: avatar.file,
        lines: [
          text("summary.scoreText", { before: shown(report.before), after: shown(report.after) }),
          `${text("summary.method")}: ${text(`method.${method}`)} · ${text("report.note")}`,
        ],
        legend: {
          reference: text("detail.reference"),
          raw: text("detail.raw"),
          calibrated: text("detail.calibrated"),
        },
        group: (name) => text(`group.${name}` as TextKey),
        verdict: ({ report: channel }) => text(`verdict.${channel.verdict}`),
        still: (names) => text("report.still", { names: names.join(", ") }),
      }),
    );
  return (
    <div class="report-head">
      <p class="visually-hidden">
        {text("summary.scoreText", { before: shown(report.before), after: shown(report.after) })}
      </p>
      <div class="report-scores" aria-hidden="true">
        <span class="report-score report-score-raw">
          {text("summary.before")}
          <strong>{shown(report.before)}</strong>
        </span>
        <span class="report-arrow">→</span>
        <span class="report-score report-score-calibrated">
          {text("summary.after")}
          <strong>{shown(report.after)}</strong>
        </span>
        <span class="report-of">{text("report.of")}</span>
      </div>
      <ul class="report-counts">
        {verdictCounts(report.channels).map(({ verdict, count }) => (
          <li key={verdict} class={`verdict verdict-${verdict}`} title={text(`verdict.${verdict}.hint`)}>
            <VerdictIcon verdict={verdict} />
            {count} {text(`verdict.${verdict}`)}
          </li>
        ))}
      </ul>
      <fieldset class="report-exports" aria-label={text("report.export")}>
        <ExportButton form="JSON" save={() => void actions.saveJson()} />
        <ExportButton form="CSV" save={() => void actions.saveCsv()} />
        <ExportButton form="PNG" save={() => void savePicture()} />
      </fieldset>
    </div>
  );
}

function ExportButton({ form, save }: { form: string; save: () => void }) {
  const text = useText();
  const label = text("report.save", { form });
  return (
    <button type="button" class="button button-plain" aria-label={label} title={label} onClick={save}>
      <Icon name="save" />
      {form}
    </button>
  );
}

function Legend() {
  const text = useText();
  return (
    <div class="report-legend">
      {chartSeries.map((series) => (
        <span key={series} class={`legend-item legend-${series}`}>
          <span class="legend-line" aria-hidden="true" />
          {text(`detail.${series}`)}
        </span>
      ))}
    </div>
  );
}

function Plots({ groups }: { groups: readonly ReportGroup[] }) {
  const text = useText();
  return (
    <div class="report-groups">
      {groups.map(({ group, charts, still }) => (
        <section key={group} class="report-group">
          <h3>{text(`group.${group}` as TextKey)}</h3>
          <div class="report-charts">
            {charts.map((chart) => (
              <Chart key={chart.channel.name} chart={chart} />
            ))}
          </div>
          {still.length > 0 && (
            <p class="report-still">
              {text("report.still", { names: still.map(({ name }) => name).join(", ") })}
            </p>
          )}
        </section>
      ))}
    </div>
  );
}

function Chart({ chart }: { chart: ReportChart }) {
  const text = useText();
  const id = useId();
  const { channel, report, paths, dots, full } = chart;
  const last = report.points.at(-1);
  const percent = (value: number | undefined) =>
    last === undefined || value === undefined || last.reference <= 0
      ? "–"
      : text.number((100 * value) / last.reference, 0);
  const [raw, calibrated] = [percent(last?.raw), percent(last?.calibrated)];
  return (
    <figure class="report-chart">
      <figcaption>
        <span class="report-channel" title={text.channel(channel.name)}>
          {channel.name}
        </span>
        <span class={`verdict verdict-${report.verdict}`} title={text(`verdict.${report.verdict}`)}>
          <VerdictIcon verdict={report.verdict} />
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} role="img" aria-labelledby={id}>
        <title id={id}>
          {`${text("detail.curve", { channel: channel.name })}. ${text("detail.curveText", { raw, calibrated })}`}
        </title>
        <path class="report-full" d={`M0 ${full}H${CHART_WIDTH}`} />
        {chartSeries.map((series) => (
          <path key={series} class={`line line-${series}`} d={paths[series]} />
        ))}
        {dots.map((dot) => (
          <g key={dot.x}>
            <circle class="report-dot-raw" cx={dot.x} cy={dot.raw} r={2} />
            <circle class="report-dot-calibrated" cx={dot.x} cy={dot.calibrated} r={2} />
          </g>
        ))}
      </svg>
      <div class="report-ends">
        <span class="report-end-raw">{raw} %</span>
        <span class="report-end-calibrated">{calibrated} %</span>
      </div>
      <MatchedBy channelClass={report.channelClass} />
    </figure>
  );
}
