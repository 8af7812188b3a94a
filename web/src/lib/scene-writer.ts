// Writes a frame of the engine into a page's own meshes and bones: only what the face drives, and nothing is allocated.
// It computes no weights and needs no three.js.

import type { AvatarDescription, FaceRoutes } from "../reader/avatar-description";
import { DoppelError } from "./errors";
import type { FileJson } from "./file-json";
import { checkMeshes, type FoundParts } from "./find-parts";
import { NO_ROTATION, type Rotation, rotationOfMatrix, setTurned } from "./rotation";
import type { SceneObject } from "./scene-types";

/** Face bones in the order of the engine's row. */
const FACE_BONES = ["leftEye", "rightEye", "jaw"] as const;
/** Floats of one bone in that row: axis times angle. */
const FLOATS_PER_BONE = 3;

interface MorphWrite {
  readonly object: SceneObject;
  readonly target: number;
  readonly slot: number;
  /** Weight while nothing drives it. */
  readonly rest: number;
}

interface BoneWrite {
  readonly bone: SceneObject;
  readonly at: number;
  readonly parent: Rotation;
  readonly rest: Rotation;
}

/** Slots and bones that some route drives. */
function driven(routes: FaceRoutes): { slots: Set<number>; bones: Set<string> } {
  const slots = new Set<number>();
  const bones = new Set<string>();
  for (const expression of routes.expressions) for (const bind of expression.binds) slots.add(bind.slot);
  for (const route of Object.values(routes.channels)) {
    for (const bind of route.binds) slots.add(bind.slot);
    for (const turn of route.turns) bones.add(turn.bone);
  }
  return { slots, bones };
}

function morphWrites(
  description: AvatarDescription,
  parts: FoundParts,
  slots: ReadonlySet<number>,
): MorphWrite[] {
  const targetsOfMesh = new Map<number, number>();
  for (const { mesh, target } of description.slots) {
    targetsOfMesh.set(mesh, Math.max(targetsOfMesh.get(mesh) ?? 0, target + 1));
  }
  const needed = new Set([...slots].flatMap((slot) => description.slots[slot]?.mesh ?? []));
  checkMeshes(parts, targetsOfMesh, needed, description.file);
  return parts.meshes.flatMap(({ object, mesh }) =>
    description.slots.flatMap((slot, number) =>
      slot.mesh === mesh && slots.has(number)
        ? [{ object, target: slot.target, slot: number, rest: slot.rest ?? 0 }]
        : [],
    ),
  );
}

function restOf(node: FileJson["nodes"][number] | undefined): Rotation {
  if (node?.matrix !== undefined) return rotationOfMatrix(node.matrix);
  const [x = 0, y = 0, z = 0, w = 1] = node?.rotation ?? NO_ROTATION;
  return [x, y, z, w];
}

function boneWrites(
  description: AvatarDescription,
  json: FileJson,
  parts: FoundParts,
  bones: ReadonlySet<string>,
): BoneWrite[] {
  return FACE_BONES.flatMap((name, index) => {
    const node = description.humanoid[name];
    const bone = node === undefined ? undefined : parts.nodes.get(node);
    if (node === undefined || !bones.has(name)) return [];
    if (bone === undefined) {
      throw new DoppelError(
        "scene-mismatch",
        `${description.file}: expected the file's node ${node} (${name}) in the scene; give bind() the GLTF that the loader returned`,
      );
    }
    const parent = description.nodes.find((candidate) => candidate.index === node)?.parent;
    const above = description.nodes.find((candidate) => candidate.index === parent);
    return {
      bone,
      at: index * FLOATS_PER_BONE,
      parent: above === undefined ? NO_ROTATION : rotationOfMatrix(above.world),
      rest: restOf(json.nodes[node]),
    };
  });
}

// Asked for at each write: three.js makes a new list when the targets of a mesh are updated.
function setInfluence({ object, target }: MorphWrite, weight: number): void {
  const influences = object.morphTargetInfluences;
  if (influences !== undefined) influences[target] = weight;
}

export class SceneWriter {
  private readonly morphs: readonly MorphWrite[];
  private readonly bones: readonly BoneWrite[];

  /**
   * @param description with the routes in force
   * @throws DoppelError `scene-mismatch`
   */
  constructor(description: AvatarDescription, json: FileJson, parts: FoundParts) {
    const { slots, bones } = driven(description.routes);
    this.morphs = morphWrites(description, parts, slots);
    this.bones = boneWrites(description, json, parts, bones);
  }

  /** Writes the rows of the engine's only avatar. */
  write(morphRow: Float32Array, boneRow: Float32Array): void {
    for (const write of this.morphs) setInfluence(write, morphRow[write.slot] || write.rest);
    for (const { bone, at, parent, rest } of this.bones) {
      setTurned(bone.quaternion, parent, rest, boneRow[at] ?? 0, boneRow[at + 1] ?? 0, boneRow[at + 2] ?? 0);
    }
  }

  /** Puts everything that the face drove back to the file's rest. */
  reset(): void {
    for (const write of this.morphs) setInfluence(write, write.rest);
    for (const { bone, rest } of this.bones) bone.quaternion.set(...rest);
  }
}
