// The report's numbers as a table: for each channel and input what the avatar shows, raw and calibrated, against the reference.
// The same numbers as the plots', for reading and for screen readers.
import type { ChannelReport, Report } from "../state/report";
import { useApp, useText } from "./context";
import { VerdictIcon } from "./icons";
import { inputsOf, shareOf } from "./report-charts";

/** Why the share of the reference's travel is no measure of this channel; nothing for those that travel is matched for. */
export function MatchedBy({ channelClass }: Pick<ChannelReport, "channelClass">) {
  const text = useText();
  if (channelClass === "amplitude") return null;
  return (
    <small class="report-why" title={text(`class.${channelClass}.hint`)}>
      {text(`report.why.${channelClass}`)}
    </small>
  );
}

export function ReportTable({ report }: { report: Report }) {
  const text = useText();
  const { store } = useApp();
  const inputs = inputsOf(report.channels[0]?.points ?? []).map((point) => point.input);
  const shown = (share: number | null) => (share === null ? "–" : text.number(share, 0));
  return (
    <div>
      {/* A caption scrolls sideways with its table: what is read stands above. */}
      <p class="report-caption" aria-hidden="true">
        {text("report.caption")}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys */}
      <section class="report-scroll" aria-label={text("report.numbers")} tabIndex={0}>
        <table class="report-table">
          <caption class="visually-hidden">{text("report.caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{text("table.channel")}</th>
              <th scope="col">{text("table.verdict")}</th>
              {inputs.map((input) => (
                <th key={input} scope="col" class="report-number">
                  {text.number(input, input < 0.1 ? 2 : 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {store.channels.map((channel) => {
              const row = report.channels[channel.index];
              if (row === undefined) return null;
              return (
                <tr key={channel.name}>
                  <th scope="row" title={text.channel(channel.name)}>
                    {channel.name}
                    <MatchedBy channelClass={row.channelClass} />
                  </th>
                  <td>
                    <span class={`verdict verdict-${row.verdict}`}>
                      <VerdictIcon verdict={row.verdict} />
                      {text(`verdict.${row.verdict}`)}
                    </span>
                  </td>
                  {inputsOf(row.points).map((point) => {
                    const [raw, calibrated] = [shareOf(point, "raw"), shareOf(point, "calibrated")];
                    return (
                      <td key={point.input} class="report-number">
                        {raw === null ? (
                          "–"
                        ) : (
                          <>
                            <span class="report-end-raw">{shown(raw)}</span> →{" "}
                            <span class="report-end-calibrated">{shown(calibrated)}</span>
                          </>
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
