// The kept avatar in the browser's IndexedDB: one record in a database of its own, beside that of the profiles.
// It decides nothing about what is kept.
import type { KeptAvatars } from "./kept-avatar";
import type { AvatarFile } from "./ports";

const DATABASE = "doppel.avatar";
const VERSION = 1;
const STORE = "files";
const LAST = "last";
/** Some browsers never answer where storage is switched off, milliseconds. */
const ANSWER_LIMIT = 5000;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const watch = setTimeout(() => reject(new Error("IndexedDB does not answer")), ANSWER_LIMIT);
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      clearTimeout(watch);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(watch);
      reject(request.error);
    };
  });
}

/** Opened for each call: there are few, and none holds another tab up. */
async function run<Result>(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function isAvatarFile(value: unknown): value is AvatarFile {
  const { name, content, beside } = (value ?? {}) as Partial<AvatarFile>;
  return (
    typeof name === "string" &&
    content instanceof Blob &&
    typeof beside === "object" &&
    beside !== null &&
    Object.values(beside).every((part) => part instanceof Blob)
  );
}

export class DatabaseKeptAvatars implements KeptAvatars {
  async load(): Promise<AvatarFile | null> {
    const found: unknown = await run("readonly", (files) => files.get(LAST));
    return isAvatarFile(found) ? found : null;
  }

  async put(file: AvatarFile): Promise<void> {
    await run("readwrite", (files) => files.put({ ...file }, LAST));
  }

  async clear(): Promise<void> {
    await run("readwrite", (files) => files.delete(LAST));
  }
}
