// Which of the 52 channels a target's or an expression's name means, whatever its prefix, case, separators and side spelling.
// It does not look at what a target does; a wrongly named side is found by the probe.
import { CENTRE_CHANNELS, CHANNEL_NAMES, SIDED_STEMS, type Side } from "./channel-table";

/** A name's words without its side. */
export interface NameKey {
  /** Lower case, no separators: `eyeblink`. */
  readonly stem: string;
  readonly side: Side | undefined;
}

export interface ChannelMatch {
  readonly channel: string;
  /** Set where the name is one side of a channel that has none, such as `browInnerUp_L`. */
  readonly half: Side | undefined;
}

const SIDE_WORDS: Readonly<Record<string, Side>> = { left: "Left", l: "Left", right: "Right", r: "Right" };
const EXACT = new Set(CHANNEL_NAMES);
const SIDED = new Map<string, string>(SIDED_STEMS.map((stem) => [stem.toLowerCase(), stem]));
const CENTRE = new Map<string, string>(CENTRE_CHANNELS.map((name) => [name.toLowerCase(), name]));
/** `jawl` and `mouthr` are too short to be taken for a side without a separator. */
const GLUED_SIDE_LETTER_MIN_STEM = 6;

const SEPARATORS = String.raw`[\s_.:|/\-]`;
/** Words that tools and artists put in front of a shape's own name, followed by a separator. */
const PREFIX_WORDS =
  "fcl|arkit|blend_?shapes?|shapes?|shapekeys?|bs|morphs?|morph_?targets?|keys?|exp|expressions?|facial|face|head|ctrl";
const WORD_PREFIX = new RegExp(`^(?:(?:${PREFIX_WORDS})\\d*|\\d+)${SEPARATORS}+`, "i");
/** The same without a separator, told apart by the capital that follows. */
const GLUED_PREFIX = /^(?:Fcl|fcl|ARKit|Arkit|arkit|BlendShape|blendShape|Blendshape|blendshape)(?=[A-Z])/;
/** Up to the first name-space mark: `blendShape1.jawOpen`, `ns:jawOpen`, `a|b|jawOpen`. */
const NAMESPACE = /^([^.:|/]*)[.:|/]+/;
/** Longer names are no names of shapes; taking them apart would only cost time. */
const MAX_NAME_LENGTH = 200;
/** What Blender adds to a name that it has already. */
const COPY_SUFFIX = /\.\d{3}$/;

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function gluedSide(joined: string): NameKey | undefined {
  for (const [word, side] of [
    ["left", "Left"],
    ["right", "Right"],
  ] as const) {
    if (joined.endsWith(word)) return { stem: joined.slice(0, -word.length), side };
    if (joined.startsWith(word)) return { stem: joined.slice(word.length), side };
  }
  const stem = joined.slice(0, -1);
  const side = SIDE_WORDS[joined.slice(-1)];
  return side !== undefined && stem.length >= GLUED_SIDE_LETTER_MIN_STEM ? { stem, side } : undefined;
}

/** Splits a name into stem and side: `Eye_Blink_L`, `leftEyeBlink` and `EyeBlinkLeft` are all `eyeblink`, `Left`. */
export function nameKey(name: string): NameKey {
  const words = wordsOf(name.replace(COPY_SUFFIX, ""));
  const sides = new Set(words.map((word) => SIDE_WORDS[word]).filter((side) => side !== undefined));
  if (sides.size !== 1) return { stem: words.join(""), side: undefined };
  const stem = words.filter((word) => SIDE_WORDS[word] === undefined).join("");
  return { stem, side: [...sides][0] as Side };
}

function matchKey(key: NameKey): ChannelMatch | undefined {
  if (key.side === undefined) {
    const centre = CENTRE.get(key.stem);
    return centre === undefined ? undefined : { channel: centre, half: undefined };
  }
  const sided = SIDED.get(key.stem);
  if (sided !== undefined) return { channel: `${sided}${key.side}`, half: undefined };
  const centre = CENTRE.get(key.stem);
  return centre === undefined ? undefined : { channel: centre, half: key.side };
}

function matchWhole(name: string): ChannelMatch | undefined {
  if (EXACT.has(name)) return { channel: name, half: undefined };
  const key = nameKey(name);
  const match = matchKey(key);
  if (match !== undefined || key.side !== undefined) return match;
  const glued = gluedSide(key.stem);
  return glued === undefined ? undefined : matchKey(glued);
}

const LEADING_SEPARATORS = new RegExp(`^${SEPARATORS}+`);

function withoutOwners(name: string, owners: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  return owners
    .filter((owner) => owner !== "" && lower.startsWith(owner.toLowerCase()))
    .map((owner) => name.slice(owner.length))
    .filter((rest) => LEADING_SEPARATORS.test(rest))
    .map((rest) => rest.replace(LEADING_SEPARATORS, ""));
}

/** A corrective such as `jawOpen.mouthSmileLeft` is not in a name space called jawOpen. */
function withoutNamespace(name: string): string {
  const space = NAMESPACE.exec(name);
  return space === null || matchWhole(space[1] as string) !== undefined ? "" : name.slice(space[0].length);
}

/**
 * The name, then the same with one prefix after the other taken off.
 * @param owners names that may stand before it: of the mesh, its nodes, or a prefix that all its targets share
 */
export function nameVariants(name: string, owners: readonly string[] = []): readonly string[] {
  const variants = new Set<string>();
  const pending = [name.trim().replace(COPY_SUFFIX, "")];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    if (text === "" || text.length > MAX_NAME_LENGTH || variants.has(text)) continue;
    variants.add(text);
    const shorter = [
      withoutNamespace(text),
      text.replace(GLUED_PREFIX, ""),
      text.replace(WORD_PREFIX, ""),
      ...withoutOwners(text, owners),
    ];
    pending.push(...shorter);
  }
  return [...variants];
}

/** The channel that the name means, or undefined. `owners` as for `nameVariants`. */
export function matchChannel(name: string, owners: readonly string[] = []): ChannelMatch | undefined {
  for (const variant of nameVariants(name, owners)) {
    const match = matchWhole(variant);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Least number of targets that must share a prefix before it counts as one. */
const SHARED_PREFIX_MIN = 4;

/** What stands before a separator in at least half of the names, such as `Character_` in `Character_jawOpen`. */
export function sharedPrefixes(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH) continue;
    for (const mark of name.matchAll(new RegExp(SEPARATORS, "g"))) {
      const prefix = name.slice(0, mark.index);
      if (prefix !== "") counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const least = Math.max(SHARED_PREFIX_MIN, names.length / 2);
  return [...counts].filter(([, count]) => count >= least).map(([prefix]) => prefix);
}
