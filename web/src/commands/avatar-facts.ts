// What the store keeps of an avatar, from what the probe brought back.
// It drops everything that only engine and drawing need.
import type { AvatarDescription } from "../avatar/description";
import type { AvatarFacts } from "../state/avatar";
import { type Movement, targetFacts } from "./target-facts";

/** @param movements what each morph slot moves */
export function avatarFacts(
  description: AvatarDescription,
  fingerprint: string,
  movements: readonly Movement[],
): AvatarFacts {
  const substitutes = Object.entries(description.substitutes).map(
    ([channel, offers]) => [channel, offers.map((offer) => offer.id)] as const,
  );
  return {
    file: description.file,
    name: description.name,
    format: description.format,
    fingerprint,
    height: description.height,
    licence: description.licence,
    findings: description.findings,
    targets: targetFacts(description, movements),
    substitutes: Object.fromEntries(substitutes),
    reduced: description.reduced,
  };
}
