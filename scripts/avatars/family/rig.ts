// The same body on other bones: fewer, more, in another rest pose.
// Node axes and names of bones are chosen when the file is written.
import { add, dot, length, scale, smoothstep, sub } from "../math/vec";
import type { AvatarModel, Bone, Influences, Part, Target, Vec3 } from "../model";
import { type Turn, turnAbout, turned } from "../write/placement";
import { vectorAt } from "../write/vectors";

/** What VRM asks for, and nothing else. */
export const MINIMUM_BONES: readonly string[] = [
  "hips",
  "spine",
  "head",
  ...["left", "right"].flatMap((side) =>
    ["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"].map((bone) => `${side}${bone}`),
  ),
];

/** Bones by name. Throws on one that is not there. */
function boneTable(model: AvatarModel): (name: string) => Bone {
  const bones = new Map(model.bones.map((bone) => [bone.name, bone]));
  return (name) => {
    const bone = bones.get(name);
    if (bone === undefined) throw new Error(`the model has no bone ${name}`);
    return bone;
  };
}

/** Only the bones of `kept`; what followed another follows the nearest of them above it. Nothing swings any more. */
export function reduced(model: AvatarModel, kept: readonly string[]): AvatarModel {
  const bone = boneTable(model);
  const heir = (name: string): string => {
    let at = bone(name);
    while (!kept.includes(at.name)) {
      if (at.parent === null) throw new Error(`no bone above ${name} is kept`);
      at = bone(at.parent);
    }
    return at.name;
  };
  const heirs = new Map(model.bones.map(({ name }) => [name, heir(name)]));
  const influences = (list: Influences): Influences => {
    const sums = new Map<string, number>();
    for (const [name, share] of list) {
      const owner = heirs.get(name) as string;
      sums.set(owner, (sums.get(owner) ?? 0) + share);
    }
    return [...sums];
  };
  return {
    ...model,
    bones: model.bones
      .filter(({ name }) => kept.includes(name))
      .map((own) => ({ ...own, parent: own.parent && (heirs.get(own.parent) as string) })),
    parts: model.parts.map((part) => ({ ...part, influences: part.influences.map(influences) })),
    springs: [],
    colliders: [],
  };
}

/** Limb bones that get a twist bone, and the bone at their far end. */
const TWISTED: readonly (readonly [string, string])[] = ["left", "right"].flatMap((side) => [
  [`${side}UpperArm`, `${side}LowerArm`] as const,
  [`${side}LowerArm`, `${side}Hand`] as const,
  [`${side}UpperLeg`, `${side}LowerLeg`] as const,
]);

export const twistName = (bone: string) => `${bone}Twist`;

/** A vertex follows at most this many bones. */
const INFLUENCES = 4;

/** A twist bone halfway along each limb bone, which the skin beyond its middle follows. */
export function twisted(model: AvatarModel): AvatarModel {
  const bone = boneTable(model);
  const limbs = new Map(
    TWISTED.map(([name, end]) => [name, [bone(name).position, bone(end).position] as const]),
  );
  const bones = model.bones.flatMap((own): Bone[] => {
    const limb = limbs.get(own.name);
    if (limb === undefined) return [own];
    const middle = scale(add(...limb), 0.5);
    return [own, { name: twistName(own.name), parent: own.name, position: middle }];
  });
  const parts = model.parts.map(
    (part): Part => ({
      ...part,
      influences: part.influences.map((list, vertex) => {
        const place = vectorAt(part.positions, vertex);
        const shares = list.flatMap(([name, share]): [string, number][] => {
          const limb = limbs.get(name);
          if (limb === undefined) return [[name, share]];
          const way = sub(limb[1], limb[0]);
          const along = dot(sub(place, limb[0]), way) / length(way) ** 2;
          const twist = smoothstep(0.3, 0.7, along);
          const split: [string, number][] = [
            [name, share * (1 - twist)],
            [twistName(name), share * twist],
          ];
          return split.filter(([, own]) => own > 0);
        });
        const best = shares.sort((p, q) => q[1] - p[1]).slice(0, INFLUENCES);
        const total = best.reduce((sum, [, share]) => sum + share, 0);
        return best.map(([name, share]) => [name, share / total] as const);
      }),
    }),
  );
  return { ...model, bones, parts };
}

