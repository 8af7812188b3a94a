// Where a body's settings are kept between visits: a text per avatar, by the fingerprint of its file.
// It knows nothing of what is in them.

/** A `Storage` such as `localStorage`, or anything else with these. */
export interface SettingsCache {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const PREFIX = "doppel.body.";

/** The page's own, or null where there is none or it may not be used. */
export function defaultCache(): SettingsCache | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const cacheKey = (fingerprint: string): string => PREFIX + fingerprint;
