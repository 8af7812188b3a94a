// Substitutes as share links carry them: a short code of the offer's id, and the offer that a code stands for on an avatar.
// The core writes and reads the links (wasm/src/io/link_substitute.cpp); a boundary test holds both codes equal.

const CODE_BITS = 14;
const CODE_MASK = (1 << CODE_BITS) - 1;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const CODE = /^link:([0-3][0-9a-f]{3})$/;

/** Code of an id: FNV-1a over its UTF-8 bytes, folded to 14 bits. */
export function substituteCode(id: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return ((hash >>> CODE_BITS) ^ hash) & CODE_MASK;
}

/** True for what a link gives back in place of an id: `link:` and four hex digits. */
export function isLinkSubstitute(id: string): boolean {
  return CODE.test(id);
}

/**
 * The offer that an id means on an avatar: itself, or the one whose code it is. Undefined where there is none, or where two have that
 * code: a wrong guess would move the face wrongly without a word.
 * @param offered ids that the avatar offers to the channel
 */
export function offerOf(id: string, offered: readonly string[]): string | undefined {
  const code = CODE.exec(id)?.[1];
  if (code === undefined) return offered.includes(id) ? id : undefined;
  const found = offered.filter((offer) => substituteCode(offer) === Number.parseInt(code, 16));
  return found.length === 1 ? found[0] : undefined;
}
