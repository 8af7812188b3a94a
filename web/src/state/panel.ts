// What the calibration panel shows beside the calibration: which view, what is soloed, and what the live input suggests.
// None of it is part of a profile, and none is undone.
import { type Signal, signal } from "@preact/signals";
import { InputWatch } from "./input-watch";
import type { TextStorage } from "./preferences";
import { blinkChannels } from "./profile-settings";

export type PanelView = "easy" | "full";

export interface PanelState {
  readonly view: Signal<PanelView>;
  /** Channel that alone acts, -1 for all. */
  readonly solo: Signal<number>;
  /** Group that is being previewed. */
  readonly previewingGroup: Signal<string | null>;
  /** Floors that the input suggests, by channel index; those that are set are not left out. */
  readonly idleFloors: Signal<ReadonlyMap<number, number>>;
  /** Blinks seen on the live input; it changes seldom. */
  readonly watch: InputWatch;
  /** Modal dialogs that are open: messages are shown in them then. */
  readonly dialogs: Signal<number>;
}

const VIEW_KEY = "doppel.view";

export function createPanelState(channels: readonly { readonly name: string }[]): PanelState {
  const blink = (side: 0 | 1) => channels.findIndex(({ name }) => name === blinkChannels[side]);
  return {
    view: signal<PanelView>("full"),
    solo: signal(-1),
    previewingGroup: signal<string | null>(null),
    idleFloors: signal<ReadonlyMap<number, number>>(new Map()),
    watch: new InputWatch(channels.length, [blink(0), blink(1)]),
    dialogs: signal(0),
  };
}

/** The view that was chosen last is the first one, and each choice is remembered. Denied storage forgets it. */
export function rememberView(panel: PanelState, storage: TextStorage | null): void {
  try {
    if (storage?.getItem(VIEW_KEY) === "easy") panel.view.value = "easy";
  } catch {
    // Denied: the full view it is.
  }
  panel.view.subscribe((view) => {
    try {
      storage?.setItem(VIEW_KEY, view);
    } catch {
      // A full or denied storage costs the memory, not the setting.
    }
  });
}

/** Shows what the watch has found. */
export function publishFloors(panel: PanelState): void {
  const found = new Map<number, number>();
  panel.watch.floors.forEach((floor, channel) => {
    if (floor > 0) found.set(channel, Math.round(floor * 100) / 100);
  });
  panel.idleFloors.value = found;
}
