// The skeleton of an avatar as the core's bodies take it: joints with local rest transforms, the file's own human bones.
// It finds no bones: a VRM file names its own, all others are left to the core. Not the face: that is `FaceRoutes`.
import type { AvatarDescription, NodeDescription } from "./avatar-description";
import type { FootSoles } from "./foot-soles";
import { boneOfName } from "./humanoid";
import { halfTurnMatrix, invertAffine, multiply } from "./matrix";
import { turnOf } from "./node-pose";

/** Joints that the core takes; files have more where hair and cloth are finely divided. */
export const MAX_BODY_JOINTS = 1024;

type Vector = readonly [number, number, number];

export interface BodyJoint {
  readonly name: string;
  readonly parent: number;
  readonly translation: Vector;
  /** x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
  readonly scale: Vector;
}

export interface AvatarBody {
  /** What `Engine.setBody` takes. */
  readonly description: {
    readonly joints: readonly BodyJoint[];
    readonly humanoid?: Readonly<Record<string, number>>;
    readonly ankleHeight?: number;
    readonly soles?: FootSoles;
  };
  /** Node of the file for each joint; -1: a joint that no node is. */
  readonly nodes: readonly number[];
}

const HALF_TURN: BodyJoint = {
  name: "",
  parent: -1,
  translation: [0, 0, 0],
  rotation: [0, 1, 0, 0],
  scale: [1, 1, 1],
};

/** Nodes with everything above them, parents first, at most `most`: what may be a bone before what only hangs on one. */
function chosenNodes(
  nodes: readonly NodeDescription[],
  humanoid: Readonly<Record<string, number>>,
  most: number,
): readonly number[] {
  const named = new Set(Object.values(humanoid));
  const chosen = new Set<number>();
  const choose = (from: number) => {
    const way: number[] = [];
    for (let at = from; at >= 0 && !chosen.has(at); at = nodes[at]?.parent ?? -1) way.push(at);
    if (chosen.size + way.length <= most) for (const node of way) chosen.add(node);
  };
  for (const { index, name } of nodes)
    if (named.has(index) || (nodes.length > most && boneOfName(name) !== undefined)) choose(index);
  for (const { index } of nodes) choose(index);
  const depthOf = (node: number): number => {
    let depth = 0;
    for (let at = nodes[node]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) ++depth;
    return depth;
  };
  const depths = new Map([...chosen].map((node) => [node, depthOf(node)]));
  return [...chosen].sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0) || a - b);
}

/** Translation, rotation and scale of a local matrix; shear is dropped, a mirroring goes into the scale of x. */
function parts(local: Float64Array): Pick<BodyJoint, "translation" | "rotation" | "scale"> {
  const length = (column: number) =>
    Math.hypot(local[4 * column] ?? 0, local[4 * column + 1] ?? 0, local[4 * column + 2] ?? 0);
  const [a0 = 0, a1 = 0, a2 = 0, , b0 = 0, b1 = 0, b2 = 0, , c0 = 0, c1 = 0, c2 = 0] = local;
  const determinant = a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0);
  const side = determinant < 0 ? -1 : 1;
  const upright = Float64Array.from(local, (value, index) => (index < 3 ? side * value : value));
  const [x = 0, y = 0, z = 0, w = 1] = turnOf(upright);
  return {
    translation: [local[12] ?? 0, local[13] ?? 0, local[14] ?? 0],
    rotation: [x, y, z, w],
    scale: [side * length(0), length(1), length(2)],
  };
}

/** Soles say how high the ankles stand as well; without them that alone is known. */
function feetOf({ ankleHeight, soles = {} }: Pick<AvatarDescription, "ankleHeight" | "soles">) {
  if (soles.left !== undefined && soles.right !== undefined) return { soles };
  return ankleHeight === undefined ? {} : { ankleHeight };
}

/**
 * @param humanoid human bones by hand, node of each: they take the place of the file's own
 */
export function avatarBody(
  avatar: Pick<AvatarDescription, "format" | "nodes" | "humanoid" | "ankleHeight" | "soles">,
  humanoid: Readonly<Record<string, number>> = {},
): AvatarBody {
  const isVrm = avatar.format === "vrm0" || avatar.format === "vrm1";
  // The half turn of VRM 0.x is in no node of the file: as a joint of its own it leaves all others as they are drawn.
  const first = avatar.format === "vrm0" ? 1 : 0;
  const bones = { ...(isVrm ? avatar.humanoid : {}), ...humanoid };
  const nodes = chosenNodes(avatar.nodes, bones, MAX_BODY_JOINTS - first);
  const jointOf = new Map(nodes.map((node, index) => [node, index + first]));
  // A half turn is its own inverse.
  const base = avatar.format === "vrm0" ? halfTurnMatrix() : null;
  const joints = nodes.map((node): BodyJoint => {
    const { name, parent, world } = avatar.nodes[node] as NodeDescription;
    const above = parent < 0 ? base : invertAffine((avatar.nodes[parent] as NodeDescription).world);
    const local = above === null ? world : multiply(above, world);
    return { name, parent: parent < 0 ? first - 1 : (jointOf.get(parent) ?? -1), ...parts(local) };
  });
  const named = Object.entries(bones).flatMap(([bone, node]) => {
    const joint = jointOf.get(node);
    return joint === undefined ? [] : [[bone, joint] as const];
  });
  return {
    description: {
      joints: first === 1 ? [HALF_TURN, ...joints] : joints,
      ...(named.length > 0 ? { humanoid: Object.fromEntries(named) } : {}),
      ...feetOf(avatar),
    },
    nodes: first === 1 ? [-1, ...nodes] : nodes,
  };
}
