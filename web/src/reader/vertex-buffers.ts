// Vertex buffers of the shown meshes, in the form that the probe takes: positions, skin, triangles, morph deltas.
// It does not deform anything.
import type { VertexBufferDescription } from "./avatar-description";
import type { GeometryAccessors, PrimitiveJson } from "./geometry-accessors";
import { indexAt, type JsonObject, objectsAt } from "./json-values";
import { MAX_DESCRIPTION_BYTES } from "./limits";
import { MATRIX_LENGTH } from "./matrix";
import type { SlotIndex } from "./morph-slots";
import type { NodeTree } from "./node-tree";
import { ReadError } from "./read-error";
import type { SkinMatrices } from "./skins";
import { isSurface, trianglesOf } from "./triangles";

const INFLUENCES_PER_SET = 4;

interface Influences {
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

const NO_INFLUENCES: Influences = { joints: new Uint16Array(0), weights: new Float32Array(0) };

/** Numbers k for which the primitive has both JOINTS_k and WEIGHTS_k. */
function influenceSets(primitive: PrimitiveJson): readonly number[] {
  return Object.keys(primitive.attributes)
    .map((name) => /^JOINTS_(\d+)$/.exec(name)?.[1])
    .filter((digits): digits is string => digits !== undefined && `WEIGHTS_${digits}` in primitive.attributes)
    .map(Number)
    .sort((a, b) => a - b);
}

function readInfluences(
  geometry: GeometryAccessors,
  primitive: PrimitiveJson,
  jointCount: number,
  vertexCount: number,
  place: string,
): Influences {
  const sets = influenceSets(primitive);
  if (sets.length === 0) return NO_INFLUENCES;
  const stride = INFLUENCES_PER_SET * sets.length;
  const joints = new Uint16Array(vertexCount * stride);
  const weights = new Float32Array(vertexCount * stride);
  sets.forEach((set, setIndex) => {
    const setJoints = geometry.integers(primitive.attributes[`JOINTS_${set}`] as number);
    const setWeights = geometry.floats(primitive.attributes[`WEIGHTS_${set}`] as number);
    for (let i = 0; i < vertexCount * INFLUENCES_PER_SET; ++i) {
      const weight = setWeights[i] as number;
      // Exporters leave any number beside a weight of 0.
      if (!(weight > 0)) continue;
      const joint = setJoints[i] as number;
      if (joint >= jointCount) {
        throw new ReadError(
          "out-of-range",
          `${place}.JOINTS_${set}`,
          `expected a joint below ${jointCount}, found ${joint}`,
        );
      }
      const vertex = Math.floor(i / INFLUENCES_PER_SET);
      const at = vertex * stride + setIndex * INFLUENCES_PER_SET + (i % INFLUENCES_PER_SET);
      joints[at] = joint;
      weights[at] = weight;
    }
  });
  fillWeightless(joints, weights, stride, geometry, primitive, sets[0] as number, jointCount);
  return { joints, weights };
}

/** A vertex without any weight follows its first joint, as drawing programs do. */
function fillWeightless(
  joints: Uint16Array,
  weights: Float32Array,
  stride: number,
  geometry: GeometryAccessors,
  primitive: PrimitiveJson,
  set: number,
  jointCount: number,
): void {
  const setJoints = geometry.integers(primitive.attributes[`JOINTS_${set}`] as number);
  for (let vertex = 0; vertex * stride < weights.length; ++vertex) {
    let sum = 0;
    for (let i = 0; i < stride; ++i) sum += weights[vertex * stride + i] as number;
    if (sum > 0) continue;
    const joint = setJoints[vertex * INFLUENCES_PER_SET] as number;
    joints[vertex * stride] = joint < jointCount ? joint : 0;
    weights[vertex * stride] = 1;
  }
}

/** Primitives of equal key share every vertex, so that a vertex is measured once. */
function bufferKey(primitive: PrimitiveJson): string {
  const attributes = Object.entries(primitive.attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([attributes, primitive.targets.map((target) => target.POSITION ?? -1)]);
}

function readTargets(geometry: GeometryAccessors, primitive: PrimitiveJson, mesh: number, slotOf: SlotIndex) {
  return primitive.targets.flatMap(({ POSITION }, index) =>
    POSITION === undefined || geometry.isZero(POSITION)
      ? []
      : [{ slot: slotOf(mesh, index), deltas: geometry.floats(POSITION) }],
  );
}

function checkLength(array: ArrayLike<number>, expected: number, place: string): void {
  if (array.length !== expected) {
    throw new ReadError("decode-failed", place, `expected ${expected} numbers, found ${array.length}`);
  }
}

/** Everything that decompressing may have made of another size than the file announced. */
function checkSizes(
  geometry: GeometryAccessors,
  primitive: PrimitiveJson,
  vertexCount: number,
  place: string,
): void {
  for (const [name, accessor] of Object.entries(primitive.attributes)) {
    const width = name === "POSITION" ? 3 : INFLUENCES_PER_SET;
    checkLength(geometry.integers(accessor), vertexCount * width, `${place}.attributes.${name}`);
  }
  primitive.targets.forEach((target, index) => {
    if (target.POSITION === undefined) return;
    checkLength(geometry.integers(target.POSITION), vertexCount * 3, `${place}.targets[${index}].POSITION`);
  });
}

/** Numbers that one mesh takes in a description, counting what its primitives and targets share each time. */
function sizeOfMesh(geometry: GeometryAccessors, mesh: number): number {
  let numbers = 0;
  for (const { attributes, targets, indices, mode } of geometry.meshes[mesh]?.primitives ?? []) {
    if (attributes.POSITION === undefined || !isSurface(mode)) continue;
    const vertexCount = geometry.count(attributes.POSITION);
    numbers += 3 * vertexCount * (Object.keys(attributes).length + targets.length);
    numbers += indices === undefined ? vertexCount : geometry.count(indices);
  }
  return numbers;
}

interface MeshNode {
  readonly node: number;
  readonly mesh: number;
  readonly skin: SkinMatrices | undefined;
  readonly own: SkinMatrices;
}

interface OpenBuffer {
  readonly buffer: VertexBufferDescription;
  readonly triangles: Uint32Array[];
}

function openBuffer(
  geometry: GeometryAccessors,
  { node, mesh, skin, own }: MeshNode,
  primitive: PrimitiveJson,
  slotOf: SlotIndex,
  place: string,
): OpenBuffer {
  const positions = geometry.floats(primitive.attributes.POSITION as number);
  const vertexCount = positions.length / 3;
  checkSizes(geometry, primitive, vertexCount, place);
  const jointCount = skin === undefined ? 0 : skin.matrices.length / MATRIX_LENGTH;
  const influences =
    skin === undefined ? NO_INFLUENCES : readInfluences(geometry, primitive, jointCount, vertexCount, place);
  const { matrices, faceBones, matrixNodes } =
    skin !== undefined && influences.joints.length > 0 ? skin : own;
  const triangles: Uint32Array[] = [];
  const targets = readTargets(geometry, primitive, mesh, slotOf);
  return {
    buffer: { node, mesh, positions, ...influences, matrices, faceBones, matrixNodes, triangles, targets },
    triangles,
  };
}

function readMeshNode(
  geometry: GeometryAccessors,
  meshNode: MeshNode,
  slotOf: SlotIndex,
): readonly VertexBufferDescription[] {
  const { mesh } = meshNode;
  const open = new Map<string, OpenBuffer>();
  (geometry.meshes[mesh]?.primitives ?? []).forEach((primitive, index) => {
    const place = `meshes[${mesh}].primitives[${index}]`;
    const position = primitive.attributes.POSITION;
    if (position === undefined || !isSurface(primitive.mode)) return;
    const key = bufferKey(primitive);
    let entry = open.get(key);
    if (entry === undefined) {
      entry = openBuffer(geometry, meshNode, primitive, slotOf, place);
      open.set(key, entry);
    }
    const vertexCount = entry.buffer.positions.length / 3;
    const indices = primitive.indices === undefined ? undefined : geometry.integers(primitive.indices);
    entry.triangles.push(trianglesOf(primitive.mode, indices, vertexCount, place));
  });
  return [...open.values()].map((entry) => entry.buffer);
}

/** The shown nodes with a mesh. Throws `ReadError` where together they would take more than the limit. */
function shownMeshNodes(
  json: JsonObject,
  geometry: GeometryAccessors,
  tree: NodeTree,
  skins: readonly SkinMatrices[],
  ownMatrices: (node: number) => SkinMatrices,
): readonly MeshNode[] {
  const sizes = geometry.meshes.map((_, mesh) => sizeOfMesh(geometry, mesh));
  let bytes = 0;
  return objectsAt(json.nodes, "nodes").flatMap((node, index) => {
    if (node.mesh === undefined) return [];
    const mesh = indexAt(node.mesh, geometry.meshes.length, `nodes[${index}].mesh`);
    const skin =
      node.skin === undefined ? undefined : skins[indexAt(node.skin, skins.length, `nodes[${index}].skin`)];
    if (!tree.isShown[index]) return [];
    bytes += (sizes[mesh] as number) * Float32Array.BYTES_PER_ELEMENT;
    if (bytes > MAX_DESCRIPTION_BYTES) {
      const most = `expected at most ${MAX_DESCRIPTION_BYTES} bytes of vertices in all`;
      throw new ReadError("too-large", `nodes[${index}].mesh`, most);
    }
    return [{ node: index, mesh, skin, own: ownMatrices(index) }];
  });
}

/** Throws `ReadError` where nothing of the scene has a surface, or an index is out of range. */
export function readVertexBuffers(
  json: JsonObject,
  geometry: GeometryAccessors,
  tree: NodeTree,
  skins: readonly SkinMatrices[],
  ownMatrices: (node: number) => SkinMatrices,
  slotOf: SlotIndex,
): readonly VertexBufferDescription[] {
  const meshNodes = shownMeshNodes(json, geometry, tree, skins, ownMatrices);
  const buffers = meshNodes.flatMap((meshNode) => readMeshNode(geometry, meshNode, slotOf));
  if (!buffers.some((buffer) => buffer.triangles.some((triangles) => triangles.length > 0))) {
    throw new ReadError("no-meshes", "scenes", "expected at least one mesh with triangles in the scene");
  }
  return buffers;
}
