// The bones that face channels can turn: where they are, and whether turning them moves a face.
// How far they turn is said in look-at.ts and substitutes.ts.
import type { AvatarDescription, VertexBufferDescription } from "./avatar-description";
import { originOf, type Vector3 } from "./matrix";
import type { NodeTree } from "./node-tree";
import { FACE_BONES, type FaceBoneName } from "./skins";

/** A rigid part counts as an eyeball where its pivot, seen from the front, lies at least this share of its size inside its outline. */
const EYE_PIVOT_MARGIN = 0.1;
/** An axis of the head bone further from vertical than this is no up axis; the bone's axes are then not aligned with the head. */
const HEAD_UP_MAX_DEGREES = 35;

export function faceBonePivots(
  tree: NodeTree,
  humanoid: Readonly<Record<string, number>>,
): AvatarDescription["faceBonePivots"] {
  const pivots: Partial<Record<FaceBoneName, Vector3>> = {};
  for (const bone of FACE_BONES) {
    const node = humanoid[bone];
    if (node !== undefined) pivots[bone] = originOf(tree.nodes[node]?.world as Float64Array);
  }
  return pivots;
}

/** The head bone's own axis that is nearest to vertical at rest; straight up where there is none. */
export function headUpOf(tree: NodeTree, humanoid: Readonly<Record<string, number>>): Vector3 {
  const up: Vector3 = [0, 1, 0];
  const head = humanoid.head;
  if (head === undefined) return up;
  const world = tree.nodes[head]?.world as Float64Array;
  let best: Vector3 = up;
  let bestY = Math.cos((HEAD_UP_MAX_DEGREES * Math.PI) / 180);
  for (let column = 0; column < 3; ++column) {
    const [x, y, z] = [0, 1, 2].map((row) => world[4 * column + row] as number) as [number, number, number];
    const length = Math.hypot(x, y, z);
    if (!(length > 0)) continue;
    if (Math.abs(y) / length < bestY) continue;
    bestY = Math.abs(y) / length;
    const scale = Math.sign(y) / length;
    best = [x * scale, y * scale, z * scale];
  }
  return best;
}

function isSkinnedTo(buffer: VertexBufferDescription, bone: number): boolean {
  return buffer.joints.some(
    (joint, index) => (buffer.weights[index] as number) > 0 && buffer.faceBones[joint] === bone,
  );
}

/** Whether the pivot lies inside the outline, seen along Z, of a rigid part. */
function surrounds(buffer: VertexBufferDescription, pivot: Vector3): boolean {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < buffer.positions.length; i += 3) {
    for (let axis = 0; axis < 2; ++axis) {
      let value = buffer.matrices[12 + axis] as number;
      for (let k = 0; k < 3; ++k) {
        value += (buffer.matrices[4 * k + axis] as number) * (buffer.positions[i + k] as number);
      }
      low[axis] = Math.min(low[axis] as number, value);
      high[axis] = Math.max(high[axis] as number, value);
    }
  }
  return [0, 1].every((axis) => {
    const margin = EYE_PIVOT_MARGIN * ((high[axis] as number) - (low[axis] as number));
    const at = pivot[axis] as number;
    return at >= (low[axis] as number) + margin && at <= (high[axis] as number) - margin;
  });
}

/**
 * The face bones whose turning moves a face: skin that is weighted to them, or a rigid part. A rigid part on an eye bone must turn about
 * itself; one that hangs beside its pivot would swing out of its place and is no eyeball.
 */
export function movingFaceBones(
  buffers: readonly VertexBufferDescription[],
  pivots: AvatarDescription["faceBonePivots"],
): ReadonlySet<FaceBoneName> {
  const moving = new Set<FaceBoneName>();
  FACE_BONES.forEach((name, bone) => {
    const pivot = pivots[name];
    if (pivot === undefined) return;
    const isMoving = buffers.some((buffer) => {
      if (!buffer.faceBones.includes(bone)) return false;
      if (buffer.joints.length > 0) return isSkinnedTo(buffer, bone);
      return name === "jaw" || surrounds(buffer, pivot);
    });
    if (isMoving) moving.add(name);
  });
  return moving;
}
