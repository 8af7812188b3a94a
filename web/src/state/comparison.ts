// What the picture shows: the open avatar side by side or cut along a divider, all avatars on one stage, or the wall. Remembered between visits.
// View state alone: none of it is a change of the calibration.
import { type Signal, signal } from "@preact/signals";
import type { TextStorage } from "./preferences";

export type CompareMode = "side" | "cut" | "stage" | "wall";
export const compareModes: readonly CompareMode[] = ["side", "cut", "stage", "wall"];

/** Where the divider stands at first, and where it goes back to; a share of the width. */
export const DIVIDER_MIDDLE = 0.5;
/** The divider stops here, so that neither picture is lost and it can be taken back. */
export const DIVIDER_MIN = 0.05;
export const DIVIDER_MAX = 0.95;

const STORAGE_KEY = "doppel.comparison";

export interface Comparison {
  readonly mode: Signal<CompareMode>;
  /** Share of the width. */
  readonly divider: Signal<number>;
  /** Keeps what is chosen now for the next visit. */
  remember(): void;
}

export function createComparison(storage: TextStorage | null): Comparison {
  const remembered = read(storage);
  const mode = signal(remembered.mode);
  const divider = signal(remembered.divider);
  return {
    mode,
    divider,
    remember() {
      try {
        storage?.setItem(STORAGE_KEY, JSON.stringify({ mode: mode.value, divider: divider.value }));
      } catch {
        // A full or denied storage costs the memory, not the setting.
      }
    },
  };
}

export function clampDivider(share: number): number {
  return Number.isFinite(share) ? Math.min(DIVIDER_MAX, Math.max(DIVIDER_MIN, share)) : DIVIDER_MIDDLE;
}

// Whatever stands in the storage, what comes out is a mode and a place that exist. The wall is empty on the next visit, so the page
// does not open with it.
function read(storage: TextStorage | null): { mode: CompareMode; divider: number } {
  try {
    const stored = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "{}") as { mode?: unknown; divider?: unknown };
    const mode = stored.mode === "cut" || stored.mode === "stage" ? stored.mode : "side";
    return {
      mode,
      divider: typeof stored.divider === "number" ? clampDivider(stored.divider) : DIVIDER_MIDDLE,
    };
  } catch {
    return { mode: "side", divider: DIVIDER_MIDDLE };
  }
}
