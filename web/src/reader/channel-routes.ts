// Finds each channel's way to the avatar by names: its own VRM expression, else its targets; and says what every name led to.
// Stand-ins for channels that are not there are in substitutes.ts and vrm-reduction.ts.
import type {
  ChannelRoute,
  ExpressionDescription,
  MorphBind,
  MorphSlot,
  NameFinding,
} from "./avatar-description";
import { type ChannelMatch, matchChannel, sharedPrefixes } from "./channel-names";
import { CHANNEL_NAMES, type Side } from "./channel-table";

export const EMPTY_ROUTE: ChannelRoute = { binds: [], expressions: [], turns: [] };

export interface FoundRoutes {
  /** By channel; a channel that no name fits is absent. */
  readonly channels: Readonly<Record<string, ChannelRoute>>;
  readonly findings: readonly NameFinding[];
}

/** Names under which a mesh is known in the file: its own and its nodes'. */
export type MeshNames = (mesh: number) => { readonly label: string; readonly owners: readonly string[] };

interface Named<T> {
  readonly item: T;
  readonly name: string;
  readonly match: ChannelMatch;
}

interface Choice<T> {
  /** One for the whole channel, or one for each side of it. */
  readonly used: readonly Named<T>[];
  readonly unused: readonly Named<T>[];
}

/** Of all names that fit one channel: the first whole one, else the first of each side. */
function choose<T>(candidates: readonly Named<T>[]): Choice<T> {
  const whole = candidates.find((candidate) => candidate.match.half === undefined);
  const used =
    whole !== undefined
      ? [whole]
      : (["Left", "Right"] as readonly Side[]).flatMap(
          (side) => candidates.find((candidate) => candidate.match.half === side) ?? [],
        );
  return { used, unused: candidates.filter((candidate) => !used.includes(candidate)) };
}

function byChannel<T>(named: readonly Named<T>[]): Map<string, Named<T>[]> {
  const groups = new Map<string, Named<T>[]>();
  for (const entry of named) {
    const group = groups.get(entry.match.channel);
    if (group === undefined) groups.set(entry.match.channel, [entry]);
    else group.push(entry);
  }
  return groups;
}

function expressionRoutes(expressions: readonly ExpressionDescription[]): Map<string, ChannelRoute> {
  const named = expressions.flatMap((expression, index) => {
    const match = expression.binds.length > 0 ? matchChannel(expression.name) : undefined;
    return match === undefined ? [] : [{ item: index, name: expression.name, match }];
  });
  const routes = new Map<string, ChannelRoute>();
  for (const [channel, group] of byChannel(named)) {
    const parts = choose(group).used.map((entry) => ({ expression: entry.item, weight: 1 }));
    routes.set(channel, { ...EMPTY_ROUTE, expressions: parts });
  }
  return routes;
}

function ownFindings(
  label: string,
  unmatched: readonly string[],
  unnamed: readonly string[],
): readonly NameFinding[] {
  const findings: NameFinding[] = [];
  if (unmatched.length > 0) findings.push({ kind: "unmatched-target", mesh: label, targets: unmatched });
  if (unnamed.length > 0) findings.push({ kind: "unnamed-target", mesh: label, targets: unnamed });
  return findings;
}

function meshRoutes(
  slots: readonly { readonly slot: MorphSlot; readonly index: number }[],
  names: ReturnType<MeshNames>,
  filePrefixes: readonly string[],
  binds: Map<string, MorphBind[]>,
  taken: ReadonlySet<number>,
): readonly NameFinding[] {
  const owners = [...names.owners, ...sharedPrefixes(slots.map(({ slot }) => slot.name)), ...filePrefixes];
  const named: Named<number>[] = [];
  const unmatched: string[] = [];
  const unnamed: string[] = [];
  for (const { slot, index } of slots) {
    if (taken.has(index)) continue;
    const match = slot.name === "" ? undefined : matchChannel(slot.name, owners);
    if (slot.name === "") unnamed.push(String(slot.target));
    else if (match === undefined) unmatched.push(slot.name);
    else named.push({ item: index, name: slot.name, match });
  }
  const findings = [...ownFindings(names.label, unmatched, unnamed)];
  for (const [channel, group] of byChannel(named)) {
    const { used, unused } = choose(group);
    const list = binds.get(channel) ?? [];
    list.push(...used.map((entry) => ({ slot: entry.item, weight: 1 })));
    binds.set(channel, list);
    const about = { channel, mesh: names.label };
    if (used.some((entry) => entry.match.half !== undefined)) {
      findings.push({ kind: "pair-target", ...about, targets: used.map((entry) => entry.name) });
    }
    if (unused.length > 0) {
      findings.push({ kind: "duplicate-target", ...about, targets: group.map((entry) => entry.name) });
    }
  }
  return findings;
}

/**
 * One route a channel: its expression where that binds a morph, else the targets of all meshes.
 * @param taken slots whose names are not asked: they are mapped by hand
 */
export function findRoutes(
  slots: readonly MorphSlot[],
  expressions: readonly ExpressionDescription[],
  meshNames: MeshNames,
  taken: ReadonlySet<number> = new Set(),
): FoundRoutes {
  const meshes = new Map<number, { slot: MorphSlot; index: number }[]>();
  slots.forEach((slot, index) => {
    const list = meshes.get(slot.mesh) ?? [];
    list.push({ slot, index });
    meshes.set(slot.mesh, list);
  });
  const binds = new Map<string, MorphBind[]>();
  // A tongue with two targets shows no prefix of its own; the file around it does.
  const prefixes = sharedPrefixes(slots.map(({ name }) => name));
  const findings = [...meshes].flatMap(([mesh, list]) =>
    meshRoutes(list, meshNames(mesh), prefixes, binds, taken),
  );
  const own = expressionRoutes(expressions);
  const channels: Record<string, ChannelRoute> = {};
  for (const channel of CHANNEL_NAMES) {
    const targets = binds.get(channel);
    const route =
      own.get(channel) ?? (targets === undefined ? undefined : { ...EMPTY_ROUTE, binds: targets });
    if (route !== undefined) channels[channel] = route;
  }
  return { channels, findings };
}
