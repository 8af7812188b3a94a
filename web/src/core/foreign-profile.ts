// Whether a profile was made for an avatar, and what is left of it where it was not.
// It applies nothing and asks nobody.

import type { Profile } from "./documents";

/** Links carry a shortened fingerprint: the beginning of the whole one. */
export function isFingerprintOf(whole: string, stated: string): boolean {
  return stated !== "" && whole.startsWith(stated.toLowerCase());
}

/** A profile that names no avatar is taken for any. */
export function isMadeFor(profile: Profile, fingerprint: string): boolean {
  const stated = profile.avatar?.fingerprint ?? "";
  return stated === "" || isFingerprintOf(fingerprint, stated);
}

/** The profile without the substitutes that the avatar does not offer. */
export function withOffered(profile: Profile, isOffered: (channel: string, id: string) => boolean): Profile {
  const kept = Object.entries(profile.calibration.substitutes ?? {}).filter(([channel, id]) =>
    isOffered(channel, id),
  );
  return { ...profile, calibration: { ...profile.calibration, substitutes: Object.fromEntries(kept) } };
}

/** True where both profiles drive every channel by the same substitute. */
export function sameSubstitutes(a: Profile, b: Profile): boolean {
  const mine = a.calibration.substitutes ?? {};
  const others = b.calibration.substitutes ?? {};
  const names = Object.keys(mine);
  return (
    names.length === Object.keys(others).length && names.every((channel) => mine[channel] === others[channel])
  );
}
