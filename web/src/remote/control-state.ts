// What the control page shows: connection, characters, the chosen one's values, what is under way. Signals and plain data.
// It asks nothing; control.ts does.
import { signal } from "@preact/signals";
import type { Note } from "../state/store";
import type { BodyValue } from "../tables/body-parameters";
import type { Hand } from "../tables/hand-presets";

export interface CharacterLine {
  readonly characterId: string;
  readonly name: string;
  /** Key of whom it follows; null for nobody. */
  readonly performer: string | null;
  /** Id of the one whose pose it copies instead; null for none. */
  readonly leader: string | null;
}

export interface CalibrationLine {
  readonly pose: "T" | "I";
  readonly live: boolean;
}

/** What came of the last action. */
export interface Outcome {
  readonly kind: "good" | "bad";
  readonly note: Note;
  /** Why, where the note alone does not say it. */
  readonly reason?: Note;
  /** In the page's own words, English. */
  readonly detail?: string;
  /** A pose that was refused can be taken anyway. */
  readonly canForce?: boolean;
}

/** Seconds between the button and the pose that is taken: to walk to one's place. */
export const delays = [0, 3, 10] as const;
export type Delay = (typeof delays)[number];

export function createControlState() {
  return {
    connection: signal<"off" | "connecting" | "open" | "waiting">("off"),
    /** The bridge is there and lets nobody in with the token of this page's address. */
    refused: signal(false),
    /** Pages with avatars that are connected to the bridge. */
    pages: signal(0),
    characters: signal<readonly CharacterLine[]>([]),
    /** Id of the character that everything is about; null while there is none. */
    chosen: signal<string | null>(null),
    /** Of the chosen one, by property; empty until they were read. */
    values: signal<ReadonlyMap<string, BodyValue>>(new Map()),
    calibration: signal<CalibrationLine | null>(null),
    hand: signal<Hand>("both"),
    delay: signal<Delay>(0),
    /** Seconds until the pose is taken; null while none is counted. */
    countdown: signal<number | null>(null),
    /** An action waits for its answer. */
    busy: signal(false),
    outcome: signal<Outcome | null>(null),
  };
}

export type ControlState = ReturnType<typeof createControlState>;
