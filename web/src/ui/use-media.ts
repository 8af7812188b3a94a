// Follows a media query, for the few decisions that style sheets cannot take: where in the document something stands.
// Sizes and spaces are the style sheets' own.
import { useEffect, useState } from "preact/hooks";

/** One column below this; the same figure stands in styles/narrow.css. */
export const NARROW = "(max-width: 1100px)";
/** The table has no room for switches and gains below this; styles/narrow.css has it too. */
export const NARROW_TABLE = "(max-width: 600px)";

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}
