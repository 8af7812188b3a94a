// What stands on the stage when the page opens: as many avatars as `?avatars=` says, or one for each of the first live performers.
// It acts once; from then on the stage is the user's.
import { MAX_CAST } from "../state/cast";
import type { CompareMode } from "../state/comparison";
import type { Store } from "../state/store";
import { AVATAR_PARAMETER } from "./first-avatar";

export const AVATARS_PARAMETER = "avatars";
/** Avatars that come by themselves for live performers: more are a decision, for what they take of a graphics unit. */
export const MOST_BY_THEMSELVES = 4;

export interface OpeningCastParts {
  readonly store: Store;
  /** Samples by turns, until so many stand there. */
  fillTo(count: number): Promise<void>;
  /** Doppel's own recording of a face: who performs with the body has a face too. */
  playFace(): void;
  /** Shows a mode without remembering it. */
  begin(mode: CompareMode): void;
  readonly mode: () => CompareMode;
}

/** @returns how many avatars the address asks for; null where it leaves it open, 0 where the avatar is said and their number is not */
export function avatarsWanted(page: string): number | null {
  const { searchParams } = new URL(page);
  const text = searchParams.get(AVATARS_PARAMETER)?.trim() ?? "";
  if (text !== "") {
    const count = Number(text);
    return Number.isInteger(count) ? Math.min(MAX_CAST, Math.max(1, count)) : null;
  }
  return searchParams.has(AVATAR_PARAMETER) ? 0 : null;
}

/** @param page address of the page */
export function openCast(page: string, { store, fillTo, playFace, begin, mode }: OpeningCastParts): void {
  const wanted = avatarsWanted(page);
  if (wanted === 0) return;
  let isDone = false;
  const stops: (() => void)[] = [];
  const look = () => {
    const { members } = store.cast;
    if (isDone || store.avatar.value === null) return;
    const isTouched = store.history.value.undo !== null || members.value.length !== 1;
    const live = store.bridge.value.connection === "open" ? store.bodyRig.performers.value.length : 0;
    const count = wanted ?? Math.min(live, MOST_BY_THEMSELVES);
    if (!isTouched && count < 2) return;
    isDone = true;
    queueMicrotask(() => {
      for (const stop of stops) stop();
    });
    if (isTouched) return;
    if (mode() === "side") begin("stage");
    void fillTo(count).then(() => {
      if (store.playback.value.kind === "idle" && live > 0) playFace();
    });
  };
  for (const signal of [store.avatar, store.bodyRig.performers, store.bridge, store.cast.members])
    stops.push(signal.subscribe(look));
}

/** A stage that was opened as it was left: who performs with the body has a face too. */
export function playFaceOnceLive(store: Store, playFace: () => void): void {
  let isDone = false;
  const stop = store.bodyRig.performers.subscribe((performers) => {
    if (isDone || performers.length === 0) return;
    isDone = true;
    queueMicrotask(() => stop());
    if (store.playback.value.kind === "idle") playFace();
  });
}
