// Which profile is in force on a measured avatar, and how one from elsewhere comes into force.
// It knows no engine and no scene; it says what they should be given.

import type { Core } from "../core/core";
import type { CalibrateOptions, Profile } from "../core/documents";
import {
  isMadeFor,
  type Offers,
  type UnknownOffer,
  withNamedSubstitutes,
  withOffered,
} from "../core/foreign-profile";
import type { ProbeResult } from "../probe/probe-messages";
import { readMapping, type TargetMapping } from "../reader/target-mapping";
import { OtherAvatarError } from "./errors";
import type { Routing } from "./measure";

/** An avatar as it was measured, and the calibration for it. */
export interface Calibrated<Measured extends ProbeResult = ProbeResult> {
  readonly measured: Measured;
  readonly profile: Profile;
}

function optionsFor(measured: ProbeResult): CalibrateOptions {
  const { description, fingerprint } = measured;
  return {
    avatarName: description.name || description.file,
    platform: description.format,
    fingerprint,
  };
}

/** The automatic calibration. */
export function calibrate(core: Core, measured: ProbeResult): Profile {
  const created = new Date().toISOString();
  return core.calibrate(measured.measurement, core.referenceFace(), { ...optionsFor(measured), created });
}

function keep(core: Core, measured: ProbeResult, profile: Profile): Profile {
  return core.calibrate(measured.measurement, core.referenceFace(), {
    ...optionsFor(measured),
    keep: profile,
  });
}

/** A file holds the whole profile. A link holds no mapping by hand. */
export type ProfileSource = "file" | "link";

/** What had to be left out of a profile because this avatar does not have it. */
export interface LeftOut {
  readonly substitutes: readonly UnknownOffer[];
  readonly targets: readonly string[];
}

export interface Adopting<Measured> {
  readonly from: ProfileSource;
  /** Apply a profile that was made for another avatar by channel name. */
  readonly byName: boolean;
  /** Measures the avatar again. */
  readonly measureWith: (routing: Routing) => Promise<Measured>;
}

export interface Adopted<Measured extends ProbeResult> extends Calibrated<Measured> {
  readonly byName: boolean;
  readonly leftOut: LeftOut;
}

export function routingOf({ calibration }: Profile): Routing {
  return { substitutes: calibration.substitutes ?? {}, mapping: calibration.mapping ?? {} };
}

function sameEntries(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
}

/** True where both drive every channel by the same targets. */
export function sameRouting(a: Routing, b: Routing): boolean {
  return sameEntries(a.substitutes, b.substitutes) && sameEntries(a.mapping, b.mapping);
}

/** The profile with this mapping; an empty one leaves no trace. */
function withMapping(profile: Profile, mapping: TargetMapping): Profile {
  const { mapping: _, ...calibration } = profile.calibration;
  const isEmpty = Object.keys(mapping).length === 0;
  return { ...profile, calibration: isEmpty ? calibration : { ...calibration, mapping } };
}

function offersOf({ description }: ProbeResult): Offers {
  const offers = Object.entries(description.substitutes);
  return Object.fromEntries(offers.map(([channel, list]) => [channel, list.map(({ id }) => id)]));
}

interface Wanted {
  readonly profile: Profile;
  readonly leftOut: LeftOut;
}

/** A file's profile as it is. A link says nothing of the mapping: that in force stays. */
function asOwn(before: Calibrated, profile: Profile, from: ProfileSource): Wanted {
  const { mapping } = routingOf(before.profile);
  const whole = from === "link" ? withMapping(profile, mapping) : profile;
  const named = withNamedSubstitutes(whole, offersOf(before.measured));
  return { profile: named.profile, leftOut: { substitutes: named.unknown, targets: [] } };
}

/** What this avatar has of another's profile; what is mapped on it already stays. */
function asForeign(core: Core, { measured, profile: inForce }: Calibrated, profile: Profile): Wanted {
  const foreign = routingOf(profile).mapping;
  const targets = readMapping(foreign, measured.description.slots).unknown;
  const known = Object.entries(foreign).filter(([target]) => !targets.includes(target));
  const mapping = { ...Object.fromEntries(known), ...routingOf(inForce).mapping };
  const offered = withOffered(withMapping(profile, mapping), offersOf(measured));
  return {
    profile: keep(core, measured, offered.profile),
    leftOut: { substitutes: offered.unknown, targets },
  };
}

/**
 * What is in force once `profile` is applied: as it is where it was made for this avatar, else by channel name, where its user
 * settings are kept and the ratios are this avatar's.
 * @throws OtherAvatarError where it was made for another avatar and `byName` is false; whatever `measureWith` throws
 */
export async function adopt<Measured extends ProbeResult>(
  core: Core,
  before: Calibrated<Measured>,
  profile: Profile,
  { from, byName, measureWith }: Adopting<Measured>,
): Promise<Adopted<Measured>> {
  const { measured } = before;
  const isOwn = isMadeFor(profile, measured.fingerprint);
  if (!isOwn && !byName) {
    throw new OtherAvatarError(profile.avatarName ?? "", profile.avatar?.fingerprint ?? "");
  }
  const { profile: wanted, leftOut } = isOwn
    ? asOwn(before, profile, from)
    : asForeign(core, before, profile);
  const how = { byName: !isOwn, leftOut };
  const routing = routingOf(wanted);
  if (sameRouting(routingOf(before.profile), routing)) return { measured, profile: wanted, ...how };
  const again = await measureWith(routing);
  return { measured: again, profile: isOwn ? wanted : keep(core, again, wanted), ...how };
}
