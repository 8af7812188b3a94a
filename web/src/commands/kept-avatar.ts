// The avatar that the browser keeps: the last file of the user's own, to be opened again at the next visit, with or without a server.
// Where it lies is the implementation's. It never leaves the browser, and goes as soon as it is to be forgotten.
import { pushMessage, type Store } from "../state/store";
import type { AvatarFile } from "./ports";

/** Bytes of a file with its parts above which nothing is kept: browsers would ask, or throw other things away. */
export const MOST_KEPT_BYTES = 256 * 1024 * 1024;

/** All of its calls may fail: a browser may keep nothing at all. */
export interface KeptAvatars {
  load(): Promise<AvatarFile | null>;
  put(file: AvatarFile): Promise<void>;
  clear(): Promise<void>;
}

export type KeptActions = ReturnType<typeof createKeptActions>;

/**
 * @param open answers whether it could be opened
 */
export function createKeptActions(
  { store, keptAvatars }: { readonly store: Store; readonly keptAvatars: KeptAvatars },
  open: (file: AvatarFile) => Promise<boolean>,
) {
  const { kept } = store.library;
  const show = (file: AvatarFile | null) => {
    kept.value = file === null ? null : { file: file.name, bytes: sizeOf(file) };
  };

  async function forget(): Promise<void> {
    // Said to be gone when it is: a page that is left in between would have it again.
    await keptAvatars.clear().catch(() => {});
    kept.value = null;
  }

  return {
    /** In place of the one before. Samples are not the user's, and are kept with the page. */
    keep: async (file: AvatarFile): Promise<void> => {
      if (file.origin?.kind === "sample") return;
      if (sizeOf(file) > MOST_KEPT_BYTES) return forget();
      try {
        await keptAvatars.put(file);
        show(file);
      } catch {
        // Without room nothing is kept; the one before is not the last any more.
        await forget();
      }
    },
    forget,
    /** The open avatar was taken away by the user. */
    removed: async (file: string): Promise<void> => {
      if (kept.value?.file === file) await forget();
    },
    /** False where nothing is kept, or where it can not be opened any more: it is forgotten then. */
    reopen: async (): Promise<boolean> => {
      const file = await keptAvatars.load().catch(() => null);
      show(file);
      if (file === null) return false;
      if (!(await open(file))) {
        await forget();
        return false;
      }
      pushMessage(store, {
        kind: "info",
        title: { key: "kept.reopened", parameters: { file: file.name } },
        texts: [{ key: "kept.reopenedText" }],
      });
      return true;
    },
  };
}

const sizeOf = ({ content, beside }: AvatarFile): number =>
  Object.values(beside).reduce((sum, part) => sum + part.size, content.size);
