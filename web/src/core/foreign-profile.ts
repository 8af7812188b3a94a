// Whether a profile was made for an avatar, and what it means there: links by codes, foreign ones by name.
// It applies nothing and asks nobody.

import { isLinkSubstitute, offerOf } from "../tables/substitute-code";
import type { Profile } from "./documents";

/** Of each channel, the ids of the substitutes that an avatar offers, best first. */
export type Offers = Readonly<Record<string, readonly string[]>>;

/** A profile in either of its typed forms. */
interface Substituted {
  readonly calibration: { readonly substitutes?: Readonly<Record<string, string>> };
}

/** A substitute that an avatar does not offer. `id` is `link:` and a code where a link named it. */
export interface UnknownOffer {
  readonly channel: string;
  readonly id: string;
}

/** A profile as an avatar can have it, and the substitutes that had to be left out. */
export interface Fitted<P> {
  readonly profile: P;
  readonly unknown: readonly UnknownOffer[];
}

/** Links carry a shortened fingerprint: the beginning of the whole one. */
export function isFingerprintOf(whole: string, stated: string): boolean {
  return stated !== "" && whole.startsWith(stated.toLowerCase());
}

/** A profile that names no avatar is taken for any. */
export function isMadeFor(profile: Pick<Profile, "avatar">, fingerprint: string): boolean {
  const stated = profile.avatar?.fingerprint ?? "";
  return stated === "" || isFingerprintOf(fingerprint, stated);
}

function fitted<P extends Substituted>(
  profile: P,
  offers: Offers,
  keeps: (id: string) => boolean,
): Fitted<P> {
  const substitutes: Record<string, string> = {};
  const unknown: UnknownOffer[] = [];
  for (const [channel, id] of Object.entries(profile.calibration.substitutes ?? {})) {
    const offer = offerOf(id, offers[channel] ?? []);
    if (offer !== undefined) substitutes[channel] = offer;
    else if (keeps(id)) substitutes[channel] = id;
    else unknown.push({ channel, id });
  }
  if (profile.calibration.substitutes === undefined) return { profile, unknown };
  return { profile: { ...profile, calibration: { ...profile.calibration, substitutes } }, unknown };
}

/**
 * The profile with the avatar's own names in place of a link's codes; a code that stands for none of its offers is left out. Names
 * stay, also those that the avatar does not offer: a file is taken as it is.
 */
export function withNamedSubstitutes<P extends Substituted>(profile: P, offers: Offers): Fitted<P> {
  return fitted(profile, offers, (id) => !isLinkSubstitute(id));
}

/** The profile with those of its substitutes that the avatar offers: for another avatar than it was made for. */
export function withOffered<P extends Substituted>(profile: P, offers: Offers): Fitted<P> {
  return fitted(profile, offers, () => false);
}

/**
 * Channels whose substitute a friend who opens the link would not have: it is no offer of the avatar's, or the link had no room for it.
 * @param linked what reading the link gives
 */
export function notInLink(profile: Substituted, linked: Substituted, offers: Offers): readonly string[] {
  const given = linked.calibration.substitutes ?? {};
  return Object.entries(profile.calibration.substitutes ?? {}).flatMap(([channel, id]) =>
    offerOf(given[channel] ?? "", offers[channel] ?? []) === id ? [] : [channel],
  );
}
