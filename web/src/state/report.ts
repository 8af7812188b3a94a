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
