// Which bone hangs on which in a Motive skeleton: by the names Motive gives under its naming schemes, for other names by how bones move.
// It maps nothing to a humanoid; roles stand here only to find parents.

import type { MotiveTrack } from "./motive-rows";
import { conjugate, rotate } from "./quaternion";

/** Index of each bone's parent, -1 for the one root; and how many were found from movement instead of names. */
export interface MotiveParents {
  readonly parents: readonly number[];
  readonly guessed: number;
}

type Part =
  | "hips"
  | "spine"
  | "neck"
  | "head"
  | "shoulder"
  | "upperArm"
  | "lowerArm"
  | "hand"
  | "upperLeg"
  | "lowerLeg"
  | "foot"
  | "toe"
  | "finger";

interface Role {
  readonly part: Part;
  readonly side: "" | "left" | "right";
  /** Of a finger: its name. */
  readonly finger: string;
}

/** Words for parts without a side, and for parts with one: Motive's own, FBX, BVH and Unreal names. */
const middleWords: readonly (readonly [Part, RegExp])[] = [
  ["hips", /^(hips?|pelvis)$/],
  ["spine", /^(ab|abdomen|spine\d*|chest\d*|upperchest|torso|lowerback|thorax)$/],
  ["neck", /^neck\d*$/],
  ["head", /^head$/],
];
const sideWords: readonly (readonly [Part, RegExp])[] = [
  ["shoulder", /^(shoulder|collar|clavicle)$/],
  ["upperArm", /^(arm|uarm|upperarm)$/],
  ["lowerArm", /^(forearm|farm|lowerarm|elbow)$/],
  ["hand", /^(hand|wrist)$/],
  ["upperLeg", /^(thigh|upleg|upperleg|hip)$/],
  ["lowerLeg", /^(shin|leg|lowerleg|knee|calf)$/],
  ["foot", /^(foot|ankle)$/],
  ["toe", /^(toes?|toebase|ball)$/],
  ["finger", /^(in)?(hand)?(thumb|index|middle|mid|ring|pinky|little)\d*$/],
  ["finger", /^finger\d\d?$/],
];

/** What a bone hangs on, nearest first. */
const above: Readonly<Record<Part, readonly Part[]>> = {
  hips: [],
  spine: ["spine", "hips"],
  neck: ["neck", "spine", "hips"],
  head: ["neck", "spine", "hips"],
  shoulder: ["spine", "hips"],
  upperArm: ["shoulder", "spine", "hips"],
  lowerArm: ["upperArm", "shoulder"],
  hand: ["lowerArm", "upperArm"],
  finger: ["finger", "hand"],
  upperLeg: ["hips"],
  lowerLeg: ["upperLeg", "hips"],
  foot: ["lowerLeg", "upperLeg"],
  toe: ["foot", "lowerLeg"],
};

/** `LUArm`, `LeftArm`, `upperarm_l`: side and the rest in lower case. */
function sideAndWord(name: string): { side: Role["side"]; word: string } {
  const patterns = [
    [/^(left|right)[_ ]?(.+)$/i, 1, 2],
    [/^(l|r)[_ ](.+)$/i, 1, 2],
    [/^(L|R)([A-Z].*)$/, 1, 2],
    [/^(.+)[_. ](l|r|left|right)$/i, 2, 1],
  ] as const;
  for (const [pattern, sideAt, wordAt] of patterns) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const side = (match[sideAt] ?? "").toLowerCase().startsWith("l") ? "left" : "right";
    return { side, word: (match[wordAt] ?? "").toLowerCase().replace(/[^a-z0-9]/g, "") };
  }
  return { side: "", word: name.toLowerCase().replace(/[^a-z0-9]/g, "") };
}

function roleOf(name: string, skeleton: string): Role | null {
  // Motive's own scheme names the root after the skeleton.
  if (name === skeleton) return { part: "hips", side: "", finger: "" };
  const { side, word } = sideAndWord(name);
  // Unreal numbers by `_01`; in BVH names the first digit is the finger: `LeftFinger0`, `LeftFinger01`.
  const plain = word.startsWith("finger") ? word : word.replace(/0+(\d)/, "$1");
  const part = (side === "" ? middleWords : sideWords).find(([, pattern]) => pattern.test(plain))?.[0];
  if (part === undefined) return null;
  return { part, side, finger: part === "finger" ? fingerOf(plain) : "" };
}

/** All joints of a finger have this in common. */
function fingerOf(word: string): string {
  if (word.startsWith("finger")) return word.slice(0, "finger0".length);
  const name = word.replace(/^(in)?(hand)?/, "").replace(/\d+$/, "");
  return name === "mid" ? "middle" : name;
}

/** In BVH names the collar is `LeftCollar` and `LeftShoulder` is the upper arm. */
function withCollars(roles: (Role | null)[], names: readonly string[]): (Role | null)[] {
  return roles.map((role, index) => {
    if (role?.part !== "shoulder" || !/shoulder/i.test(names[index] ?? "")) return role;
    const hasCollar = names.some((name, other) => /collar/i.test(name) && roles[other]?.side === role.side);
    return hasCollar ? { ...role, part: "upperArm" } : role;
  });
}