/** Which turn each bone has in the new rest pose, and about which joint. */
interface Swing {
  readonly turn: Turn;
  readonly joint: Vec3;
}

function swingsOf(model: AvatarModel, degrees: number): ReadonlyMap<string, Swing> {
  const bone = boneTable(model);
  const swings = new Map<string, Swing>();
  for (const [name, sign] of [
    ["leftUpperArm", -1],
    ["rightUpperArm", 1],
  ] as const) {
    swings.set(name, { turn: turnAbout([0, 0, 1], sign * degrees), joint: bone(name).position });
  }
  for (const { name, parent } of model.bones) {
    const above = parent === null ? undefined : swings.get(parent);
    if (above !== undefined) swings.set(name, above);
  }
  return swings;
}

/** A direction turned as much as the bones it follows are; not of unit length where they differ. */
function blended(vector: Vec3, list: Influences, swings: ReadonlyMap<string, Swing>): Vec3 {
  return list.reduce<Vec3>(
    (sum, [name, share]) => {
      const swing = swings.get(name);
      return add(sum, scale(swing === undefined ? vector : turned(swing.turn, vector), share));
    },
    [0, 0, 0],
  );
}

function swungPart(part: Part, swings: ReadonlyMap<string, Swing>): Part {
  if (!part.influences.some((list) => list.some(([name]) => swings.has(name)))) return part;
  const [positions, normals] = [Float64Array.from(part.positions), Float64Array.from(part.normals)];
  part.influences.forEach((list, vertex) => {
    if (!list.some(([name]) => swings.has(name))) return;
    const place = vectorAt(part.positions, vertex);
    const moved = list.reduce<Vec3>(
      (sum, [name, share]) => {
        const swing = swings.get(name);
        const own =
          swing === undefined ? place : add(swing.joint, turned(swing.turn, sub(place, swing.joint)));
        return add(sum, scale(own, share));
      },
      [0, 0, 0],
    );
    positions.set(moved, 3 * vertex);
    const normal = blended(vectorAt(part.normals, vertex), list, swings);
    normals.set(scale(normal, 1 / (length(normal) || 1)), 3 * vertex);
  });
  const turnedDeltas = (target: Target, deltas: Float64Array) =>
    Float64Array.from(
      [...target.vertices].flatMap((vertex, at) =>
        blended(vectorAt(deltas, at), part.influences[vertex] as Influences, swings),
      ),
    );
  const targets = Object.fromEntries(
    Object.entries(part.targets).map(([channel, target]) => [
      channel,
      {
        vertices: target.vertices,
        deltas: turnedDeltas(target, target.deltas),
        normalDeltas: turnedDeltas(target, target.normalDeltas),
      },
    ]),
  );
  return { ...part, positions, normals, targets };
}

/** Arms hang `degrees` below the T-pose, in the geometry and in the places of the bones: the new pose at rest. */
export function armsLowered(model: AvatarModel, degrees: number): AvatarModel {
  const swings = swingsOf(model, degrees);
  return {
    ...model,
    bones: model.bones.map((own) => {
      const swing = swings.get(own.name);
      if (swing === undefined) return own;
      return { ...own, position: add(swing.joint, turned(swing.turn, sub(own.position, swing.joint))) };
    }),
    parts: model.parts.map((part) => swungPart(part, swings)),
    colliders: model.colliders.map((collider) => {
      const swing = swings.get(collider.bone);
      if (swing === undefined) return collider;
      const { offset, tail } = collider;
      return {
        ...collider,
        offset: turned(swing.turn, offset),
        ...(tail && { tail: turned(swing.turn, tail) }),
      };
    }),
  };
}

/** Seeded numbers in 0..1 (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A turn for each bone, any as likely as any other (Shoemake 1992), always the same for one name. */
export function randomAxes(bone: string): Turn {
  const chance = chanceOf(
    [...bone].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7),
  );
  const [u, v, w] = [chance(), 2 * Math.PI * chance(), 2 * Math.PI * chance()];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)];
}
