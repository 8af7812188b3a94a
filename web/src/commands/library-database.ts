// The shelf in the browser's IndexedDB: one store of records by id, opened when it is first asked for.
// It knows nothing of avatars or calibration; texts go in and come out.
import { type SavedProfile, type Shelf, ShelfError } from "./library-shelf";

const DATABASE = "doppel";
const VERSION = 1;
const RECORDS = "profiles";
/** Tabs of one browser tell each other what they wrote. */
const CHANNEL = "doppel.profiles";
/** Some browsers never answer where storage is switched off, milliseconds. */
const OPENING_LIMIT = 5000;

function shelfError(cause: unknown): ShelfError {
  if (cause instanceof ShelfError) return cause;
  const name = cause instanceof DOMException ? cause.name : "";
  const message = cause instanceof Error ? cause.message : String(cause);
  if (name === "QuotaExceededError") return new ShelfError("full", message, { cause });
  return new ShelfError("failed", message, { cause });
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: unknown) => {
      const message = reason instanceof Error ? reason.message : "IndexedDB does not answer";
      reject(new ShelfError("unavailable", message, { cause: reason }));
    };
    let request: IDBOpenDBRequest;
    try {
      // Reading the property throws where storage is forbidden.
      request = indexedDB.open(DATABASE, VERSION);
    } catch (error) {
      refuse(error);
      return;
    }
    const watch = setTimeout(refuse, OPENING_LIMIT);
    request.onupgradeneeded = () => request.result.createObjectStore(RECORDS, { keyPath: "id" });
    request.onsuccess = () => {
      clearTimeout(watch);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(watch);
      refuse(request.error);
    };
  });
}

/** A channel between tabs, or null where the browser has none or forbids it. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/**
 * The last words of a page that goes. The database's answers come later than that, and what waits before them is lost with the page;
 * local storage answers at once.
 */
const LEFT = "doppel.profiles.left";

function leave(profile: SavedProfile): void {
  try {
    localStorage.setItem(LEFT, JSON.stringify(profile));
  } catch {
    // Full or forbidden: then the database alone is tried.
  }
}

function readLeft(): SavedProfile | null {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(LEFT) ?? "null");
    return isSaved(left) ? left : null;
  } catch {
    return null;
  }
}

/** Another tab may have left something else meanwhile. */
function forgetLeft(left: SavedProfile): void {
  try {
    const now = readLeft();
    if (now?.id === left.id && now.savedAt === left.savedAt) localStorage.removeItem(LEFT);
  } catch {
    // It stays, and is found again.
  }
}

export class DatabaseShelf implements Shelf {
  private opening: Promise<IDBDatabase> | null = null;
  private database: IDBDatabase | null = null;
  private readonly channel = openChannel();

  async all(): Promise<readonly SavedProfile[]> {
    const left = readLeft();
    if (left !== null) await this.bringIn(left);
    return this.run("readonly", (records, done) => {
      const request = records.getAll();
      request.onsuccess = () => done((request.result as unknown[]).filter(isSaved));
    });
  }

  async put(profile: SavedProfile): Promise<boolean> {
    const written = await this.run<boolean>("readwrite", (records, done) => {
      const request = records.get(profile.id);
      request.onsuccess = () => {
        const stored = (request.result as SavedProfile | undefined)?.revision ?? 0;
        const follows = stored === profile.revision - 1;
        if (follows) records.put(profile);
        done(follows);
      };
    });
    if (written) this.tell(profile.id);
    return written;
  }

  putAtOnce(profile: SavedProfile): void {
    leave(profile);
    if (this.database === null) return;
    try {
      const transaction = this.database.transaction(RECORDS, "readwrite");
      transaction.objectStore(RECORDS).put(profile);
      transaction.commit();
      this.tell(profile.id);
    } catch {
      // The page is going; there is nobody left to tell.
    }
  }

  /** What a page that went has left beside the database, where the database does not have it or something newer. */
  private async bringIn(left: SavedProfile): Promise<void> {
    await this.run<void>("readwrite", (records, done) => {
      const request = records.get(left.id);
      request.onsuccess = () => {
        const stored = request.result as SavedProfile | undefined;
        if ((stored?.savedAt ?? 0) < left.savedAt)
          records.put({ ...left, revision: Math.max(left.revision, (stored?.revision ?? 0) + 1) });
        done();
      };
    });
    forgetLeft(left);
  }

  async remove(id: string): Promise<void> {
    const left = readLeft();
    if (left?.id === id) forgetLeft(left);
    await this.run<void>("readwrite", (records, done) => {
      records.delete(id);
      done();
    });
    this.tell(id);
  }

  onForeignChange(changed: (id: string) => void): void {
    this.channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") changed(data);
    });
  }

  private tell(id: string): void {
    this.channel?.postMessage(id);
  }

  private async open(): Promise<IDBDatabase> {
    this.opening ??= openDatabase();
    try {
      this.database = await this.opening;
    } catch (error) {
      this.opening = null;
      throw error;
    }
    // Another tab wants a newer form of the database, or the user clears the storage: opened again when it is next needed.
    this.database.onversionchange = () => this.close();
    this.database.onclose = () => this.close();
    return this.database;
  }

  private close(): void {
    this.database?.close();
    this.database = null;
    this.opening = null;
  }

  /** Resolves when the transaction is complete: only then is anything stored. */
  private async run<T>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore, done: (answer: T) => void) => void,
  ): Promise<T> {
    const database = await this.open();
    return new Promise<T>((resolve, reject) => {
      let answer: T;
      try {
        const transaction = database.transaction(RECORDS, mode);
        transaction.oncomplete = () => resolve(answer);
        transaction.onabort = () => reject(shelfError(transaction.error ?? "the writing was broken off"));
        work(transaction.objectStore(RECORDS), (given) => {
          answer = given;
        });
      } catch (error) {
        reject(shelfError(error));
      }
    });
  }
}

// Records of another version, or put there by hand, are left alone and not shown.
function isSaved(record: unknown): record is SavedProfile {
  if (typeof record !== "object" || record === null) return false;
  const saved = record as Partial<Record<keyof SavedProfile, unknown>>;
  const texts = [saved.id, saved.name, saved.avatarName, saved.file, saved.fingerprint, saved.text];
  return (
    texts.every((text) => typeof text === "string") &&
    (saved.kind === "own" || saved.kind === "kept") &&
    typeof saved.savedAt === "number" &&
    typeof saved.revision === "number"
  );
}
