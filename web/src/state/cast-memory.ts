// Whom an avatar followed last, by its id on the stage, between visits.
// It keeps names alone; what is wanted is put into force by the cast.
import type { TextStorage } from "./preferences";

const STORAGE_KEY = "doppel.cast";
/** Avatars that are remembered; the oldest give way. */
const MOST = 64;

export interface CastMemory {
  /** Key of a performer, null for nobody, undefined where nothing was chosen by hand. */
  wanted(id: string): string | null | undefined;
  /** @param performer undefined: whoever is free */
  remember(id: string, performer: string | null | undefined): void;
}

export function createCastMemory(storage: TextStorage | null): CastMemory {
  const known = read(storage);
  return {
    wanted: (id) => known.get(id),
    remember(id, performer) {
      known.delete(id);
      if (performer !== undefined) known.set(id, performer);
      while (known.size > MOST) known.delete(known.keys().next().value ?? "");
      try {
        storage?.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(known)));
      } catch {
        // A full or denied storage costs the memory, not the choice.
      }
    },
  };
}

function read(storage: TextStorage | null): Map<string, string | null> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return new Map();
    return new Map(
      Object.entries(stored).filter(
        (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === "string",
      ),
    );
  } catch {
    return new Map();
  }
}
