// Targets that are mapped to channels by hand: the part of the profile that says so, and what the dialog works on. Plain data and signals.
// Which targets a file has and what they move is among the avatar's facts.
import { type Signal, signal } from "@preact/signals";
import type { TargetFacts } from "./avatar";
import type { Profile } from "./profile";

/**
 * Target -> channel, pair (`eyeBlink`: both sides), or `null` for none. A target is named by its name, on all meshes that have it, or as
 * `#mesh/target` where it has none. What is not in it is driven as its name says.
 */
export type Mapping = Readonly<Record<string, string | null>>;

export interface MappingState {
  /** What is being put together in the dialog; `null` while it is as in the profile. */
  readonly draft: Signal<Mapping | null>;
  /** First key of the target that plays on the avatar; "" for none. */
  readonly playing: Signal<string>;
}

export function createMappingState(): MappingState {
  return { draft: signal<Mapping | null>(null), playing: signal("") };
}

/** What stands in a profile or a file of its own; entries that are no texts are left out. */
export function asMapping(value: unknown): Mapping {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, channel]) => channel === null || typeof channel === "string"),
  );
}

export function mappingOf(profile: Profile | null): Mapping {
  return asMapping(profile?.calibration.mapping);
}

/** An empty mapping leaves no trace in the profile. */
export function withMapping(profile: Profile, mapping: Mapping): Profile {
  const { mapping: _, ...calibration } = profile.calibration;
  if (Object.keys(mapping).length === 0) return { ...profile, calibration };
  return { ...profile, calibration: { ...calibration, mapping } };
}

export function sameMapping(a: Mapping, b: Mapping): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
}

/** Assigns all targets of one line; `undefined` leaves them to their names. */
export function withAssigned(
  mapping: Mapping,
  keys: readonly string[],
  channel: string | null | undefined,
): Mapping {
  const kept = Object.entries(mapping).filter(([key]) => !keys.includes(key));
  const added = channel === undefined ? [] : keys.map((key) => [key, channel] as const);
  return Object.fromEntries([...kept, ...added]);
}

/** Entries for which the avatar has a target. */
export function offeredMapping(mapping: Mapping, targets: readonly TargetFacts[]): Mapping {
  const known = new Set(targets.flatMap(({ keys }) => keys));
  return Object.fromEntries(Object.entries(mapping).filter(([key]) => known.has(key)));
}
