// What the page shows of the profiles that the browser keeps, and which of its dialogs is open. Signals and plain data.
// The profiles themselves lie in the browser's storage; commands read and write there.
import { type Signal, signal } from "@preact/signals";

/** `own`: what an avatar was last left with, loaded by itself. `kept`: a copy that waits until it is asked for. */
export type SavedKind = "own" | "kept";

/** A saved profile without its contents: a line of the list. */
export interface SavedFacts {
  readonly id: string;
  readonly kind: SavedKind;
  /** The user's name for it. */
  readonly name: string;
  readonly avatarName: string;
  /** Name of the avatar's file. */
  readonly file: string;
  /** Fingerprint of the avatar, lower-case hex. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export type LibraryStatus =
  /** Not read yet. */
  | "unread"
  | "ready"
  /** The browser keeps nothing for this page. */
  | "unavailable";

export type LibraryDialog = "profiles" | "share" | "link" | "mapping" | "bones";

/** The avatar that the browser keeps for the next visit. */
export interface KeptFacts {
  readonly file: string;
  readonly bytes: number;
}

export interface LibraryState {
  /** Newest first. */
  readonly saved: Signal<readonly SavedFacts[]>;
  readonly status: Signal<LibraryStatus>;
  /** Names of what was deleted since the page was opened, the last one last: it can be brought back. */
  readonly deleted: Signal<readonly string[]>;
  /** Null: none, or not looked for yet. */
  readonly kept: Signal<KeptFacts | null>;
  readonly dialog: Signal<LibraryDialog | null>;
}

export function createLibraryState(): LibraryState {
  return {
    saved: signal<readonly SavedFacts[]>([]),
    status: signal<LibraryStatus>("unread"),
    deleted: signal<readonly string[]>([]),
    kept: signal<KeptFacts | null>(null),
    dialog: signal<LibraryDialog | null>(null),
  };
}

/** Of an avatar: the same file, or another version of it under the same name. */
export type Fit = "same" | "name" | "other";

export function fitOf(
  saved: Pick<SavedFacts, "fingerprint" | "avatarName" | "file">,
  avatar: { readonly fingerprint: string; readonly name: string; readonly file: string } | null,
): Fit {
  if (avatar === null) return "other";
  if (saved.fingerprint === avatar.fingerprint) return "same";
  return saved.avatarName === avatar.name && saved.file === avatar.file ? "name" : "other";
}
