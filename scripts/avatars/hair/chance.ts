// Seeded chance: the same number for the same name and place, in every run.
// For variation only; nothing else depends on it.

/** 0..1, even. Method: FNV-1a over the text, then the finaliser of MurmurHash3. */
export function chance(...keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of keys.join("/")) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** -1..1, even. */
export const sway = (...keys: readonly (string | number)[]): number => 2 * chance(...keys) - 1;
