// The profile document as the page edits it: types, defaults for absent fields, and edits that return a new document.
// It does not validate; the core does that for every document before it is used.

/** One channel's settings. Fields that are absent have their defaults; unknown ones are kept. */
export interface ProfileChannel {
  readonly gamma?: number;
  readonly ratio?: number;
  readonly deadZone?: number;
  readonly saturation?: number;
  /** 0..2; 1 is the automatic value. */
  readonly userGain?: number;
  /** Input up to which nothing happens, 0..0.1. */
  readonly floor?: number;
  /** Input at which the lids count as closed, 0.2..1; eyeBlink* only. */
  readonly closedAt?: number;
  /** Recalibration leaves the channel as it is. */
  readonly locked?: boolean;
  /** The channel is 0. */
  readonly muted?: boolean;
  readonly [unknown: string]: unknown;
}

export type RemapMethod = "range_match" | "adaptive_remap" | "linear";
export const remapMethods: readonly RemapMethod[] = ["range_match", "adaptive_remap", "linear"];

export interface ProfileCalibration {
  readonly method: RemapMethod;
  readonly channels: Readonly<Record<string, ProfileChannel>>;
  /** 0..2 on all amplitude channels. */
  readonly overall?: number;
  /** 0..1: how far the ratios of a pair become their mean. */
  readonly symmetry?: number;
  /** Group name to gain, 0..2, on the group's amplitude channels. */
  readonly groupGain?: Readonly<Record<string, number>>;
  /** Channel name to the stable text of the substitute that drives it. */
  readonly substitutes?: Readonly<Record<string, string>>;
  readonly [unknown: string]: unknown;
}

export interface Profile {
  readonly version: number;
  readonly avatarName?: string;
  readonly calibration: ProfileCalibration;
  readonly avatar?: { readonly fingerprint?: string; readonly [unknown: string]: unknown };
  readonly [unknown: string]: unknown;
}

/** Gains are 1 where the document says nothing: the automatic value. */
export const AUTOMATIC_GAIN = 1;
export const MAX_GAIN = 2;

export function userGain(profile: Profile, channel: string): number {
  return profile.calibration.channels[channel]?.userGain ?? AUTOMATIC_GAIN;
}

export function overallGain(profile: Profile): number {
  return profile.calibration.overall ?? AUTOMATIC_GAIN;
}

export function substituteOf(profile: Profile, channel: string): string | undefined {
  const { substitutes } = profile.calibration;
  return substitutes !== undefined && Object.hasOwn(substitutes, channel) ? substitutes[channel] : undefined;
}

/** The profile with other fields in its calibration. */
export function withCalibration(profile: Profile, change: Partial<ProfileCalibration>): Profile {
  return { ...profile, calibration: { ...profile.calibration, ...change } };
}

/** The profile with other fields in one channel. */
export function withChannel(profile: Profile, channel: string, change: Partial<ProfileChannel>): Profile {
  const { channels } = profile.calibration;
  return withCalibration(profile, {
    channels: { ...channels, [channel]: { ...channels[channel], ...change } },
  });
}

export function withUserGain(profile: Profile, channel: string, gain: number): Profile {
  return withChannel(profile, channel, { userGain: gain });
}

export function withMethod(profile: Profile, method: RemapMethod): Profile {
  return withCalibration(profile, { method });
}

export function withOverall(profile: Profile, overall: number): Profile {
  return withCalibration(profile, { overall });
}

/** Drives a channel by a substitute; `undefined` goes back to its own route. */
export function withSubstitute(profile: Profile, channel: string, id: string | undefined): Profile {
  const substitutes = { ...profile.calibration.substitutes };
  if (id === undefined) delete substitutes[channel];
  else substitutes[channel] = id;
  return withCalibration(profile, { substitutes });
}

/** True where both documents drive the same channels by the same substitutes. */
export function sameSubstitutes(a: Profile, b: Profile): boolean {
  const first = a.calibration.substitutes ?? {};
  const second = b.calibration.substitutes ?? {};
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => first[name] === second[name]);
}
