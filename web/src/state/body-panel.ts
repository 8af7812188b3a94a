// What the body panel shows beside the settings: which tab, which sections are folded, which pose was refused, which hands are meant,
// whether hair swings. None of it is part of a profile, and none is undone; tab, folds and springs are remembered.
import { type Signal, signal } from "@preact/signals";
import type { Hand } from "../tables/hand-presets";
import type { TextStorage } from "./preferences";

export type PanelTab = "face" | "body";
export const panelTabs: readonly PanelTab[] = ["face", "body"];

/** Sections of the full view, in the order of the owner's inspector. */
export const bodySections = [
  "calibration",
  "feet",
  "floor",
  "head",
  "scale",
  "limbs",
  "distances",
  "fingers",
  "motion",
  "filter",
  "quality",
  "skeleton",
] as const;
export type BodySection = (typeof bodySections)[number];

/** Open at first: what is looked at while a performer is set up. */
const FIRST_OPEN: readonly BodySection[] = [
  "calibration",
  "feet",
  "floor",
  "head",
  "scale",
  "limbs",
  "quality",
];

/** Whose values the hand presets and sliders set, in the order in which they are offered. */
export const handChoices: readonly Hand[] = ["left", "both", "right"];

/** A pose that was clearly none to calibrate from, until another is tried. */
export interface RefusedPose {
  /** "auto": scale and head were to be found. */
  readonly pose: "T" | "I" | "auto";
  readonly fault: "missing-bones" | "not-upright" | "crouching" | "arms-not-level" | "arms-not-down";
}

/** Share of a leg's length at which automatic floor height lets it stand. */
export const DEFAULT_COMFORT = 0.98;
export const MIN_COMFORT = 0.8;
export const MAX_COMFORT = 1;

export interface BodyPanelState {
  readonly tab: Signal<PanelTab>;
  readonly open: Signal<ReadonlySet<BodySection>>;
  readonly refused: Signal<RefusedPose | null>;
  readonly hands: Signal<Hand>;
  readonly comfort: Signal<number>;
  /** Scale and head are being found over a few frames. */
  readonly finding: Signal<boolean>;
  /** Hair and clothes swing where the avatar's file has springs. */
  readonly springs: Signal<boolean>;
  /** Targets, poles and weights of inverse kinematics are drawn over the open avatar. */
  readonly ik: Signal<boolean>;
}

const TAB_KEY = "doppel.tab";
const SPRINGS_KEY = "doppel.springs";
const OPEN_KEY = "doppel.bodySections";

export function createBodyPanelState(): BodyPanelState {
  return {
    tab: signal<PanelTab>("face"),
    open: signal<ReadonlySet<BodySection>>(new Set(FIRST_OPEN)),
    refused: signal<RefusedPose | null>(null),
    hands: signal<Hand>("both"),
    comfort: signal(DEFAULT_COMFORT),
    finding: signal(false),
    springs: signal(true),
    ik: signal(false),
  };
}

/** Tab, open sections and springs as they were left. Denied storage forgets them. */
export function rememberBodyPanel(panel: BodyPanelState, storage: TextStorage | null): void {
  try {
    if (storage?.getItem(TAB_KEY) === "body") panel.tab.value = "body";
    if (storage?.getItem(SPRINGS_KEY) === "off") panel.springs.value = false;
    const open = storage?.getItem(OPEN_KEY) ?? null;
    if (open !== null) {
      const names = new Set(open.split(" "));
      panel.open.value = new Set(bodySections.filter((section) => names.has(section)));
    }
  } catch {
    // Denied: as they are at first.
  }
  const keep = (key: string, text: () => string) => {
    try {
      storage?.setItem(key, text());
    } catch {
      // A full or denied storage costs the memory, not the setting.
    }
  };
  panel.tab.subscribe((tab) => keep(TAB_KEY, () => tab));
  panel.springs.subscribe((on) => keep(SPRINGS_KEY, () => (on ? "on" : "off")));
  panel.open.subscribe((open) => keep(OPEN_KEY, () => [...open].join(" ")));
}
