// Puts head, body and hair together into one model.
// It makes no geometry; the rooms do.
import { add } from "./math/vec";
import type { AvatarModel, Bone, Material, Part, Vec3 } from "./model";

/** What a room makes. */
export type Piece = Pick<AvatarModel, "parts" | "materials"> &
  Partial<Pick<AvatarModel, "bones" | "colliders" | "springs">>;

/** The same, moved as a whole. */
export function shifted(piece: Piece, by: Vec3): Piece {
  if (by.every((value) => value === 0)) return piece;
  const parts = piece.parts.map(
    (part): Part => ({
      ...part,
      positions: part.positions.map((value, i) => value + (by[i % 3] as number)),
    }),
  );
  const bones = piece.bones?.map((bone): Bone => ({ ...bone, position: add(bone.position, by) }));
  return { ...piece, parts, ...(bones && { bones }) };
}

/** Parents before children, else in the given order. Throws where a parent is not there. */
export function parentsFirst(bones: readonly Bone[]): readonly Bone[] {
  const sorted: Bone[] = [];
  const placed = new Set<string | null>([null]);
  let left = bones;
  while (left.length > 0) {
    const ready = left.filter((bone) => placed.has(bone.parent));
    if (ready.length === 0)
      throw new Error(`bone ${left[0]?.name}: its parent ${left[0]?.parent} is not there`);
    for (const bone of ready) placed.add(bone.name);
    sorted.push(...ready);
    left = left.filter((bone) => !placed.has(bone.name));
  }
  return sorted;
}

function mergedMaterials(pieces: readonly Piece[]): Readonly<Record<string, Material>> {
  const merged: Record<string, Material> = {};
  for (const [name, material] of pieces.flatMap((piece) => Object.entries(piece.materials))) {
    if (name in merged && merged[name] !== material) throw new Error(`material ${name} is made twice`);
    merged[name] = material;
  }
  return merged;
}

/** Throws where two pieces make a bone, a part or a material of one name. */
export function assemble(
  base: Pick<AvatarModel, "name" | "shading" | "lookDegrees">,
  pieces: readonly Piece[],
): AvatarModel {
  const bones = parentsFirst(pieces.flatMap((piece) => piece.bones ?? []));
  const parts = pieces.flatMap((piece) => piece.parts);
  for (const names of [bones.map(({ name }) => name), parts.map(({ name }) => name)]) {
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`${twice} is made twice`);
  }
  return {
    ...base,
    bones,
    parts,
    materials: mergedMaterials(pieces),
    colliders: pieces.flatMap((piece) => piece.colliders ?? []),
    springs: pieces.flatMap((piece) => piece.springs ?? []),
  };
}
