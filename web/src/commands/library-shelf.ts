// Where saved profiles lie, as an interface, and the form in which they lie there.
// The browser's storage is behind library-database.ts; tests put a shelf of their own here.
import type { SavedFacts } from "../state/library";

/** A saved profile as it is stored. */
export interface SavedProfile extends SavedFacts {
  /** Text of a profile file, checksum in. */
  readonly text: string;
  /** Rises with every writing, so that two tabs notice each other. */
  readonly revision: number;
}

/** Why nothing could be stored. */
export class ShelfError extends Error {
  override readonly name = "ShelfError";
  constructor(
    /** `unavailable`: the browser stores nothing here. `full`: no room. `failed`: anything else. */
    readonly code: "unavailable" | "full" | "failed",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** All calls reject with `ShelfError`. */
export interface Shelf {
  all(): Promise<readonly SavedProfile[]>;
  /**
   * Writes where the stored revision is the one that the new one follows (`revision - 1`; 0: not stored yet).
   * @returns false, and writes nothing, where another tab has written meanwhile
   */
  put(profile: SavedProfile): Promise<boolean>;
  /** Writes at once, without a look at what is stored: the page is about to be closed. */
  putAtOnce(profile: SavedProfile): void;
  remove(id: string): Promise<void>;
  /** Calls `changed` when another tab has written or removed something. */
  onForeignChange(changed: (id: string) => void): void;
}
