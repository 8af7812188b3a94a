// What the page remembers between visits: for now the language. Local storage may be denied; then nothing is remembered.
// No avatar data: profiles are files and links.
import { type Signal, signal } from "@preact/signals";

export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const LANGUAGE_KEY = "doppel.language";

export interface Preferences<Language extends string> {
  readonly language: Signal<Language>;
  setLanguage(language: Language): void;
}

/** @param fallback language while none is remembered */
export function createPreferences<Language extends string>(
  storage: TextStorage | null,
  isLanguage: (text: string) => text is Language,
  fallback: Language,
): Preferences<Language> {
  const remembered = read(storage, LANGUAGE_KEY);
  const language = signal(remembered !== null && isLanguage(remembered) ? remembered : fallback);
  return {
    language,
    setLanguage(next) {
      language.value = next;
      write(storage, LANGUAGE_KEY, next);
    },
  };
}

function read(storage: TextStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(storage: TextStorage | null, key: string, value: string): void {
  try {
    storage?.setItem(key, value);
  } catch {
    // A full or denied storage costs the memory, not the setting.
  }
}
