// Targets that the user has mapped to channels by hand, because their names say nothing or say something wrong.
// Names that can be understood are channel-names.ts's; what is mapped by hand is left out there.
import type { ChannelRoute, MorphBind, MorphSlot } from "./avatar-description";
import { CHANNEL_NAMES, SIDED_STEMS } from "./channel-table";
import { SHARED_WEIGHT } from "./look-at";

/**
 * Target -> what drives it. A target is named by its name, on all meshes that have it, or, without one, as `#mesh/target` by its place
 * in the file. It is driven by a channel, by both sides of a pair (`eyeBlink`), or by nothing (`null`).
 */
export type TargetMapping = Readonly<Record<string, unknown>>;

/** Stems of pairs whose sides are directions and not halves of one movement. */
const DIRECTIONS = new Set(["jaw", "mouth"]);
const PAIRS: ReadonlySet<string> = new Set(SIDED_STEMS.filter((stem) => !DIRECTIONS.has(stem)));
const PLACE = /^#(\d+)\/(\d+)$/;

/** What the mapping says of this file's targets. */
export interface MappedTargets {
  /** Slots that are mapped, also those to nothing: their names are not asked. */
  readonly taken: ReadonlySet<number>;
  readonly binds: ReadonlyMap<string, readonly MorphBind[]>;
  /** Entries that this file has no target for, or that name no channel. */
  readonly unknown: readonly string[];
}

function slotsOf(key: string, slots: readonly MorphSlot[]): readonly number[] {
  const named = slots.flatMap((slot, index) => (slot.name === key ? [index] : []));
  const place = PLACE.exec(key);
  if (named.length > 0 || place === null) return named;
  const [mesh, target] = [Number(place[1]), Number(place[2])];
  return slots.flatMap((slot, index) => (slot.mesh === mesh && slot.target === target ? [index] : []));
}

/** Channels that a value of the mapping stands for, with their weights; undefined where it is none. */
function driversOf(
  value: unknown,
): readonly { readonly channel: string; readonly weight: number }[] | undefined {
  if (value === null) return [];
  if (typeof value !== "string") return undefined;
  if (CHANNEL_NAMES.includes(value)) return [{ channel: value, weight: 1 }];
  if (!PAIRS.has(value)) return undefined;
  return ["Left", "Right"].map((side) => ({ channel: value + side, weight: SHARED_WEIGHT }));
}

export function readMapping(mapping: TargetMapping, slots: readonly MorphSlot[]): MappedTargets {
  const taken = new Set<number>();
  const binds = new Map<string, MorphBind[]>();
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(mapping)) {
    const found = slotsOf(key, slots);
    const drivers = driversOf(value);
    if (found.length === 0 || drivers === undefined) {
      unknown.push(key);
      continue;
    }
    for (const slot of found) taken.add(slot);
    for (const { channel, weight } of drivers) {
      const list = binds.get(channel) ?? [];
      list.push(...found.map((slot) => ({ slot, weight })));
      binds.set(channel, list);
    }
  }
  return { taken, binds, unknown };
}

/**
 * The channels with what was mapped by hand: on its mesh it takes the place of what the names led to, on other meshes both are
 * driven; an expression of the channel gives way.
 */
export function withMapped(
  channels: Readonly<Record<string, ChannelRoute>>,
  mapped: MappedTargets,
  slots: readonly MorphSlot[],
): Readonly<Record<string, ChannelRoute>> {
  const result: Record<string, ChannelRoute> = { ...channels };
  for (const [channel, binds] of mapped.binds) {
    const meshes = new Set(binds.map(({ slot }) => slots[slot]?.mesh));
    const others = (channels[channel]?.binds ?? []).filter(({ slot }) => !meshes.has(slots[slot]?.mesh));
    result[channel] = { binds: [...others, ...binds], expressions: [], turns: [] };
  }
  return result;
}
