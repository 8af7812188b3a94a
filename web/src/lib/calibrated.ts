// Which profile is in force on a measured avatar, and how one from elsewhere comes into force.
// It knows no engine and no scene; it says what they should be given.

import type { Core } from "../core/core";
import type { CalibrateOptions, Profile } from "../core/documents";
import { isMadeFor, sameSubstitutes, withOffered } from "../core/foreign-profile";
import type { ProbeResult } from "../probe/probe-messages";
import { OtherAvatarError } from "./errors";

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

const isOfferedBy = (measured: ProbeResult) => (channel: string, id: string) =>
  measured.description.substitutes[channel]?.some((offer) => offer.id === id) ?? false;

/**
 * What is in force once `profile` is applied: as it is where it was made for this avatar, else by channel name, where its user
 * settings are kept and the ratios are this avatar's.
 * @param measureWith measures the avatar again with these substitutes
 * @throws OtherAvatarError where it was made for another avatar and `byName` is false; whatever `measureWith` throws
 */
export async function adopt<Measured extends ProbeResult>(
  core: Core,
  before: Calibrated<Measured>,
  profile: Profile,
  byName: boolean,
  measureWith: (substitutes: Readonly<Record<string, string>>) => Promise<Measured>,
): Promise<Calibrated<Measured> & { readonly byName: boolean }> {
  const { measured } = before;
  const isOwn = isMadeFor(profile, measured.fingerprint);
  if (!isOwn && !byName) {
    throw new OtherAvatarError(profile.avatarName ?? "", profile.avatar?.fingerprint ?? "");
  }
  const wanted = isOwn ? profile : keep(core, measured, withOffered(profile, isOfferedBy(measured)));
  if (sameSubstitutes(before.profile, wanted)) return { measured, profile: wanted, byName: !isOwn };
  const again = await measureWith(wanted.calibration.substitutes ?? {});
  return { measured: again, profile: isOwn ? wanted : keep(core, again, wanted), byName: !isOwn };
}
