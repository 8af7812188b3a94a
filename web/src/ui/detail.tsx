// The selected channel: response curve, numbers, gain, value by hand, substitute.
// It shows one channel and changes no other.
import type { ComponentChildren } from "preact";
import { substituteOf } from "../state/profile";
import { type ChannelReport, substituteVerdicts } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { type Text, useApp, useText } from "./context";
import { DetailControls } from "./detail-controls";
import { FloorOffer } from "./floor-offer";
import { Icon, VerdictIcon } from "./icons";
import { ResponseCurve } from "./response-curve";
import { verdictAdvice, verdictReason } from "./verdict-reason";

const MILLIMETRES = 1000;

export function Detail() {
  const text = useText();
  const { store } = useApp();
  const channel = store.channels[store.selected.value];
  const report = store.report.value?.channels[store.selected.value] ?? null;
  if (channel === undefined || report === null) {
    return (
      <section class="detail detail-empty" aria-label={text("detail.region")}>
        <p>{text("detail.none")}</p>
      </section>
    );
  }
  return (
    <section class="detail" aria-label={text("detail.region")} data-testid="detail">
      <DetailHead channel={channel} report={report} />
      <ResponseCurve channel={channel} report={report} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys */}
      <section class="detail-facts" tabIndex={0} aria-label={text("detail.facts")}>
        <Facts report={report} />
        <Advice channel={channel} report={report} />
        <FloorOffer channel={channel} />
      </section>
      <DetailControls channel={channel} report={report} />
    </section>
  );
}

interface PartProps {
  channel: ChannelInfo;
  report: ChannelReport;
}

function DetailHead({ channel, report }: PartProps) {
  const text = useText();
  return (
    <div class="detail-head">
      <h2>{text.channel(channel.name)}</h2>
      <code>{channel.name}</code>
      <span class={`verdict verdict-${report.verdict}`}>
        <VerdictIcon verdict={report.verdict} />
        <span>{text(`verdict.${report.verdict}`)}</span>
      </span>
      <span class="verdict-hint">{text.note(verdictReason(channel.name, report))}</span>
    </div>
  );
}

function Fact({ name, hint, children }: { name: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="fact" title={hint}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ report }: { report: ChannelReport }) {
  const text = useText();
  // The file has nothing to measure: figures would only be defaults.
  if (report.verdict === "missing" || report.verdict === "empty") return null;
  return (
    <dl class="facts">
      <Fact name={text("detail.ratio")} hint={text("terms.ratio")}>
        {text.number(report.ratio, 3)}{" "}
        <small title={text(`class.${report.channelClass}.hint`)}>
          {text(`class.${report.channelClass}`)}
        </small>
      </Fact>
      <Fact name={text("detail.range")} hint={text("terms.range")}>
        {text.number(report.deadZone, 2)}–{text.number(report.saturation, 2)}{" "}
        <small>{text(`saturation.${report.saturationFrom}`)}</small>
      </Fact>
      <Fact name={text(report.gazeDegrees > 0 ? "detail.gaze" : "detail.travel")}>
        {report.gazeDegrees > 0
          ? text("detail.gazeValue", { value: text.number(report.gazeDegrees, 1) })
          : text("detail.travelValue", { value: text.number(report.travel * MILLIMETRES, 1) })}
      </Fact>
      <Fact name={text("detail.targets")}>
        <span class="targets" title={report.targets.join(", ")}>
          {report.targets.join(", ") || text("detail.noTargets")}
        </span>
      </Fact>
    </dl>
  );
}

/** What can be done about a channel that does not do what the reference does. */
function Advice({ channel, report }: PartProps) {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const offers = store.avatar.value?.substitutes[channel.name] ?? [];
  const active = profile === null ? undefined : substituteOf(profile, channel.name);
  const needed = substituteVerdicts.has(report.verdict);
  const advice = verdictAdvice(channel.name, report);
  const offered = active === undefined && needed && offers.length > 0;
  if (active === undefined && !offered) {
    if (advice === null) return null;
    return (
      <p class="advice">
        {needed && `${text("substitute.none")} `}
        {text.note(advice)}
      </p>
    );
  }
  return (
    <div class="substitute" data-testid="substitute">
      {offered && <p>{text("advice.offer")}</p>}
      {active !== undefined ? (
        <>
          <span>{text("substitute.active", { source: sourceName(text, active) })}</span>
          <button
            type="button"
            class="button button-plain"
            disabled={store.busy.value}
            onClick={() => void actions.setSubstitute(channel.name, undefined)}
          >
            {text("substitute.remove", { source: sourceName(text, active) })}
          </button>
        </>
      ) : (
        offers.map((id) => (
          <button
            key={id}
            type="button"
            class="button button-plain"
            disabled={store.busy.value}
            onClick={() => void actions.setSubstitute(channel.name, id)}
          >
            <Icon name="swap" />
            {text("substitute.accept", { source: sourceName(text, id) })}
          </button>
        ))
      )}
    </div>
  );
}

/** The stable text of a substitute in words: `target:viseme_aa`, `expression:aa`, `bone:jaw`, `lookAt`. */
function sourceName(text: Text, id: string): string {
  const [kind, name = ""] = id.split(/:(.*)/s);
  switch (kind) {
    case "target":
      return text("substitute.target", { name });
    case "expression":
      return text("substitute.expression", { name });
    case "bone":
      return text("substitute.bone", { name });
    case "lookAt":
      return text("substitute.lookAt");
    default:
      return id;
  }
}
