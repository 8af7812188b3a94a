// Hangs a chain of hair on the head of a VRM that make-avatar.ts made, with a collider where the head is, and a node tied to a hand.
// The chain carries no skin: tests look at nodes.
import { editGlbJson, type Json } from "../../scripts/avatars/write/glb-json";

export interface HairRecipe {
  /** Default 4. */
  readonly links?: number;
  /** Length of each, metres; default 0.1. */
  readonly length?: number;
  /** Default 1. */
  readonly stiffness?: number;
  /** Default 0.2. */
  readonly gravityPower?: number;
  /** Default 0.4. */
  readonly dragForce?: number;
  /** Radius of a sphere about the head's joint, metres; default none. */
  readonly collider?: number;
  /** The movement is seen from the hips; default false. */
  readonly centred?: boolean;
  /** A node `Twist` below the upper left arm that takes that much of the hand's turning, VRM 1.0 alone; default none. */
  readonly twist?: number;
  /** The chain begins with the head itself, as careless files have it; default false. */
  readonly fromHead?: boolean;
}

/** Name of the chain's link, from 0 at the head. */
export const hairName = (link: number): string => `Hair${link}`;

/** Behind the head, hanging down. */
const ROOT: readonly [number, number, number] = [0, 0.15, -0.12];

export function hangHair(bytes: Uint8Array, format: "vrm0" | "vrm1", recipe: HairRecipe = {}): Uint8Array {
  return editGlbJson(bytes, (json) => {
    const { links = 4, length = 0.1 } = recipe;
    const find = (name: string) => json.nodes.findIndex((node: Json) => node.name === name);
    const head = find("Head");
    const first = json.nodes.length;
    const turn = format === "vrm0" ? -1 : 1;
    for (let link = 0; link <= links; ++link) {
      const translation = link === 0 ? [ROOT[0], ROOT[1], ROOT[2] * turn] : [0, -length, 0];
      const children = link < links ? { children: [first + link + 1] } : {};
      json.nodes.push({ name: hairName(link), translation, ...children });
    }
    json.nodes[head].children = [...(json.nodes[head].children ?? []), first];
    const chain = Array.from({ length: links + 1 }, (_, link) => first + link);
    if (recipe.fromHead) chain.unshift(head);
    if (format === "vrm0") hang0(json, recipe, head, find("Hips"), chain[0] ?? first);
    else hang1(json, recipe, head, find("Hips"), chain);
    if (recipe.twist !== undefined && format === "vrm1")
      tie(json, recipe.twist, find("LeftArm"), find("LeftHand"));
  });
}

function hang0(json: Json, recipe: HairRecipe, head: number, hips: number, first: number): void {
  const { stiffness = 1, gravityPower = 0.2, dragForce = 0.4, collider, centred = false } = recipe;
  json.extensions.VRM.secondaryAnimation = {
    boneGroups: [
      {
        bones: [first],
        center: centred ? hips : -1,
        colliderGroups: collider === undefined ? [] : [0],
        dragForce,
        gravityDir: { x: 0, y: -1, z: 0 },
        gravityPower,
        hitRadius: 0.02,
        // The name is the format's own.
        stiffiness: stiffness,
      },
    ],
    colliderGroups:
      collider === undefined
        ? []
        : [{ node: head, colliders: [{ radius: collider, offset: { x: 0, y: 0, z: 0 } }] }],
  };
}

function hang1(json: Json, recipe: HairRecipe, head: number, hips: number, chain: readonly number[]): void {
  const { stiffness = 1, gravityPower = 0.2, dragForce = 0.4, collider, centred = false } = recipe;
  const joint = { hitRadius: 0.02, stiffness, gravityPower, gravityDir: [0, -1, 0], dragForce };
  json.extensionsUsed.push("VRMC_springBone");
  json.extensions.VRMC_springBone = {
    specVersion: "1.0",
    ...(collider !== undefined && {
      colliders: [{ node: head, shape: { sphere: { offset: [0, 0, 0], radius: collider } } }],
      colliderGroups: [{ name: "Head", colliders: [0] }],
    }),
    springs: [
      {
        name: "Hair",
        joints: chain.map((node) => ({ node, ...joint })),
        ...(centred && { center: hips }),
        ...(collider !== undefined && { colliderGroups: [0] }),
      },
    ],
  };
}

function tie(json: Json, weight: number, arm: number, hand: number): void {
  const twist = json.nodes.length;
  json.nodes.push({
    name: "Twist",
    translation: [0.1, 0, 0],
    extensions: {
      VRMC_node_constraint: { specVersion: "1.0", constraint: { rotation: { source: hand, weight } } },
    },
  });
  json.nodes[arm].children.push(twist);
  json.extensionsUsed.push("VRMC_node_constraint");
}
