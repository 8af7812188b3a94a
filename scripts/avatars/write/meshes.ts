// Parts as meshes: vertices, skins, triangles, targets.
// What the numbers are moved and scaled by is said in skeleton.ts and options.ts.
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import type { AvatarModel, Influences, Material, Part, Target, Vec3 } from "../model";
import type { Binary } from "./binary";
import type { WrittenMaterials } from "./materials";
import type { Choices } from "./options";
import { HERE, type Placement, placed, turned } from "./placement";
import { fileWorld, type Skeleton } from "./skeleton";
import { tangentsOf } from "./tangents";
import { vectorAt } from "./vectors";

// biome-ignore lint/suspicious/noExplicitAny: parts of a glTF document
type Json = any;

const INFLUENCES = 4;
const MAX_U8 = 255;
const MAX_U16 = 65535;
const MAX_I16 = 32767;

export interface WrittenMesh {
  readonly name: string;
  readonly node: number;
  readonly mesh: number;
  readonly parts: readonly Part[];
  /** In the order of the targets. */
  readonly channels: readonly string[];
}

/** Every three numbers through `change`. */
function eachVector(array: ArrayLike<number>, change: (vector: Vec3) => Vec3): Float32Array {
  const out = new Float32Array(array.length);
  for (let at = 0; at < array.length / 3; ++at) out.set(change(vectorAt(array, at)), 3 * at);
  return out;
}

/** How places of these parts are stored: stored number -> world of the file. */
function storageOf(parts: readonly Part[], choices: Choices, file: Placement, unit: number): Placement {
  if (!choices.isQuantized) return { ...HERE, scale: unit };
  const low: number[] = [Infinity, Infinity, Infinity];
  const high: number[] = [-Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let at = 0; at < part.positions.length / 3; ++at) {
      placed(file, vectorAt(part.positions, at)).forEach((value, axis) => {
        low[axis] = Math.min(low[axis] as number, value);
        high[axis] = Math.max(high[axis] as number, value);
      });
    }
  }
  let size = Math.max(...high.map((value, axis) => value - (low[axis] as number)));
  // A tongue moves further than it is long; deltas are shares of the same size.
  for (const { targets } of parts) {
    for (const { deltas } of Object.values(targets))
      for (const delta of deltas) size = Math.max(size, Math.abs(delta));
  }
  return { ...HERE, scale: size, place: low as unknown as Vec3 };
}

/** Weights in single precision that sum to 1 as closely as that allows, and the joints they belong to. */
function skinOf(influences: readonly Influences[], jointOf: ReadonlyMap<string, number>, name: string) {
  const joints = new Uint16Array(INFLUENCES * influences.length);
  const weights = new Float32Array(INFLUENCES * influences.length);
  influences.forEach((list, vertex) => {
    const shares = list.filter(([, share]) => share > 0);
    const total = shares.reduce((sum, [, share]) => sum + share, 0);
    if (shares.length > INFLUENCES || Math.abs(total - 1) > 1e-3)
      throw new Error(`${name}, vertex ${vertex}: ${shares.length} shares that sum to ${total}`);
    shares.forEach(([bone, share], k) => {
      const joint = jointOf.get(bone);
      if (joint === undefined) throw new Error(`${name}, vertex ${vertex}: no bone ${bone}`);
      joints[INFLUENCES * vertex + k] = joint;
      weights[INFLUENCES * vertex + k] = share / total;
    });
  });
  return { joints, weights };
}

interface Context {
  readonly binary: Binary;
  readonly choices: Choices;
  readonly file: Placement;
  readonly storage: Placement;
  readonly jointOf: ReadonlyMap<string, number>;
  readonly materials: WrittenMaterials;
}

function writePositions({ binary, choices, file, storage }: Context, part: Part): number {
  const stored = (p: Vec3): Vec3 => {
    const [x, y, z] = placed(file, p);
    const [ox, oy, oz] = storage.place;
    return [(x - ox) / storage.scale, (y - oy) / storage.scale, (z - oz) / storage.scale];
  };
  const places = eachVector(part.positions, stored);
  if (!choices.isQuantized) return binary.attribute("VEC3", places, { bounds: true });
  const numbers = Uint16Array.from(places, (value) => Math.round(Math.min(Math.max(value, 0), 1) * MAX_U16));
  return binary.attribute("VEC3", numbers, { bounds: true, normalized: true });
}

function writeAttributes(context: Context, part: Part, material: Material | undefined): Json {
  const { binary, file } = context;
  const count = part.positions.length / 3;
  const { joints, weights } = skinOf(part.influences, context.jointOf, part.name);
  const direction = (vector: Vec3) => turned(file.turn, vector);
  const attributes: Json = {
    POSITION: writePositions(context, part),
    NORMAL: binary.attribute("VEC3", eachVector(part.normals, direction)),
  };
  if (material?.normalPicture) {
    const tangents = tangentsOf(part);
    for (let vertex = 0; vertex < count; ++vertex) {
      const [x, y, z] = tangents.subarray(4 * vertex, 4 * vertex + 3) as unknown as Vec3;
      tangents.set(direction([x, y, z]), 4 * vertex);
    }
    attributes.TANGENT = binary.attribute("VEC4", tangents);
  }
  const isPainted = material?.picture !== undefined || material?.normalPicture !== undefined;
  if (part.uvs !== undefined && isPainted)
    attributes.TEXCOORD_0 = binary.attribute("VEC2", Float32Array.from(part.uvs));
  if (part.colours !== undefined) {
    const colours = new Uint8Array(4 * count).fill(MAX_U8);
    part.colours.forEach((value, i) => {
      colours[4 * Math.floor(i / 3) + (i % 3)] = Math.round(Math.min(Math.max(value, 0), 1) * MAX_U8);
    });
    attributes.COLOR_0 = binary.attribute("VEC4", colours, { normalized: true });
  }
  const isSmall = context.jointOf.size <= MAX_U8 + 1;
  attributes.JOINTS_0 = binary.attribute("VEC4", isSmall ? Uint8Array.from(joints) : joints);
  attributes.WEIGHTS_0 = binary.attribute("VEC4", weights);
  return attributes;
}

