// Which targets the mapping dialog lists, in which order, and what stands in its choices. No markup.
// What is assigned is the actions' matter.
import type { TargetFacts } from "../state/avatar";
import type { Mapping } from "../state/mapping";

/** Value of a choice that leaves a target to its name, and of one that gives it to nothing. No channel is named so. */
export const BY_NAME = "";
export const NOTHING = "-";

/** Stems of pairs whose sides are directions and not halves of one movement. */
const DIRECTIONS: ReadonlySet<string> = new Set(["jaw", "mouth"]);

/** What a target is mapped to by hand; `undefined`: left to its name. Targets of one line are assigned together. */
export function assigned(mapping: Mapping, { keys }: TargetFacts): string | null | undefined {
  const key = keys.find((candidate) => Object.hasOwn(mapping, candidate));
  return key === undefined ? undefined : mapping[key];
}

/** A target that something should be done about: nothing drives it, or it is mapped by hand. */
export function asksForMapping(target: TargetFacts, mapping: Mapping): boolean {
  return target.drivers.length === 0 || assigned(mapping, target) !== undefined;
}

export interface RowFilter {
  /** Also those that their names have brought to a channel. */
  readonly all: boolean;
  readonly search: string;
}

/** @param label how a target is shown, for the search */
export function shownTargets(
  targets: readonly TargetFacts[],
  inForce: Mapping,
  { all, search }: RowFilter,
  label: (target: TargetFacts) => string,
): readonly TargetFacts[] {
  const wanted = search.trim().toLowerCase();
  return targets.filter((target) => {
    if (!all && !asksForMapping(target, inForce)) return false;
    return wanted === "" || label(target).toLowerCase().includes(wanted);
  });
}

/** Pairs that one target may move on both sides, by the names of the channels: `eyeBlink`. */
export function pairsOf(channels: readonly string[]): readonly string[] {
  const names = new Set(channels);
  return channels.flatMap((channel) => {
    const stem = channel.replace(/Left$/, "");
    return stem !== channel && names.has(`${stem}Right`) && !DIRECTIONS.has(stem) ? [stem] : [];
  });
}
