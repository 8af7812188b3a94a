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
import { type FaceChannelName, faceChannelNames } from "../tables/face-channels";
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
      channels: faceChannelNames.map((name) => channelReport(report, avatar, name)),
    };
  }

  /**
   * Documents of the channel and of those that its numbers hang on: reading and writing all 52 takes longer than the rest of a
   * slider's move.
   */
  reportChannel(avatar: MeasuredAvatar, profile: Profile, channel: number): ChannelReport {
    const name = faceChannelNames[channel];
    if (name === undefined)
      throw new Error(`channel ${channel}: expected 0 to ${faceChannelNames.length - 1}`);
    const { measurement } = avatar;
    const names = [name, ...(drivenBy[name] ?? []), ...extremes(measurement, this.reference)];
    const own = profile.calibration.channels;
    const channels = Object.fromEntries(
      names.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]]])),
    );
    const report = this.core.report(
      only(measurement, names),
      only(this.reference, names),
      toCore({ ...profile, calibration: { ...profile.calibration, channels } }),
    );
    return channelReport(report, avatar, name);
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

/** Channels whose settings another's output hangs on as well. */
const drivenBy: Readonly<Partial<Record<FaceChannelName, readonly FaceChannelName[]>>> = {
  mouthClose: ["jawOpen"],
};

interface Face {
  readonly channels: Readonly<
    Partial<
      Record<FaceChannelName, ReferenceFace["channels"][FaceChannelName] & { readonly presence?: string }>
    >
  >;
}

/** For each measurement, the channels that the height shared with the reference hangs on. */
const tallest = new WeakMap<Face, readonly FaceChannelName[]>();

/** What moves lowest and highest on either of two faces, of the channels that both have. */
function extremes(avatar: Face, reference: Face): readonly FaceChannelName[] {
  const known = tallest.get(avatar);
  if (known !== undefined) return known;
  // A reference may hold travels alone; what a measurement found too small to move has one too.
  const has = ({ channels }: Face, name: FaceChannelName) => {
    const presence = channels[name]?.presence ?? ((channels[name]?.travel ?? 0) > 0 ? "moves" : "empty");
    return presence === "moves" || presence === "binary";
  };
  // The tongue comes out of the face: it says nothing of its height.
  const shared = faceChannelNames.filter(
    (name) => name !== "tongueOut" && has(avatar, name) && has(reference, name),
  );
  const found = [avatar, reference].flatMap((face) => {
    const at = (name: FaceChannelName, end: "low" | "high") => face.channels[name]?.[end] ?? 0;
    const pick = (better: (a: FaceChannelName, b: FaceChannelName) => boolean) =>
      shared.reduce<FaceChannelName | undefined>(
        (best, name) => (best === undefined || better(name, best) ? name : best),
        undefined,
      );
    return [pick((a, b) => at(a, "low") < at(b, "low")), pick((a, b) => at(a, "high") > at(b, "high"))];
  });
  const names = [...new Set(found.filter((name) => name !== undefined))];
  tallest.set(avatar, names);
  return names;
}

/** The face with these channels alone. */
function only<T extends Face>(face: T, names: readonly FaceChannelName[]): T {
  const kept = names.flatMap((name) =>
    face.channels[name] === undefined ? [] : [[name, face.channels[name]]],
  );
  return { ...face, channels: Object.fromEntries(kept) };
}

function channelReport(report: CoreReport, avatar: MeasuredAvatar, name: FaceChannelName): ChannelReport {
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