/** A target of a part that it does not move, as another primitive of the mesh asks for. */
const EMPTY: Target = {
  vertices: new Uint32Array(0),
  deltas: new Float64Array(0),
  normalDeltas: new Float64Array(0),
};

function writeQuantizedDeltas(context: Context, target: Target, count: number, name: object): number {
  const numbers = new Int16Array(3 * count);
  target.vertices.forEach((vertex, at) => {
    turned(context.file.turn, vectorAt(target.deltas, at)).forEach((value, axis) => {
      numbers[3 * vertex + axis] = Math.round((value / context.storage.scale) * MAX_I16);
    });
  });
  return context.binary.attribute("VEC3", numbers, { bounds: true, normalized: true, ...name });
}

function writeTarget(context: Context, part: Part, channel: string): Json {
  const { binary, choices, file, storage } = context;
  const target = part.targets[channel] ?? EMPTY;
  const count = part.positions.length / 3;
  const name = choices.namesOn === "accessors" ? { name: choices.targetName(channel) } : {};
  const indices = target.vertices.length > 0 ? binary.sparseIndices(target.vertices, count) : undefined;
  const moved = (delta: Vec3): Vec3 => {
    const [x, y, z] = turned(file.turn, delta);
    return [x / storage.scale, y / storage.scale, z / storage.scale];
  };
  const direction = (delta: Vec3) => turned(file.turn, delta);
  const position = choices.isQuantized
    ? writeQuantizedDeltas(context, target, count, name)
    : binary.sparse("VEC3", count, indices, eachVector(target.deltas, moved), { bounds: true, ...name });
  return {
    POSITION: position,
    NORMAL: binary.sparse("VEC3", count, indices, eachVector(target.normalDeltas, direction)),
  };
}

function writePrimitive(context: Context, model: AvatarModel, part: Part, channels: readonly string[]): Json {
  const count = part.positions.length / 3;
  const material = model.materials[part.material];
  // The greatest index of 16 bits is reserved.
  const triangles = count <= MAX_U16 ? Uint16Array.from(part.triangles) : Uint32Array.from(part.triangles);
  const names = channels.map(context.choices.targetName);
  return {
    attributes: writeAttributes(context, part, material),
    indices: context.binary.indices(triangles),
    material: context.materials.indexOf(part.material),
    ...(channels.length > 0 && { targets: channels.map((channel) => writeTarget(context, part, channel)) }),
    ...(context.choices.namesOn === "primitives" &&
      channels.length > 0 && { extras: { targetNames: names } }),
  };
}

/** The 52 in their order, then whatever else there is by name. */
function channelsOf(parts: readonly Part[]): readonly string[] {
  const present = new Set(parts.flatMap((part) => Object.keys(part.targets)));
  const others = [...present]
    .filter((name) => !(faceChannelNames as readonly string[]).includes(name))
    .sort();
  return [...faceChannelNames.filter((name) => present.has(name)), ...others];
}

export interface WrittenMeshes {
  readonly list: readonly WrittenMesh[];
  readonly meshes: Json[];
  readonly skins: Json[];
}

/** Adds one node a mesh to the skeleton's nodes. */
export function writeMeshes(
  model: AvatarModel,
  choices: Choices,
  skeleton: Skeleton,
  binary: Binary,
  materials: WrittenMaterials,
): WrittenMeshes {
  const file = fileWorld(choices);
  const jointOf = new Map(model.bones.map(({ name }, index) => [name, index]));
  const groups = new Map<string, Part[]>();
  for (const part of model.parts) {
    const name = choices.meshOf(part);
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  const meshes: Json[] = [];
  const skins: Json[] = [];
  const list = [...groups].map(([name, parts]): WrittenMesh => {
    const storage = storageOf(parts, choices, file, skeleton.unit);
    const context = { binary, choices, file, storage, jointOf, materials };
    const channels = channelsOf(parts);
    const names = channels.map(choices.targetName);
    const mesh = meshes.push({
      name,
      primitives: parts.map((part) => writePrimitive(context, model, part, channels)),
      ...(choices.namesOn === "meshes" && channels.length > 0 && { extras: { targetNames: names } }),
    });
    if (skins.length === 0 || choices.isQuantized) {
      skins.push({
        inverseBindMatrices: skeleton.inverseBinds(binary, storage),
        joints: [...skeleton.joints],
      });
    }
    const node = skeleton.nodes.push({ name, mesh: mesh - 1, skin: skins.length - 1 });
    return { name, node: node - 1, mesh: mesh - 1, parts, channels };
  });
  return { list, meshes, skins };
}
