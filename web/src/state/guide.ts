// What explains the page to who is new to it: the tour's step, and the help with a live connection that does not move anything.
// None of it is part of a profile; that the tour was seen is remembered.
import { type Signal, signal } from "@preact/signals";
import type { Trouble } from "./bridge-trouble";
import type { TextStorage } from "./preferences";

/** In their order; each points at a part of the page. */
export const tourSteps = ["avatar", "motion", "compare", "tune", "keep"] as const;
export type TourStep = (typeof tourSteps)[number];

export interface GuideState {
  /** Step that is shown, -1 for none. */
  readonly step: Signal<number>;
  /** It began by itself: the focus stays where the user has it. */
  readonly isUnasked: Signal<boolean>;
  readonly wasSeen: Signal<boolean>;
  /** What help is shown for. */
  readonly help: Signal<Trouble | null>;
}

const TOUR_KEY = "doppel.tour";
const SEEN = "seen";

export function createGuideState(): GuideState {
  return {
    step: signal(-1),
    isUnasked: signal(false),
    wasSeen: signal(false),
    help: signal<Trouble | null>(null),
  };
}

/** Denied storage: it is not offered at all, since it would be at every visit. */
export function rememberGuide(guide: GuideState, storage: TextStorage | null): void {
  try {
    guide.wasSeen.value = storage === null || storage.getItem(TOUR_KEY) === SEEN;
  } catch {
    guide.wasSeen.value = true;
  }
  guide.wasSeen.subscribe((seen) => {
    if (!seen) return;
    try {
      storage?.setItem(TOUR_KEY, SEEN);
    } catch {
      // A full storage costs the memory, not the tour.
    }
  });
}
