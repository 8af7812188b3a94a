// The avatars on the stage, as the page shows them: who they are, whom they follow, which one is open in the panels. Plain data.
// Loading, drawing and moving them is done elsewhere.
import { computed, type Signal, signal } from "@preact/signals";
import type { Note } from "./store";
import type { WallStatus } from "./wall";

/** Avatars on the stage at once, the open one among them. */
export const MAX_CAST = 10;

/** How one avatar copies another: the seed's pose transfer. */
export interface Transfer {
  /** Metres from where the leader stands; the sign of x is Unity's. */
  readonly hipOffset: readonly [number, number, number];
  readonly syncRootScale: boolean;
  readonly transferHeadScale: boolean;
}

export const plainTransfer: Transfer = {
  hipOffset: [0, 0, 0],
  syncRootScale: false,
  transferHeadScale: false,
};

export interface CastMember {
  /** Number of its own, never given twice. */
  readonly key: number;
  /** By which remote control and the shared scene know it. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly status: WallStatus;
  /** 0..1, or null where it is not known. */
  readonly progress: number | null;
  readonly fault: {
    readonly title: Note;
    readonly texts?: readonly Note[];
    readonly detail?: string;
  } | null;
  /** Key of another member whose pose it copies. */
  readonly leader: number | null;
  readonly transfer: Transfer;
}

export function createCastState() {
  const members: Signal<readonly CastMember[]> = signal([]);
  return {
    /** In the order in which they came. */
    members,
    /** Key of the one that is open in the panels. */
    open: signal(0),
    /** By member: key of the performer that it follows, null for nobody. */
    follows: signal<ReadonlyMap<number, string | null>>(new Map()),
    /** The list beside the stage is unfolded. */
    isListOpen: signal(false),
    full: computed(() => members.value.length >= MAX_CAST),
  };
}

export type CastState = ReturnType<typeof createCastState>;

/** One of them by its number; undefined where there is no such. */
export const memberAt = ({ members }: Pick<CastState, "members">, key: number): CastMember | undefined =>
  members.value.find((member) => member.key === key);
