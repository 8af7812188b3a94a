// Reads a built sample avatar into plain arrays in the world at rest, with code that shares nothing with what makes or measures avatars.
// It judges nothing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, type Primitive, type Skin, WebIO } from "@gltf-transform/core";
import {
  KHRMaterialsEmissiveStrength,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
} from "@gltf-transform/extensions";
import { glbJson, type Json } from "../../scripts/avatars/write/glb-json";

export const sampleNames = ["realistic", "stylised"] as const;
export type SampleName = (typeof sampleNames)[number];

export type Vec3 = readonly [number, number, number];

/** Displacements of one target, three numbers per vertex, metres. */
export interface BuiltTarget {
  readonly positions: Float64Array;
  /** Normal at weight 1 minus normal at rest; left out where the file has none. */
  readonly normals?: Float64Array;
}

/** One primitive. */
export interface Piece {
  /** Name of its node, and the primitive's number where the mesh has several. */
  readonly name: string;
  readonly count: number;
  /** Three per vertex, metres, in the world at rest. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** Four per vertex; left out where the file has none. */
  readonly tangents?: Float64Array;
  readonly triangles: Uint32Array;
  /** Per vertex: the joint's node number and its weight as the file has it, in the file's order. */
  readonly influences: readonly (readonly (readonly [node: number, weight: number])[])[];
  readonly targets: ReadonlyMap<string, BuiltTarget>;
}

export interface Built {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly json: Json;
  readonly pieces: readonly Piece[];
  /** Joints and other nodes: place in the world at rest. By number in the file. */
  readonly nodes: readonly { readonly name: string; readonly place: Vec3; readonly parent: number }[];
  /** VRM 1.0 human bones: name -> node number. */
  readonly humanoid: Readonly<Record<string, number>>;
}

/** Where built avatars are looked for; the environment may name another folder, to check files elsewhere. */
const FOLDER = process.env.DOPPEL_AVATARS ?? "public/avatars";

export function builtPath(name: SampleName): string {
  return join(FOLDER, `${name}.vrm`);
}

/** Throws, with what to do, where the avatar is not built. */
export function builtBytes(name: SampleName): Uint8Array {
  const path = builtPath(name);
  if (!existsSync(path))
    throw new Error(
      `${path} is not there: "npm run build", or "node --import tsx scripts/build-avatars.ts", makes it`,
    );
  return new Uint8Array(readFileSync(path));
}

export async function readBuilt(name: SampleName): Promise<Built> {
  const bytes = builtBytes(name);
  const json = glbJson(bytes);
  const io = new WebIO().registerExtensions([
    KHRMeshQuantization,
    KHRMaterialsUnlit,
    KHRMaterialsEmissiveStrength,
  ]);
  const root = (await io.readBinary(bytes)).getRoot();
  const nodes = root.listNodes();
  const numberOf = new Map(nodes.map((node, number) => [node, number]));
  const pieces = nodes.flatMap((node) => {
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    const names = targetNames(node);
    return primitives.map((primitive, index) =>
      readPiece(
        primitive,
        node,
        names,
        numberOf,
        primitives.length > 1 ? `${node.getName()}.${index}` : node.getName(),
      ),
    );
  });
  return {
    file: builtPath(name),
    bytes,
    json,
    pieces,
    nodes: nodes.map((node) => ({
      name: node.getName(),
      place: node.getWorldTranslation() as unknown as Vec3,
      parent: numberOf.get(node.getParentNode() as Node) ?? -1,
    })),
    humanoid: Object.fromEntries(
      Object.entries(
        (json.extensions?.VRMC_vrm?.humanoid?.humanBones ?? {}) as Record<string, { node: number }>,
      ).map(([bone, { node }]) => [bone, node]),
    ),
  };
}

function targetNames(node: Node): readonly string[] {
  const extras = node.getMesh()?.getExtras() as { targetNames?: string[] } | undefined;
  return (
    extras?.targetNames ??
    node
      .getMesh()
      ?.listPrimitives()[0]
      ?.listTargets()
      .map((target) => target.getName()) ??
    []
  );
}

type Matrix = readonly number[];

const product = (a: Matrix, b: Matrix): Matrix =>
  Array.from({ length: 16 }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < 4; ++k)
      sum += (a[(i % 4) + 4 * k] as number) * (b[4 * Math.floor(i / 4) + k] as number);
    return sum;
  });

