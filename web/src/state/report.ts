// The calibration report as the page shows it. Plain data.
// It is computed by the core; nothing here derives a number.

export type Verdict = "effective" | "weak" | "strong" | "binary" | "empty" | "missing";
export const verdicts: readonly Verdict[] = ["effective", "weak", "strong", "binary", "empty", "missing"];

/** Verdicts that ask for a look: the channel does not do what the reference does. */
export const attentionVerdicts: ReadonlySet<Verdict> = new Set(["weak", "strong", "empty", "missing"]);

/** Verdicts for which a substitute is offered. */
export const substituteVerdicts: ReadonlySet<Verdict> = new Set(["weak", "empty", "missing"]);

export type SaturationFrom = "none" | "response" | "fold" | "lids" | "lips";
export type ChannelClass = "amplitude" | "closure" | "gaze" | "coupled" | "binary";

/** What one input shows: visible movement as the core states it, in one unit for all three. */
export interface ResponsePoint {
  /** 0..1 */
  readonly input: number;
  readonly reference: number;
  readonly raw: number;
  readonly calibrated: number;
  /** The calibrated weight, 0..1. */
  readonly output: number;
}

export interface ChannelReport {
  readonly verdict: Verdict;
  readonly channelClass: ChannelClass;
  /** Names of the targets, expressions or bones that the channel drives. */
  readonly targets: readonly string[];
  /** Metres at weight 1. */
  readonly travel: number;
  readonly ratio: number;
  readonly deadZone: number;
  readonly saturation: number;
  readonly saturationFrom: SaturationFrom;
  /** 0 where no turning was found. */
  readonly gazeDegrees: number;
  /** From input 0 to 1, rising. */
  readonly points: readonly ResponsePoint[];
}

export interface Report {
  /** 0..100, or null where nothing can be scored. */
  readonly before: number | null;
  readonly after: number | null;
  readonly lowConfidence: boolean;
  /** By channel index, 0..51. */
  readonly channels: readonly ChannelReport[];
}

/** The report with one channel made anew; one that there is not leaves it as it is. */
export function withChannelReport(
  report: Report,
  channel: number,
  make: (channel: number) => ChannelReport,
): Report {
  if (report.channels[channel] === undefined) return report;
  const made = make(channel);
  return { ...report, channels: report.channels.map((other, index) => (index === channel ? made : other)) };
}

/** `after`, with the channels of `before` where they are equal: what shows them need not be made again. */
export function keepEqualChannels(before: Report | null, after: Report): Report {
  if (before === null) return after;
  return {
    ...after,
    channels: after.channels.map((channel, index) => {
      const other = before.channels[index];
      return other !== undefined && isEqual(other, channel) ? other : channel;
    }),
  };
}

/** Plain data: numbers, texts, lists and records of them. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
