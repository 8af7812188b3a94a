// What VRM 0.x and 1.0 say alike, in a form that both can be written from.
// The extensions themselves are in vrm0.ts and vrm1.ts.
import { humanBoneNames } from "../../../web/src/tables/human-bones";
import { scale, sub } from "../math/vec";
import type { AvatarModel, Vec3 } from "../model";
import type { WrittenMaterials } from "./materials";
import type { WrittenMesh } from "./meshes";
import type { Choices } from "./options";
import type { Skeleton } from "./skeleton";

/** Everything that an extension refers to. */
export interface Written {
  readonly model: AvatarModel;
  readonly choices: Choices;
  readonly skeleton: Skeleton;
  readonly meshes: readonly WrittenMesh[];
  readonly materials: WrittenMaterials;
}

export const LICENCE = {
  author: "Doppel",
  version: "1.0",
  url: "https://creativecommons.org/publicdomain/zero/1.0/",
  notice: "CC0 1.0 Universal. No rights reserved: use it for anything, without asking and without credit.",
} as const;

/** Human bones of the model, in the order of the table. */
export function humanBonesOf({ model }: Written): readonly string[] {
  const present = new Set(model.bones.map(({ name }) => name));
  return humanBoneNames.filter((name) => present.has(name));
}

export interface Bind {
  readonly mesh: WrittenMesh;
  /** Number of the target. */
  readonly index: number;
  /** 0..1. */
  readonly weight: number;
}

/** Targets that an expression moves, on every mesh that has them. */
export function bindsOf(
  channels: Readonly<Record<string, number>>,
  meshes: readonly WrittenMesh[],
): readonly Bind[] {
  return Object.entries(channels).flatMap(([channel, weight]) =>
    meshes.flatMap((mesh) => {
      const index = mesh.channels.indexOf(channel);
      return index < 0 ? [] : [{ mesh, index, weight }];
    }),
  );
}

export function lookAtOf({ choices, skeleton }: Written): "bone" | "expression" {
  const hasEyes = skeleton.hasBone("leftEye") && skeleton.hasBone("rightEye");
  return choices.lookAt ?? (hasEyes ? "bone" : "expression");
}

/** From the head bone to between the eyes, metres in the world; where there are no eye bones, as on a head of common size. */
export function eyesFromHead({ model }: Written): Vec3 {
  const at = (name: string) => model.bones.find((bone) => bone.name === name)?.position;
  const [head, left, right] = [at("head"), at("leftEye"), at("rightEye")];
  if (!head || !left || !right) return [0, 0.07, 0.07];
  return scale(
    [0, 1, 2].map(
      (k) => (left[k] as number) + (right[k] as number) - 2 * (head[k] as number),
    ) as unknown as Vec3,
    0.5,
  );
}

/** Whether a mesh follows the head alone, nothing of it, or both: what a viewer through the avatar's eyes leaves out. */
export function headShareOf({ model }: Written, mesh: WrittenMesh): "all" | "none" | "some" {
  const underHead = new Set<string>();
  for (const bone of model.bones) {
    if (bone.name === "head" || (bone.parent !== null && underHead.has(bone.parent)))
      underHead.add(bone.name);
  }
  let [on, off] = [false, false];
  for (const part of mesh.parts) {
    for (const list of part.influences) {
      for (const [bone] of list) {
        if (underHead.has(bone)) on = true;
        else off = true;
      }
    }
  }
  if (on && off) return "some";
  return on ? "all" : "none";
}

/** From one end of a capsule to the other in steps of at most its radius, for formats that have balls only. Metres, from the bone. */
export function ballsOf(offset: Vec3, tail: Vec3 | undefined, radius: number): readonly Vec3[] {
  if (tail === undefined) return [offset];
  const way = sub(tail, offset);
  const steps = Math.max(1, Math.ceil(Math.hypot(...way) / radius));
  return Array.from(
    { length: steps + 1 },
    (_, step) =>
      [0, 1, 2].map((k) => (offset[k] as number) + ((way[k] as number) * step) / steps) as unknown as Vec3,
  );
}
