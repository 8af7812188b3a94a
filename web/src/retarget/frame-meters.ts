// The meters of every frame of a retargeted recording, put into few numbers: mean, 95th percentile, greatest and when.
// It measures nothing itself: the figures are the core's, frame by frame.
import { type BodyMeterName, bodyMeterAt, bodyMeterNames } from "../tables/body-meters";

export const frameMeterNames = [
  "footSlide", // cm/s above the source's own, planted feet
  "penetration", // mm of planted soles under the floor
  "floating", // mm of planted soles above it
  "limbStretch", // %
  "handError", // mm, hands with a target
  "kneeJump", // degrees a frame
  "elbowJump", // degrees a frame
  "pelvisDrop", // mm
] as const;
export type FrameMeterName = (typeof frameMeterNames)[number];

export interface MeterSummary {
  /** Values that count: a foot that is not planted has no slide. 0: none, and all other numbers are 0. */
  readonly count: number;
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
  /** When the greatest was, seconds of the recording. */
  readonly maxAt: number;
}

/** Raw rows of a recording. */
export interface FrameMeters {
  /** Seconds of the recording. */
  readonly times: Float64Array;
  /** frames x `bodyMeterNames`. */
  readonly rows: Float32Array;
  /** frames x 2 (left, right). */
  readonly planted: Uint8Array;
}

interface Part {
  readonly meter: BodyMeterName;
  /** Whether the frame counts for this meter. */
  readonly counts: (meters: FrameMeters, frame: number) => boolean;
}

const always = () => true;
const isPlanted =
  (side: number) =>
  ({ planted }: FrameMeters, frame: number) =>
    planted[2 * frame + side] === 1;
const isOn =
  (weight: BodyMeterName) =>
  ({ rows }: FrameMeters, frame: number) =>
    (rows[frame * bodyMeterNames.length + bodyMeterAt[weight]] ?? 0) > 0;
const both = (
  left: BodyMeterName,
  right: BodyMeterName,
  counts: (side: number) => Part["counts"],
): Part[] => [
  { meter: left, counts: counts(0) },
  { meter: right, counts: counts(1) },
];

const partsOf: Readonly<Record<FrameMeterName, readonly Part[]>> = {
  footSlide: both("leftFootSlide", "rightFootSlide", isPlanted),
  penetration: both("leftPenetration", "rightPenetration", isPlanted),
  floating: both("leftFloating", "rightFloating", isPlanted),
  limbStretch: [{ meter: "limbStretch", counts: always }],
  handError: both("leftHandError", "rightHandError", (side) =>
    isOn(side === 0 ? "leftArmWeight" : "rightArmWeight"),
  ),
  kneeJump: [{ meter: "kneeJump", counts: always }],
  elbowJump: [{ meter: "elbowJump", counts: always }],
  pelvisDrop: [{ meter: "pelvisDrop", counts: always }],
};

/** Value below which 95 of 100 lie, taken from the list itself. */
function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? 0;
}

function summarize(meters: FrameMeters, parts: readonly Part[]): MeterSummary {
  const values: number[] = [];
  let sum = 0;
  let max = 0;
  let maxAt = 0;
  for (const { meter, counts } of parts) {
    for (let frame = 0; frame < meters.times.length; ++frame) {
      if (!counts(meters, frame)) continue;
      const value = meters.rows[frame * bodyMeterNames.length + bodyMeterAt[meter]] ?? 0;
      values.push(value);
      sum += value;
      if (value > max) [max, maxAt] = [value, meters.times[frame] ?? 0];
    }
  }
  const count = values.length;
  return { count, mean: count === 0 ? 0 : sum / count, p95: percentile95(values), max, maxAt };
}

export function summarizeMeters(meters: FrameMeters): Readonly<Record<FrameMeterName, MeterSummary>> {
  const entries = frameMeterNames.map((name) => [name, summarize(meters, partsOf[name])] as const);
  return Object.fromEntries(entries) as Record<FrameMeterName, MeterSummary>;
}

/** What a frame may cost before it is worth a look; the worst frame is that which is most times over one of them. */
export const meterLimits: Readonly<Record<FrameMeterName, number>> = {
  footSlide: 2,
  penetration: 5,
  floating: 3,
  limbStretch: 0.01,
  handError: 10,
  kneeJump: 30,
  elbowJump: 30,
  // Lowering the pelvis is what is wanted where legs are short: it counts from a tenth of a metre on.
  pelvisDrop: 100,
};

export interface WorstFrame {
  /** Seconds of the recording. */
  readonly time: number;
  readonly meter: FrameMeterName;
  readonly value: number;
}

/** Null where all meters are 0. */
export function worstFrame(summaries: Readonly<Record<FrameMeterName, MeterSummary>>): WorstFrame | null {
  let worst: WorstFrame | null = null;
  let most = 0;
  for (const meter of frameMeterNames) {
    const { max, maxAt } = summaries[meter];
    const times = max / meterLimits[meter];
    if (times > most) [most, worst] = [times, { time: maxAt, meter, value: max }];
  }
  return worst;
}
