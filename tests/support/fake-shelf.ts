// A shelf in memory that several tabs may share, so that saved profiles can be tested without a browser.
// It keeps the rules of the real one: revisions follow each other, other tabs are told, and it fails when told to.
import { type SavedProfile, type Shelf, ShelfError } from "../../web/src/commands/library-shelf";

export class FakeStorage {
  readonly records = new Map<string, SavedProfile>();
  readonly tabs: FakeShelf[] = [];
  failure: ShelfError | null = null;
  /** As while a page goes: nothing that waits for an answer is carried out any more. */
  answers = true;

  tab(): FakeShelf {
    const tab = new FakeShelf(this);
    this.tabs.push(tab);
    return tab;
  }

  fail(code: ShelfError["code"]): void {
    this.failure = new ShelfError(code, `storage is ${code}`);
  }
}

export class FakeShelf implements Shelf {
  private changed: (id: string) => void = () => {};
  writes = 0;

  constructor(private readonly storage: FakeStorage) {}

  async all(): Promise<readonly SavedProfile[]> {
    await this.turn();
    return [...this.storage.records.values()];
  }

  async put(profile: SavedProfile): Promise<boolean> {
    await this.turn();
    const stored = this.storage.records.get(profile.id)?.revision ?? 0;
    if (stored !== profile.revision - 1) return false;
    this.putAtOnce(profile);
    return true;
  }

  putAtOnce(profile: SavedProfile): void {
    this.writes++;
    this.storage.records.set(profile.id, profile);
    this.tell(profile.id);
  }

  async remove(id: string): Promise<void> {
    await this.turn();
    this.storage.records.delete(id);
    this.tell(id);
  }

  onForeignChange(changed: (id: string) => void): void {
    this.changed = changed;
  }

  private tell(id: string): void {
    for (const tab of this.storage.tabs) if (tab !== this) tab.changed(id);
  }

  private async turn(): Promise<void> {
    await Promise.resolve();
    if (!this.storage.answers) await new Promise<never>(() => {});
    if (this.storage.failure !== null) throw this.storage.failure;
  }
}
