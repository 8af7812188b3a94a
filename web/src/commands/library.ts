// The saved profiles of this browser as this tab knows them: the shelf's records, what this tab wrote itself, and the list that is shown.
// When something is saved and what is done with it is decided elsewhere.
import type { AvatarFacts } from "../state/avatar";
import { fitOf, type LibraryState, type SavedFacts, type SavedKind } from "../state/library";
import { type Note, pushMessage, type Store } from "../state/store";
import { type SavedProfile, type Shelf, ShelfError } from "./library-shelf";

/** What is written; id, time and revision are the library's. */
export interface Writing {
  readonly kind: SavedKind;
  readonly name: string;
  readonly avatarName: string;
  readonly file: string;
  readonly fingerprint: string;
  readonly text: string;
}

/** Under which an avatar's own profile lies. */
export const ownId = (fingerprint: string): string => `own:${fingerprint}`;

/** `Haru`, `Haru (2)`, `Haru (3)`: the first that is free. */
export function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/ \(\d+\)$/, "");
  for (let number = 2; ; number++) {
    const candidate = `${stem} (${number})`;
    if (!taken.includes(candidate)) return candidate;
  }
}

export class Library {
  private records = new Map<string, SavedProfile>();
  /** Revision that this tab wrote or read when it last took a record as its own. */
  private readonly known = new Map<string, number>();
  private reading: Promise<boolean> | null = null;
  private readonly told = new Set<string>();

  constructor(
    private readonly shelf: Shelf,
    private readonly store: Store,
    private readonly now: () => number,
  ) {
    shelf.onForeignChange(() => void this.refresh());
  }

  private get state(): LibraryState {
    return this.store.library;
  }

  /** Reads the shelf where that has not been done. False where the browser stores nothing; that is said by whoever has to store. */
  ready(): Promise<boolean> {
    this.reading ??= this.refresh();
    return this.reading;
  }

  find(id: string): SavedProfile | undefined {
    return this.records.get(id);
  }

  /** The avatar's own profile, else the newest own one of a file and avatar with the same names. */
  ownOf(avatar: AvatarFacts): SavedProfile | undefined {
    const own = this.records.get(ownId(avatar.fingerprint));
    if (own !== undefined) return own;
    const named = [...this.records.values()].filter(
      (record) => record.kind === "own" && fitOf(record, avatar) === "name",
    );
    return named.sort((a, b) => b.savedAt - a.savedAt)[0];
  }

  /** True where another record holds the same. */
  hasCopyOf(saved: SavedProfile): boolean {
    return [...this.records.values()].some(({ id, text }) => id !== saved.id && text === saved.text);
  }

  names(): readonly string[] {
    return [...this.records.values()].map(({ name }) => name);
  }

  /** From now on this tab goes on from what is stored under the id. */
  claim(id: string): void {
    this.known.set(id, this.records.get(id)?.revision ?? 0);
  }

  /**
   * Writes what this tab last knew anew. A name that the user gave is kept.
   * @returns false, and writes nothing, where another tab has written under this id meanwhile
   * @throws ShelfError
   */
  async write(id: string, writing: Writing): Promise<boolean> {
    const record = this.next(id, writing);
    if (!(await this.shelf.put(record))) {
      await this.refresh();
      // Deleted elsewhere: nothing is there that could be overwritten.
      if (this.records.has(id) || !(await this.shelf.put({ ...record, revision: 1 }))) return false;
      this.accept({ ...record, revision: 1 });
      return true;
    }
    this.accept(record);
    return true;
  }

  /** The same without waiting, for a page that is about to go. */
  writeAtOnce(id: string, writing: Writing): boolean {
    const record = this.next(id, writing);
    if ((this.records.get(id)?.revision ?? 0) !== record.revision - 1) return false;
    this.shelf.putAtOnce(record);
    this.accept(record);
    return true;
  }

  /** Changes name or kind of what is stored, whoever wrote it last. Throws ShelfError. */
  async rename(id: string, name: string): Promise<void> {
    const record = this.records.get(id);
    if (record === undefined || name === "" || name === record.name) return;
    const renamed = { ...record, name, revision: record.revision + 1 };
    if (!(await this.shelf.put(renamed))) {
      await this.refresh();
      throw new ShelfError("failed", "another tab has changed this profile meanwhile");
    }
    const wasKnown = this.known.get(id) === record.revision;
    this.records.set(id, renamed);
    if (wasKnown) this.known.set(id, renamed.revision);
    this.show();
  }

  /** Throws ShelfError. */
  async remove(id: string): Promise<SavedProfile | undefined> {
    const record = this.records.get(id);
    await this.shelf.remove(id);
    this.records.delete(id);
    this.known.delete(id);
    this.show();
    return record;
  }

  /** Puts back what was removed; beside what has taken its place meanwhile. Throws ShelfError. */
  async restore(record: SavedProfile): Promise<void> {
    const taken = this.records.has(record.id);
    const id = taken ? newId() : record.id;
    const kind = taken ? "kept" : record.kind;
    const restored = { ...record, id, kind, revision: 1 } satisfies SavedProfile;
    await this.shelf.put(restored);
    this.accept(restored);
  }

  /** Says once for each reason why nothing can be stored. */
  tell(error: unknown): void {
    const code = error instanceof ShelfError ? error.code : "failed";
    if (code === "unavailable") this.state.status.value = "unavailable";
    if (this.told.has(code)) return;
    this.told.add(code);
    const detail = error instanceof Error ? error.message : String(error);
    const title: Note = { key: `library.${code}` };
    pushMessage(this.store, { kind: "warning", title, texts: [{ key: "library.useFiles" }], detail });
  }

  private next(id: string, writing: Writing): SavedProfile {
    const name = this.records.get(id)?.name ?? writing.name;
    const revision = (this.known.get(id) ?? 0) + 1;
    return { ...writing, id, name, savedAt: this.now(), revision };
  }

  private accept(record: SavedProfile): void {
    this.records.set(record.id, record);
    this.known.set(record.id, record.revision);
    this.show();
  }

  private async refresh(): Promise<boolean> {
    try {
      const records = await this.shelf.all();
      this.records = new Map(records.map((record) => [record.id, record]));
      this.show();
      return true;
    } catch {
      this.state.status.value = "unavailable";
      this.reading = null;
      return false;
    }
  }

  private show(): void {
    const list = [...this.records.values()].sort((a, b) => b.savedAt - a.savedAt);
    this.state.saved.value = list.map(
      ({ id, kind, name, avatarName, file, fingerprint, savedAt }): SavedFacts => ({
        id,
        kind,
        name,
        avatarName,
        file,
        fingerprint,
        savedAt,
      }),
    );
    this.state.status.value = "ready";
  }
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `kept:${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