/** Joint matrices at rest. */
function skinMatrices(skin: Skin): readonly Matrix[] {
  const inverse = skin.getInverseBindMatrices();
  return skin.listJoints().map((joint, index) => {
    const world = joint.getWorldMatrix() as unknown as Matrix;
    return inverse === null ? world : product(world, inverse.getElement(index, []) as unknown as Matrix);
  });
}

function blended(matrices: readonly Matrix[], influences: readonly (readonly [number, number])[]): Matrix {
  const total = influences.reduce((sum, [, weight]) => sum + weight, 0);
  return Array.from({ length: 16 }, (_, i) =>
    influences.reduce(
      (sum, [matrix, weight]) => sum + ((matrices[matrix] as Matrix)[i] as number) * (weight / total),
      0,
    ),
  );
}

const moved = (m: Matrix, [x, y, z]: Vec3, w: 0 | 1): Vec3 =>
  [0, 1, 2].map(
    (i) =>
      (m[i] as number) * x + (m[4 + i] as number) * y + (m[8 + i] as number) * z + (m[12 + i] as number) * w,
  ) as unknown as Vec3;

const unit = (v: Vec3): Vec3 => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

function readPiece(
  primitive: Primitive,
  node: Node,
  names: readonly string[],
  numberOf: ReadonlyMap<Node, number>,
  name: string,
): Piece {
  const position = attribute(primitive, "POSITION", name);
  const count = position.getCount();
  const skin = node.getSkin();
  const joints = skin?.listJoints().map((joint) => numberOf.get(joint) ?? -1) ?? [];
  const matrices = skin === null ? [] : skinMatrices(skin);
  const slots: (readonly (readonly [number, number])[])[] = [];
  for (let vertex = 0; vertex < count; ++vertex) {
    const list: (readonly [number, number])[] = [];
    for (const set of ["0", "1"]) {
      const slot = primitive.getAttribute(`JOINTS_${set}`)?.getElement(vertex, []);
      const weight = primitive.getAttribute(`WEIGHTS_${set}`)?.getElement(vertex, []);
      slot?.forEach((joint, k) => {
        const share = weight?.[k] ?? 0;
        if (share !== 0) list.push([joint, share]);
      });
    }
    slots.push(list);
  }
  const world = node.getWorldMatrix() as unknown as Matrix;
  const places = slots.map((list) => (list.length === 0 ? world : blended(matrices, list)));
  const through = (
    source: { getElement(index: number, target: number[]): number[] },
    w: 0 | 1,
    isUnit: boolean,
  ) => {
    const out = new Float64Array(3 * count);
    for (let vertex = 0; vertex < count; ++vertex) {
      const value = moved(
        places[vertex] as Matrix,
        source.getElement(vertex, []).slice(0, 3) as unknown as Vec3,
        w,
      );
      out.set(isUnit ? unit(value) : value, 3 * vertex);
    }
    return out;
  };
  const tangent = primitive.getAttribute("TANGENT");
  const targets = primitive.listTargets().map((target, index) => {
    const normal = target.getAttribute("NORMAL");
    const entry: BuiltTarget = {
      positions: through(attribute(target, "POSITION", `${name}, target ${index}`), 0, false),
      ...(normal && { normals: through(normal, 0, false) }),
    };
    return [names[index] ?? `target ${index}`, entry] as const;
  });
  return {
    name,
    count,
    positions: through(position, 1, false),
    normals: through(attribute(primitive, "NORMAL", name), 0, false),
    ...(tangent && { tangents: fours(tangent, count) }),
    triangles: Uint32Array.from(
      primitive.getIndices()?.getArray() ?? Array.from({ length: count }, (_, i) => i),
    ),
    influences: slots.map((list) => list.map(([slot, weight]) => [joints[slot] ?? -1, weight] as const)),
    targets: new Map(targets),
  };
}

function attribute(
  owner: Pick<Primitive, "getAttribute">,
  semantic: string,
  name: string,
): NonNullable<ReturnType<Primitive["getAttribute"]>> {
  const found = owner.getAttribute(semantic);
  if (found === null) throw new Error(`${name} has no ${semantic}`);
  return found;
}

function fours(
  source: { getElement(index: number, target: number[]): number[] },
  count: number,
): Float64Array {
  const out = new Float64Array(4 * count);
  for (let vertex = 0; vertex < count; ++vertex) out.set(source.getElement(vertex, []), 4 * vertex);
  return out;
}

export const vectorAt = (array: ArrayLike<number>, vertex: number): Vec3 => [
  array[3 * vertex] as number,
  array[3 * vertex + 1] as number,
  array[3 * vertex + 2] as number,
];
