// The bones that let hair swing: chains of joints, and what share of each bone a place on a lock follows.
// Nothing moves here; the springs of the file do that.
import { clamp, dot, length, mirrored, smoothstep, sub } from "../math/vec";
import type { Bone, Influences, Spring, Vec3 } from "../model";

/** A chain of the left (x > 0) or the middle; those of the right are mirror images. */
export interface Chain {
  /** Without side and number: `hairSide`. */
  readonly name: string;
  readonly side: "Left" | "Right" | "";
  /** World metres, from where the swing begins to the end, which only marks the end. */
  readonly joints: readonly Vec3[];
  readonly stiffness: number;
  readonly gravityPower: number;
  readonly dragForce: number;
  /** Metres. */
  readonly hitRadius: number;
}

/** Chains that a lock follows with their shares, which sum to 1. */
export type ChainShares = readonly (readonly [Chain, number])[];

const boneName = (chain: Chain, joint: number) => `${chain.name}${chain.side}${joint + 1}`;

/** `hairSideLeft2` <-> `hairSideRight2`; a middle bone stays. */
export const mirroredBone = (name: string): string =>
  name.replace(/Left|Right/, (side) => (side === "Left" ? "Right" : "Left"));

/** How far along the chain's joints: 0 at the first, 1 at the second; below 0 before the first. */
function progress(chain: Chain, p: Vec3): number {
  let best = { distance: Number.POSITIVE_INFINITY, at: 0 };
  for (let k = 0; k + 1 < chain.joints.length; ++k) {
    const [a, b] = [chain.joints[k] as Vec3, chain.joints[k + 1] as Vec3];
    const axis = sub(b, a);
    const raw = dot(sub(p, a), axis) / dot(axis, axis);
    const t = clamp(raw, k === 0 ? -3 : 0, 1);
    const distance = length(sub(p, [a[0] + axis[0] * t, a[1] + axis[1] * t, a[2] + axis[2] * t]));
    if (distance < best.distance) best = { distance, at: k + t };
  }
  return best.at;
}

/** Shares of `head` and the chain's bones: each bone fades into the next about its joint. */
function chainShares(chain: Chain, p: Vec3): [string, number][] {
  const at = progress(chain, p);
  const shares: [string, number][] = [["head", 1]];
  for (let joint = 0; joint + 1 < chain.joints.length; ++joint) {
    const arrived = smoothstep(joint - 0.45, joint + 0.45, at);
    for (const share of shares) share[1] *= 1 - arrived;
    shares.push([boneName(chain, joint), arrived]);
  }
  return shares;
}

/** A vertex's bones; `x`: 0 at the lock's root, where it stays on the head, 1 at its tip. At most four. */
export function influencesOf(chains: ChainShares, p: Vec3, x: number): Influences {
  const free = smoothstep(0.02, 0.3, x);
  const sums = new Map<string, number>([["head", 1 - free]]);
  for (const [chain, part] of chains) {
    for (const [bone, share] of chainShares(chain, p)) {
      sums.set(bone, (sums.get(bone) ?? 0) + share * part * free);
    }
  }
  return normalised([...sums]);
}

/** The largest four, without traces, summing to 1. */
export function normalised(shares: readonly (readonly [string, number])[]): Influences {
  const kept = shares
    .filter(([, share]) => share > 0.004)
    .sort(([a, p], [b, q]) => q - p || (mirroredBone(a) === b ? 0 : a < b ? -1 : 1))
    .slice(0, 4);
  const sum = kept.reduce((total, [, share]) => total + share, 0);
  return kept.map(([bone, share]) => [bone, share / sum] as const);
}

/** The chain of the other side. */
export const mirroredChain = (chain: Chain): Chain => ({
  ...chain,
  side: chain.side === "Left" ? "Right" : chain.side,
  joints: chain.joints.map(mirrored),
});

/** Every chain and the mirror image of each left one, as bones and springs. */
export function rig(chains: readonly Chain[]): { bones: Bone[]; springs: Spring[] } {
  const all = chains.flatMap((chain) => (chain.side === "Left" ? [chain, mirroredChain(chain)] : [chain]));
  return {
    bones: all.flatMap((chain) =>
      chain.joints.map((position, joint) => ({
        name: boneName(chain, joint),
        parent: joint === 0 ? "head" : boneName(chain, joint - 1),
        position,
      })),
    ),
    springs: all.map((chain) => ({
      name: `${chain.name}${chain.side}`,
      bones: chain.joints.map((_, joint) => boneName(chain, joint)),
      stiffness: chain.stiffness,
      gravityPower: chain.gravityPower,
      dragForce: chain.dragForce,
      hitRadius: chain.hitRadius,
    })),
  };
}
