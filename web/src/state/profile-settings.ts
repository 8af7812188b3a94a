// What the user sets beside the gains, read from a profile and written into a new one: floors, locks, mutes, lids, groups, symmetry.
// Ratios and ranges are the core's; here they are only carried from one document to another.
import { AUTOMATIC_GAIN, type Profile, type ProfileChannel, withCalibration, withChannel } from "./profile";

/** Highest floor; the core refuses more. */
export const MAX_FLOOR = 0.1;
export const NO_FLOOR = 0;
/** Lowest input at which lids may count as closed; the core refuses less. */
export const MIN_CLOSED_AT = 0.2;
export const DEFAULT_CLOSED_AT = 1;
export const DEFAULT_SYMMETRY = 1;

/** The two channels that `closedAt` acts on. */
export const blinkChannels = ["eyeBlinkLeft", "eyeBlinkRight"] as const;

/** A channel's settings of the user, as they are where the document says nothing. */
export const automaticChannel = {
  userGain: AUTOMATIC_GAIN,
  floor: NO_FLOOR,
  closedAt: DEFAULT_CLOSED_AT,
  locked: false,
  muted: false,
} as const;

export type ChannelSettings = { readonly [Key in keyof typeof automaticChannel]: ProfileChannel[Key] & {} };

/** Fields that calibration fills; the rest of a channel is the user's. */
const calibratedFields = ["ratio", "gamma", "deadZone", "saturation"] as const;

/** The user's settings of a channel, defaults filled in. */
export function channelSettings(profile: Profile | null, channel: string): ChannelSettings {
  const own = profile?.calibration.channels[channel];
  return {
    userGain: own?.userGain ?? automaticChannel.userGain,
    floor: own?.floor ?? automaticChannel.floor,
    closedAt: own?.closedAt ?? automaticChannel.closedAt,
    locked: own?.locked ?? automaticChannel.locked,
    muted: own?.muted ?? automaticChannel.muted,
  };
}

/** True where the user has set nothing in the channel. */
export function isAutomatic(profile: Profile | null, channel: string): boolean {
  const own = channelSettings(profile, channel);
  return (Object.keys(automaticChannel) as (keyof ChannelSettings)[]).every(
    (key) => own[key] === automaticChannel[key],
  );
}

export function groupGain(profile: Profile | null, group: string): number {
  const gains = profile?.calibration.groupGain;
  return gains !== undefined && Object.hasOwn(gains, group)
    ? (gains[group] ?? AUTOMATIC_GAIN)
    : AUTOMATIC_GAIN;
}

export function symmetryOf(profile: Profile | null): number {
  return profile?.calibration.symmetry ?? DEFAULT_SYMMETRY;
}

export function withGroupGain(profile: Profile, group: string, gain: number): Profile {
  return withCalibration(profile, { groupGain: { ...profile.calibration.groupGain, [group]: gain } });
}

export function withSymmetry(profile: Profile, symmetry: number): Profile {
  return withCalibration(profile, { symmetry });
}

/** The same gain on several channels. */
export function withGains(profile: Profile, channels: readonly string[], gain: number): Profile {
  return channels.reduce((edited, channel) => withChannel(edited, channel, { userGain: gain }), profile);
}

/** @param floors by channel name */
export function withFloors(profile: Profile, floors: ReadonlyMap<string, number>): Profile {
  return [...floors].reduce((edited, [channel, floor]) => withChannel(edited, channel, { floor }), profile);
}

/** @param left of eyeBlinkLeft, `right` of eyeBlinkRight */
export function withClosedAt(profile: Profile, left: number, right: number): Profile {
  return withChannel(withChannel(profile, blinkChannels[0], { closedAt: left }), blinkChannels[1], {
    closedAt: right,
  });
}

/** Channels without settings of the user; unknown fields stay. */
export function withoutSettings(profile: Profile, channels: readonly string[]): Profile {
  const edited: Record<string, ProfileChannel> = { ...profile.calibration.channels };
  for (const channel of channels) {
    const own = edited[channel];
    if (own === undefined) continue;
    const { userGain, floor, closedAt, locked, muted, ...rest } = own;
    edited[channel] = rest;
  }
  return withCalibration(profile, { channels: edited });
}

/** What calibration found in `fresh`, for these channels alone. */
export function withCalibrated(profile: Profile, fresh: Profile, channels: readonly string[]): Profile {
  return channels.reduce((edited, channel) => {
    const found = fresh.calibration.channels[channel];
    if (found === undefined) return edited;
    const change = Object.fromEntries(
      calibratedFields.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
    );
    return withChannel(edited, channel, change);
  }, profile);
}
