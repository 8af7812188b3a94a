// The response of one channel: input against visible movement, raw and calibrated, against the reference.
// It draws the core's points; the moving dots are painted with the frames.
import { useEffect, useRef } from "preact/hooks";
import type { ChannelReport, ResponsePoint } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { useApp, useText } from "./context";
import { CurveDots } from "./curve-dots";
import { CurveHandle } from "./curve-handle";
import { monotonePath, type PathPoint } from "./monotone-path";
import { curveScale } from "./verdict-reason";

/** Drawing units of the SVG. */
export const CURVE_WIDTH = 240;
export const CURVE_HEIGHT = 150;
const PERCENT = 100;
/** Movement above this many times the reference's is drawn at the edge. */
const MAX_SHOWN = 2.5;

type Series = "reference" | "raw" | "calibrated";

export function ResponseCurve({ channel, report }: { channel: ChannelInfo; report: ChannelReport }) {
  const text = useText();
  const { store } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = curveScale(report.points);
  const last = report.points.at(-1);
  const highest = Math.min(
    MAX_SHOWN,
    Math.max(1, ...report.points.map((point) => Math.max(point.raw, point.calibrated) / (scale || 1))),
  );
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const dots = new CurveDots(canvas.current, store.live, channel.index, report.points, scale * highest);
    return store.live.onFrame(() => dots.paint());
  }, [store, channel, report, scale, highest]);
  if (scale === 0 || last === undefined) {
    return (
      <figure class="curve curve-none">
        <p>{text("detail.curveNone")}</p>
      </figure>
    );
  }
  // There is nothing to take hold of in a line along the bottom.
  const moves = report.verdict !== "missing" && report.verdict !== "empty";
  const percent = (value: number) => text.number((PERCENT * value) / scale, 0);
  return (
    <figure class="curve">
      <div class="curve-plot">
        <svg
          viewBox={`0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby="curve-title"
        >
          <title id="curve-title">
            {`${text("detail.curve", { channel: channel.name })}. ${text("detail.curveText", {
              raw: percent(last.raw),
              calibrated: percent(last.calibrated),
            })}`}
          </title>
          <Grid highest={highest} />
          {(["reference", "raw", "calibrated"] as const).map((series) => (
            <path
              key={series}
              class={`line line-${series}`}
              d={curvePath(report.points, series, scale * highest)}
            />
          ))}
        </svg>
        <div aria-hidden="true">
          <canvas ref={canvas} class="curve-dots" />
        </div>
        {moves && report.channelClass !== "binary" && (
          <CurveHandle channel={channel} points={report.points} top={scale * highest} />
        )}
      </div>
      <figcaption class="legend">
        {(["reference", "raw", "calibrated"] as const).map((series) => (
          <span key={series} class={`legend-item legend-${series}`}>
            <span class="legend-line" aria-hidden="true" />
            {text(`detail.${series}`)}
            {series !== "reference" && ` ${percent(last[series])} %`}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Grid({ highest }: { highest: number }) {
  const y = CURVE_HEIGHT * (1 - 1 / highest);
  const quarter = [0.25, 0.5, 0.75].map((share) => share * CURVE_WIDTH);
  return (
    <g class="grid">
      {quarter.map((x) => (
        <path key={x} d={`M${x} 0V${CURVE_HEIGHT}`} />
      ))}
      <path class="grid-full" d={`M0 ${y}H${CURVE_WIDTH}`} />
      <path d={`M0 ${(y + CURVE_HEIGHT) / 2}H${CURVE_WIDTH}`} />
    </g>
  );
}

function curvePath(points: readonly ResponsePoint[], series: Series, top: number): string {
  const list: PathPoint[] = points.map((point) => ({
    x: point.input * CURVE_WIDTH,
    y: CURVE_HEIGHT * (1 - Math.min(1, point[series] / top)),
  }));
  return monotonePath(list);
}
