// What a profile from outside means for the open avatar: where it was made for it, and where it was made for another.
// Nothing comes into force here, and nobody is asked.
import { type Fitted, withNamedSubstitutes, withOffered } from "../core/foreign-profile";
import type { AvatarFacts } from "../state/avatar";
import { withBodyOf, withForeignBody } from "../state/body-settings";
import { mappingOf, offeredMapping, withMapping } from "../state/mapping";
import type { Profile } from "../state/profile";

/** A file holds the whole profile. A link holds no mapping by hand. */
export type ProfileSource = "file" | "link";

export interface FittedProfile extends Fitted<Profile> {
  /** Targets of the mapping that this avatar does not have. */
  readonly unknownTargets: readonly string[];
}

/**
 * A profile that was made for this avatar: a file's as it is, also where that takes the mapping away; a link says nothing of the
 * mapping and of the body, so those of the avatar stay.
 */
export function ownProfile(
  profile: Profile,
  from: ProfileSource,
  facts: AvatarFacts,
  inForce: Profile,
): FittedProfile {
  const whole = from === "link" ? withBodyOf(withMapping(profile, mappingOf(inForce)), inForce) : profile;
  // A file's mapping is kept whole: what the avatar does not have of it, the measuring tells.
  return { ...withNamedSubstitutes(whole, facts.substitutes), unknownTargets: [] };
}

/**
 * A profile that was made for another avatar: substitutes and mapped targets that this one has, and what was set on the body; what is mapped
 * on it already stays, and so does the body's calibration.
 */
export function foreignProfile(profile: Profile, facts: AvatarFacts, inForce: Profile): FittedProfile {
  const foreign = mappingOf(profile);
  const known = offeredMapping(foreign, facts.targets);
  const mapped = withMapping(profile, { ...known, ...mappingOf(inForce) });
  const fitted = withOffered(withForeignBody(mapped, inForce), facts.substitutes);
  return {
    ...fitted,
    unknownTargets: Object.keys(foreign).filter((target) => !Object.hasOwn(known, target)),
  };
}
