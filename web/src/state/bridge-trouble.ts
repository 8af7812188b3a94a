// What is the matter where a bridge is there and no performer moves, and what causes it, the likeliest first.
// The texts are the languages'; the codes are the bridge's (docs/natnet.md).
import type { BridgeFacts } from "./bridge";

/** What may be the reason; each has a text and what to do. */
export type TroubleCause =
  | "streaming"
  | "interface"
  | "firewall"
  | "address"
  | "multicast"
  | "paused"
  | "skeletons"
  | "asset"
  | "volume"
  | "wait"
  | "commands"
  | "other-sender"
  | "old"
  | "coordinates"
  | "bridge"
  | "network"
  | "token";

const causes = {
  "no-server": ["streaming", "interface", "firewall", "address"],
  "no-answer": ["streaming", "firewall", "address"],
  "no-frames": ["interface", "firewall", "multicast", "paused"],
  "no-descriptions": ["wait", "commands"],
  "skeleton-not-described": ["wait", "asset", "commands"],
  "skeleton-not-streamed": ["skeletons", "asset"],
  "nothing-tracked": ["volume", "paused", "skeletons"],
  "version-too-old": ["old"],
  "layout-mismatch": ["other-sender", "old"],
  "coordinates-unknown": ["wait", "coordinates"],
  "bridge-lost": ["bridge", "network", "token"],
} as const satisfies Readonly<Record<string, readonly TroubleCause[]>>;

export type Trouble = keyof typeof causes;

export const troubles = Object.keys(causes) as readonly Trouble[];

/** What the page says by itself, once it has lasted: the others leave the avatars moving, or pass. */
const SAID_UNASKED: ReadonlySet<Trouble> = new Set([
  "no-server",
  "no-answer",
  "no-frames",
  "skeleton-not-streamed",
  "version-too-old",
  "layout-mismatch",
  "bridge-lost",
]);

export const causesOf = (trouble: Trouble): readonly TroubleCause[] => causes[trouble];

export const isSaidUnasked = (trouble: Trouble): boolean => SAID_UNASKED.has(trouble);

/** It was tried in vain, also while it is tried once more: what is said of it does not come and go with each try. */
export const isLost = ({ connection, attempt }: Pick<BridgeFacts, "connection" | "attempt">): boolean =>
  connection === "waiting" || (connection === "connecting" && attempt > 0);

/** Null: nothing is the matter, or nothing that is known. */
export function troubleOf(facts: BridgeFacts): Trouble | null {
  const { connection, code } = facts;
  if (isLost(facts)) return "bridge-lost";
  if (connection !== "open") return null;
  return Object.hasOwn(causes, code) ? (code as Trouble) : null;
}
