// What the store keeps of an avatar, from what the probe brought back.
// It drops everything that only engine and drawing need.
import type { AvatarDescription } from "../avatar/description";
import type { AvatarFacts } from "../state/avatar";

export function avatarFacts(description: AvatarDescription, fingerprint: string): AvatarFacts {
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
    substitutes: Object.fromEntries(substitutes),
    reduced: description.reduced,
  };
}
