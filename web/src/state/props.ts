// Props as the page shows them: the rigid bodies that are there, and what the user set of each, by its name. Plain data.
// Poses and pictures are elsewhere; the settings are all that a shared scene needs of them.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { CastMember } from "./cast";
import type { TextStorage } from "./preferences";

export type PropType = "none" | "object" | "chair" | "hand";
/** In the order in which they are offered. */
export const propTypes: readonly PropType[] = ["object", "chair", "hand", "none"];

export type PropSlot = "leftHand" | "rightHand" | "head";
export const propSlots: readonly PropSlot[] = ["leftHand", "rightHand", "head"];

/** Farthest that a seat is from its prop's origin, metres. */
export const MAX_SEAT = 2;

/** What the user decided; what is absent is found or has its default. */
export interface PropSetting {
  /** Absent: by the name. */
  readonly type?: PropType;
  /** A chair's seat, metres from the prop's origin in its own axes. Absent: the origin. */
  readonly seat?: readonly [number, number, number];
  /** The avatar that it hangs on, by its id on the stage, and where. Absent: it goes where it is seen. */
  readonly held?: { readonly avatar: string; readonly slot: PropSlot };
}

/** By the prop's key: its name, or name and number where two have one name. */
export type PropSettings = Readonly<Record<string, PropSetting>>;

export interface PropFacts {
  readonly key: string;
  readonly name: string;
}

export function createPropsState() {
  return {
    /** Those that the source describes now, in its order. */
    list: signal<readonly PropFacts[]>([]),
    /** All that was set, also of props that are not there now. */
    settings: signal<PropSettings>({}),
    /** Names of the files by which props are drawn. */
    models: signal<ReadonlyMap<string, string>>(new Map()),
  };
}

export type PropsState = ReturnType<typeof createPropsState>;

/** Words in the names of props, whole or as part of another. Korean names are written together. */
const CHAIR = /chair|stool|seat|bench|sofa|couch|의자|스툴|벤치|소파|좌석/i;
const HAND = /(^|[^a-z])hands?([^a-z]|$)|^(왼|오른)?손\d*$/i;

/** What a prop is by its name, until the user says so. */
export function guessedType(name: string): PropType {
  if (CHAIR.test(name)) return "chair";
  return HAND.test(name) ? "hand" : "object";
}

export function typeOf({ key, name }: PropFacts, settings: PropSettings): PropType {
  return settings[key]?.type ?? guessedType(name);
}

const STORAGE_KEY = "doppel.props";
/** Props that are remembered; the oldest give way. */
const MOST = 128;

/** Brings back what was set at the last visit, and keeps what is set from now on. */
export function rememberProps(settings: Signal<PropSettings>, storage: TextStorage | null): void {
  try {
    settings.value = readPropSettings(JSON.parse(storage?.getItem(STORAGE_KEY) ?? "{}"));
  } catch {
    settings.value = {};
  }
  settings.subscribe((all) => {
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
    } catch {
      // A full or denied storage costs the memory, not the setting.
    }
  });
}

/** Whatever a storage or another page holds, what comes out are settings that can be. */
export function readPropSettings(value: unknown): PropSettings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const setting = readSetting(each);
      return Object.keys(setting).length === 0 ? [] : [[key, setting]];
    }),
  );
}

function readSetting(value: unknown): PropSetting {
  if (typeof value !== "object" || value === null) return {};
  const { type, seat, held } = value as Record<string, unknown>;
  const isSeat =
    Array.isArray(seat) &&
    seat.length === 3 &&
    seat.every((each) => typeof each === "number" && Math.abs(each) <= MAX_SEAT);
  const { avatar, slot } = (typeof held === "object" && held !== null ? held : {}) as Record<string, unknown>;
  const isHeld = typeof avatar === "string" && propSlots.includes(slot as PropSlot);
  return {
    ...(propTypes.includes(type as PropType) && { type: type as PropType }),
    ...(isSeat && { seat: seat as unknown as [number, number, number] }),
    ...(isHeld && { held: { avatar, slot: slot as PropSlot } }),
  };
}

/** One prop's setting changed; what has become empty is no entry. */
export function withProp(
  settings: PropSettings,
  key: string,
  setting: PropSetting | undefined,
): PropSettings {
  const { [key]: _, ...others } = settings;
  return setting === undefined || Object.keys(setting).length === 0 ? others : { ...others, [key]: setting };
}

/** What holds for a prop that is there. */
export interface PropInForce {
  readonly key: string;
  readonly type: PropType;
  readonly seat: readonly [number, number, number];
  /** The avatar's key; null where it hangs nowhere, or on one that is not on the stage. */
  readonly held: { readonly member: number; readonly slot: PropSlot } | null;
}

const ORIGIN = [0, 0, 0] as const;

/** Calls `put` now and whenever props, their settings or the avatars change, with what holds. */
export function followProps(
  { list, settings }: PropsState,
  members: ReadonlySignal<readonly CastMember[]>,
  put: (props: readonly PropInForce[]) => void,
): () => void {
  // A member is a new object whenever its document changes; what counts here is who stands there.
  const ids = computed(() => JSON.stringify(members.value.map(({ key, id }) => [id, key])));
  const inForce = computed(() => {
    const keys = new Map(JSON.parse(ids.value) as [string, number][]);
    return list.value.map((facts): PropInForce => {
      const { seat = ORIGIN, held } = settings.value[facts.key] ?? {};
      const member = keys.get(held?.avatar ?? "");
      return {
        key: facts.key,
        type: typeOf(facts, settings.value),
        seat,
        held: held === undefined || member === undefined ? null : { member, slot: held.slot },
      };
    });
  });
  return inForce.subscribe(put);
}
