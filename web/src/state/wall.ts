// The wall: avatars that are driven by the same values, as the page shows them. Signals and plain data.
// It is view state; loading, drawing and measuring are done elsewhere.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Note } from "./store";

/** Avatars on the wall at once, the open one among them. */
export const MAX_WALL = 9;

export type WallStatus = "waiting" | "download" | "measure" | "draw" | "ready" | "failed";

export interface WallTile {
  /** Number of its own, never given twice. */
  readonly key: number;
  readonly file: string;
  readonly name: string;
  readonly status: WallStatus;
  /** 0..1, or null where it is not known. */
  readonly progress: number | null;
  /** Likeness to the reference, 0..100, or null where nothing can be scored. */
  readonly before: number | null;
  readonly after: number | null;
  /** Why it failed: a headline, translated explanations, and the exact reason in the words of the part that refused. */
  readonly fault: {
    readonly title: Note;
    readonly texts?: readonly Note[];
    readonly detail?: string;
  } | null;
}

/** The avatar of the panel stands first on the wall, under this in place of a number. */
export const OPEN_AVATAR = "open";

/** What stands in a place: the open avatar, an added one by its number, or one that is not drawn yet. */
export type WallPlace = typeof OPEN_AVATAR | number | null;

export interface Wall {
  /** Added avatars in the order of their places. */
  readonly tiles: Signal<readonly WallTile[]>;
  /** True while an avatar is open and has room: it stands first. */
  readonly withOpen: Signal<boolean>;
  readonly raw: Signal<boolean>;
  /** Names of what was removed, the last one last: it can be brought back. */
  readonly removed: Signal<readonly string[]>;
  readonly full: ReadonlySignal<boolean>;
  /**
   * By place on the wall: how far what is seen now is from what the reference shows for the same values, percent of the reference's
   * movement; NaN where nothing is seen, or nothing asked for. Written with every frame.
   */
  readonly residuals: Float32Array;
}

export function createWall(): Wall {
  const tiles = signal<readonly WallTile[]>([]);
  const withOpen = signal(false);
  return {
    tiles,
    withOpen,
    raw: signal(false),
    removed: signal<readonly string[]>([]),
    full: computed(() => tiles.value.length + (withOpen.value ? 1 : 0) >= MAX_WALL),
    residuals: new Float32Array(MAX_WALL).fill(Number.NaN),
  };
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** How many columns and rows hold this many places; wide rather than high, as screens are. */
export function wallGrid(places: number): GridSize {
  const count = Math.min(Math.max(places, 1), MAX_WALL);
  const columns = count <= 3 ? count : count === 4 ? 2 : 3;
  return { columns, rows: Math.ceil(count / columns) };
}

/** Places that are shown: every avatar, and one to add another while there is room. */
export function wallPlaces(wall: Wall): number {
  return wall.tiles.value.length + (wall.withOpen.value ? 1 : 0) + (wall.full.value ? 0 : 1);
}
