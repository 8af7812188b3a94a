// How far an avatar is from the reference at the values of this frame: mean absolute difference of what is seen, in percent.
// It reads measured curves only; no geometry is looked at, and nothing is allocated after construction.
import type { ChannelReport, Measurement, Report } from "../core/documents";
import { type FaceChannelName, faceChannelNames } from "../tables/face-channels";

const PERCENT = 100;
/** Reference movement below which nothing is asked for, shares of the face height: at rest there is nothing to compare. */
const REST = 1e-4;

/** A curve of visible movement, linear between its points. */
class Curve {
  private readonly at: Float64Array;
  private readonly shown: Float64Array;

  /** @param at rising, from above 0 */
  constructor(at: readonly number[], shown: readonly number[]) {
    this.at = Float64Array.of(0, ...at);
    this.shown = Float64Array.of(0, ...shown);
  }

  value(x: number): number {
    const { at, shown } = this;
    const last = at.length - 1;
    if (!(x > 0)) return 0;
    for (let index = 1; index <= last; index++) {
      const to = at[index] ?? 1;
      if (x > to && index < last) continue;
      const from = at[index - 1] ?? 0;
      const share = Math.min(1, (x - from) / (to - from));
      return (shown[index - 1] ?? 0) + share * ((shown[index] ?? 0) - (shown[index - 1] ?? 0));
    }
    return 0;
  }
}

interface Scored {
  readonly channel: number;
  readonly reference: Curve;
  readonly own: Curve;
}

export class Residual {
  private readonly scored: readonly Scored[];

  /** @param report of the same measurement; channels that it scores count: effective, by amplitude, known to the reference */
  constructor(report: Report, measurement: Measurement) {
    this.scored = faceChannelNames.flatMap((name, channel) => {
      const row: ChannelReport = report.channels[name];
      if (!row.scored) return [];
      const reference = new Curve(report.inputs, row.reference);
      return [{ channel, reference, own: ownCurve(name, report, measurement) }];
    });
  }

  /**
   * @param input values as they came, 52 from `inputAt`
   * @param scale what the values are multiplied with: 1, or 0.01 where they are percent
   * @param weights what goes to the avatar, 52 from `weightsAt`
   * @returns percent of the reference's movement; NaN where the reference rests
   */
  at(input: Float32Array, inputAt: number, scale: number, weights: Float32Array, weightsAt: number): number {
    let difference = 0;
    let asked = 0;
    for (let index = 0; index < this.scored.length; index++) {
      const row = this.scored[index];
      if (row === undefined) continue;
      const value = (input[inputAt + row.channel] ?? 0) * scale;
      const wanted = row.reference.value(Math.min(value, 1));
      const seen = row.own.value(weights[weightsAt + row.channel] ?? 0);
      asked += wanted;
      difference += Math.abs(seen - wanted);
    }
    return asked > REST ? (PERCENT * difference) / asked : Number.NaN;
  }
}

// The measured curve where there is one; else what the report read off it at its own inputs, raw.
function ownCurve(name: FaceChannelName, report: Report, measurement: Measurement): Curve {
  const points = measurement.channels[name]?.curve ?? [];
  if (points.length === 0 || !(report.faceHeight > 0))
    return new Curve(report.inputs, report.channels[name].raw);
  return new Curve(
    points.map((point) => point.weight),
    points.map((point) => point.travel / report.faceHeight),
  );
}