function parentByRole(roles: readonly (Role | null)[], bone: number): number {
  const role = roles[bone];
  if (role == null) return -1;
  for (const part of above[role.part]) {
    // Of a chain (spine, neck, one finger) the one before it in the file; of the others the last.
    const isChain = part === role.part;
    for (let index = (isChain ? bone : roles.length) - 1; index >= 0; --index) {
      const other = roles[index];
      if (other == null || index === bone || other.part !== part) continue;
      if (other.side !== "" && other.side !== role.side) continue;
      if (isChain && other.finger !== role.finger) continue;
      return index;
    }
  }
  return -1;
}

/** Frames that are looked at. */
const LOOKED_AT = 120;
/** What a way to a farther bone counts as spread, as a share of its length: of bones that hold a joint equally well the nearest is taken. */
const DISTANCE_SHARE = 0.002;

/** How much a joint moves in another bone's space, as its standard deviation, and how far it is away. */
export function spreadIn(child: MotiveTrack, parent: MotiveTrack): { spread: number; distance: number } {
  const frames = child.tracked.length;
  const step = Math.max(1, Math.floor(frames / LOOKED_AT));
  const sum = [0, 0, 0];
  const squares = [0, 0, 0];
  const turn = [0, 0, 0, 1];
  const place = [0, 0, 0];
  let count = 0;
  for (let frame = 0; frame < frames; frame += step) {
    if (child.tracked[frame] === 0 || parent.tracked[frame] === 0) continue;
    for (let i = 0; i < 3; ++i)
      place[i] = (child.positions[3 * frame + i] ?? 0) - (parent.positions[3 * frame + i] ?? 0);
    conjugate(parent.rotations, 4 * frame, turn, 0);
    rotate(turn, 0, place, 0, place, 0);
    for (let i = 0; i < 3; ++i) {
      sum[i] = (sum[i] ?? 0) + (place[i] ?? 0);
      squares[i] = (squares[i] ?? 0) + (place[i] ?? 0) ** 2;
    }
    count += 1;
  }
  if (count === 0) return { spread: 0, distance: Number.POSITIVE_INFINITY };
  const mean = sum.map((value) => value / count);
  const variance = squares.reduce((total, value, i) => total + value / count - (mean[i] ?? 0) ** 2, 0);
  return { spread: Math.sqrt(Math.max(0, variance)), distance: Math.hypot(...mean) };
}

/** The bone in whose space the joint moves least; of those that hold it alike, the nearest. */
function parentByMovement(
  tracks: readonly MotiveTrack[],
  bone: number,
  candidates: readonly number[],
): number {
  const child = tracks[bone];
  let best = candidates[0] ?? -1;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const parent = tracks[candidate];
    if (child === undefined || parent === undefined) continue;
    const { spread, distance } = spreadIn(child, parent);
    const score = spread + DISTANCE_SHARE * distance;
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function byStatement(tracks: readonly MotiveTrack[], bone: number): number {
  const stated = tracks[bone]?.group.parent ?? "";
  if (stated === "") return -1;
  const own = (name: string) => name.split(":").at(-1);
  return tracks.findIndex(
    ({ group }, index) =>
      index !== bone && (group.id === stated || group.name === stated || own(group.name) === own(stated)),
  );
}

/** True where going up from `bone` by the parents known so far comes by `target`. */
function isBelow(parents: readonly number[], bone: number, target: number): boolean {
  for (let at = bone, steps = 0; at >= 0 && steps <= parents.length; at = parents[at] ?? -1, ++steps)
    if (at === target) return true;
  return false;
}

/**
 * @param tracks the bones of one skeleton, in the order of the file
 * @param skeleton its name
 * @param isLocal in local space movement tells nothing, and a bone without a known name hangs on the one before it
 */
export function findMotiveParents(
  tracks: readonly MotiveTrack[],
  names: readonly string[],
  skeleton: string,
  isLocal: boolean,
): MotiveParents {
  const roles = withCollars(
    names.map((name) => roleOf(name, skeleton)),
    names,
  );
  const hasParents = tracks.some((_, bone) => byStatement(tracks, bone) >= 0);
  const known = tracks.map((_, bone) => (hasParents ? byStatement(tracks, bone) : parentByRole(roles, bone)));
  const statedRoot = hasParents ? known.indexOf(-1) : roles.findIndex((role) => role?.part === "hips");
  const root = Math.max(0, statedRoot);
  const parents = known.map((parent, bone) => (bone === root ? -1 : parent));
  let guessed = 0;
  for (const bone of tracks.keys()) {
    if (bone === root || ((parents[bone] ?? -1) >= 0 && !isBelow(parents, parents[bone] ?? -1, bone)))
      continue;
    parents[bone] = -1;
    const free = [...tracks.keys()].filter((other) => !isBelow(parents, other, bone));
    const before = free.filter((other) => other < bone).at(-1) ?? root;
    parents[bone] = isLocal ? before : parentByMovement(tracks, bone, free);
    guessed += 1;
  }
  return { parents, guessed };
}
