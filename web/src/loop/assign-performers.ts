// Who follows whom where the user has not said so: avatars in their order get performers in theirs.
// It changes nothing; the body's theatre puts the answer into force.

/** What is wanted for an avatar: a performer's key, nobody, or undefined: whoever is free. */
export type Wanted = string | null | undefined;

/**
 * @param wanted by avatar, in their order
 * @param performers keys of those that can be followed, in their order
 * @returns by avatar the key of its performer, null for nobody. Who is wanted and is not there is waited for. Once every performer is
 *   taken, the others follow them once more, from the first on.
 */
export function assignPerformers(
  wanted: readonly Wanted[],
  performers: readonly string[],
): readonly (string | null)[] {
  const taken = new Set(wanted.filter((key) => typeof key === "string"));
  const free = performers.filter((key) => !taken.has(key));
  let next = 0;
  return wanted.map((key) => {
    if (key === null) return null;
    if (key !== undefined) return performers.includes(key) ? key : null;
    const index = next++;
    return free[index] ?? performers[(index - free.length) % Math.max(1, performers.length)] ?? null;
  });
}

/** Metres between avatars that would stand in one place. */
export const SIDE_BY_SIDE = 1;

/** How far to the side the n-th of those in one place stands, metres: 0, 1, -1, 2, -2 ... */
export function asideOf(n: number): number {
  return (n % 2 === 1 ? 1 : -1) * Math.ceil(n / 2) * SIDE_BY_SIDE || 0;
}
