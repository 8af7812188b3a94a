// What the command line knows of an avatar once it is read, measured, calibrated and compared.
// Plain data; open-avatar.ts makes it.

import type { Measurement, Profile, Report } from "../core/documents";
import type { AvatarDescription } from "../reader/avatar-description";

export interface MeasuredAvatar {
  readonly description: AvatarDescription;
  readonly measurement: Measurement;
  /** SHA-256 of the file, lower-case hex. */
  readonly fingerprint: string;
  readonly profile: Profile;
  readonly report: Report;
}

/** Names of what a channel drives: morph targets, also those behind its expressions, and bones. None twice. */
export function targetNames(description: AvatarDescription, channel: string): string[] {
  const route = description.routes.channels[channel];
  if (route === undefined) return [];
  const binds = [
    ...route.binds,
    ...route.expressions.flatMap(({ expression }) => description.routes.expressions[expression]?.binds ?? []),
  ];
  const names = binds.map(({ slot }) => description.slots[slot]?.name ?? `slot ${slot}`);
  return [...new Set([...names, ...route.turns.map(({ bone }) => `bone:${bone}`)])];
}
