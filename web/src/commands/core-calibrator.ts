// The calibration functions of the core in the form that the session uses: documents of the store in and out.
// It calculates nothing; it only joins report, measurement and routes into what the page shows.

import type { AvatarDescription } from "../avatar/description";
import type { Core } from "../core/core";
import type {
  ChannelReport as CoreChannelReport,
  Profile as CoreProfile,
  Report as CoreReport,
  ReferenceFace,
} from "../core/documents";
import type { Profile } from "../state/profile";
import type { ChannelReport, Report, ResponsePoint } from "../state/report";
import { faceChannelNames } from "../tables/face-channels";
import type { Calibrator, MeasuredAvatar } from "./ports";

// One document seen by two rooms: the store keeps unknown fields typed as unknown, the core does not name them.
const toCore = (profile: Profile): CoreProfile => profile as unknown as CoreProfile;
const toStore = (profile: CoreProfile): Profile => profile as unknown as Profile;

const ORIGIN: ResponsePoint = { input: 0, reference: 0, raw: 0, calibrated: 0, output: 0 };

export class CoreCalibrator implements Calibrator {
  constructor(
    private readonly core: Core,
    private readonly reference: ReferenceFace,
    /** ISO 8601, for new profiles. */
    private readonly now: () => string,
  ) {}

  fingerprint(bytes: Uint8Array): string {
    return this.core.sha256(bytes);
  }

  calibrate(avatar: MeasuredAvatar, keep: Profile | null): Profile {
    const profile = this.core.calibrate(avatar.measurement, this.reference, {
      avatarName: avatar.facts.name || avatar.facts.file,
      platform: avatar.facts.format,
      fingerprint: avatar.facts.fingerprint,
      ...(keep === null ? { created: this.now() } : { keep: toCore(keep) }),
    });
    return toStore(profile);
  }

  reportDocument(avatar: MeasuredAvatar, profile: Profile): CoreReport {
    return this.core.report(avatar.measurement, this.reference, toCore(profile));
  }

  report(avatar: MeasuredAvatar, profile: Profile): Report {
    const report = this.reportDocument(avatar, profile);
    return {
      before: report.score.before,
      after: report.score.after,
      lowConfidence: report.lowConfidence,
      channels: faceChannelNames.map((name): ChannelReport => {
        const channel = report.channels[name];
        return {
          verdict: channel.verdict,
          channelClass: channel.class,
          travel: channel.travel,
          ratio: channel.ratio ?? 1,
          deadZone: channel.deadZone,
          saturation: channel.saturation,
          saturationFrom: channel.saturationFrom,
          gazeDegrees: channel.gazeDegrees,
          targets: targetNames(avatar.description, name),
          points: responsePoints(report.inputs, channel),
        };
      }),
    };
  }

  check(text: string): { profile: Profile; warnings: readonly string[] } {
    const { profile, warnings } = this.core.checkProfile(text);
    return {
      profile: toStore(profile),
      warnings: warnings.map(({ path, message }) => `${path}: ${message}`),
    };
  }

  seal(profile: Profile): string {
    return this.core.sealProfile(toCore(profile));
  }

  encodeLink(profile: Profile): string {
    return this.core.encodeLink(toCore(profile));
  }

  decodeLink(link: string): Profile {
    return toStore(this.core.decodeLink(link));
  }
}

function responsePoints(inputs: readonly number[], channel: CoreChannelReport): ResponsePoint[] {
  const points = inputs.map((input, index) => ({
    input,
    reference: channel.reference[index] ?? 0,
    raw: channel.raw[index] ?? 0,
    calibrated: channel.calibrated[index] ?? 0,
    output: channel.output[index] ?? 0,
  }));
  return [ORIGIN, ...points];
}

/** What the channel drives, by the file's names, each once. */
function targetNames(description: AvatarDescription, channel: string): string[] {
  const route = description.routes.channels[channel];
  if (route === undefined) return [];
  const names = new Set<string>();
  for (const bind of route.binds) names.add(description.slots[bind.slot]?.name || `#${bind.slot}`);
  for (const bind of route.expressions) {
    const name = description.routes.expressions[bind.expression]?.name;
    if (name !== undefined) names.add(name);
  }
  for (const turn of route.turns) names.add(turn.bone);
  return [...names];
}
