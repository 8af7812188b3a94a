// The words of the table in plain sentences: verdicts, ratio, range, and the ways of matching.
// The same sentences are the tooltips; here they are for touch and keys.
import type { ComponentChildren } from "preact";
import { verdicts } from "../state/report";
import { useText } from "./context";
import { VerdictIcon } from "./icons";

const classes = ["amplitude", "closure", "gaze", "coupled", "binary"] as const;

export function Terms() {
  const text = useText();
  return (
    <dl class="terms">
      {verdicts.map((verdict) => (
        <Term key={verdict} explanation={text(`verdict.${verdict}.hint`)}>
          <span class={`verdict verdict-${verdict}`}>
            <VerdictIcon verdict={verdict} />
            {text(`verdict.${verdict}`)}
          </span>
        </Term>
      ))}
      <Term explanation={text("terms.ratio")}>{text("table.ratio")}</Term>
      <Term explanation={text("terms.range")}>{text("table.range")}</Term>
      <Term explanation={text("terms.gain")}>{text("table.gain")}</Term>
      <Term explanation={text("terms.groupGain")}>{text("terms.groupGainName")}</Term>
      <Term explanation={text("panel.strengthHint")}>{text("summary.overall")}</Term>
      <Term explanation={text("panel.symmetryHint")}>{text("panel.symmetry")}</Term>
      <Term explanation={text("panel.closedAtHint")}>{text("panel.closedAt")}</Term>
      <Term explanation={text("panel.floorHint")}>{text("panel.floor")}</Term>
      <Term explanation={text("terms.mute")}>{text("terms.muteName")}</Term>
      <Term explanation={text("terms.solo")}>{text("terms.soloName")}</Term>
      <Term explanation={text("terms.lock")}>{text("terms.lockName")}</Term>
      {classes.map((name) => (
        <Term key={name} explanation={text(`class.${name}.hint`)}>
          {text(`class.${name}`)}
        </Term>
      ))}
    </dl>
  );
}

function Term({ explanation, children }: { explanation: string; children: ComponentChildren }) {
  return (
    <div class="term">
      <dt>{children}</dt>
      <dd>{explanation}</dd>
    </div>
  );
}
