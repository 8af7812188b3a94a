// The document of `calibrate --json`: avatar, score and all 52 channels, in the form that scripts may rely on.
// It is not a profile: it cannot be loaded again.

import type { ChannelReport, SaturationFrom, Verdict } from "../core/documents";
import { type AvatarHeading, avatarHeading } from "../report/report-document";
import { type FaceChannelName, faceChannelNames } from "../tables/face-channels";
import { type MeasuredAvatar, targetNames } from "./measured-avatar";

/** Lengths in metres, at weight 1. Numbers are null where the channel is missing, or where there is no such number. */
export interface CalibrateChannel {
  readonly verdict: Verdict;
  /** Names of the morph targets and bones that it drives. */
  readonly targets: readonly string[];
  readonly travel: number | null;
  /** Travel as a share of the avatar's own face height. */
  readonly travelPerFace: number | null;
  readonly rms: number | null;
  /** Reference movement / avatar movement, as the calibration uses it. */
  readonly ratio: number | null;
  /** Weights 0..1. */
  readonly deadZone: number | null;
  readonly saturation: number | null;
  readonly saturationFrom: SaturationFrom | null;
  readonly class: ChannelReport["class"];
  /** Null where no turning was found. */
  readonly gazeDegrees: number | null;
  /** Id of the best offer to stand in, or null. */
  readonly substitute: string | null;
  /** Extent along the face's up axis, from the head bone. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CalibrateDocument {
  readonly avatar: AvatarHeading;
  readonly score: { readonly before: number | null; readonly after: number | null };
  readonly channels: Readonly<Record<FaceChannelName, CalibrateChannel>>;
}

/** Verdicts for which a stand-in is offered; the others do what they should. */
const wantsSubstitute: ReadonlySet<Verdict> = new Set(["weak", "empty", "missing"]);

function channelOf(avatar: MeasuredAvatar, name: FaceChannelName): CalibrateChannel {
  const { verdict, class: channelClass, ratio } = avatar.report.channels[name];
  const measured = verdict === "missing" ? undefined : avatar.measurement.channels[name];
  return {
    verdict,
    targets: targetNames(avatar.description, name),
    travel: measured?.travel ?? null,
    travelPerFace: measured?.travelPerFace ?? null,
    rms: measured?.rms ?? null,
    ratio: measured === undefined || verdict === "empty" ? null : ratio,
    deadZone: measured?.deadZone ?? null,
    saturation: measured?.saturation ?? null,
    saturationFrom: measured?.saturationFrom ?? null,
    class: channelClass,
    gazeDegrees: measured === undefined || measured.gazeFrom === "none" ? null : measured.gazeDegrees,
    substitute: wantsSubstitute.has(verdict) ? (avatar.description.substitutes[name]?.[0]?.id ?? null) : null,
    low: measured?.low ?? null,
    high: measured?.high ?? null,
  };
}

export function calibrateDocument(avatar: MeasuredAvatar): CalibrateDocument {
  const channels = Object.fromEntries(faceChannelNames.map((name) => [name, channelOf(avatar, name)]));
  return {
    avatar: avatarHeading(avatar),
    score: avatar.report.score,
    channels: channels as Record<FaceChannelName, CalibrateChannel>,
  };
}
