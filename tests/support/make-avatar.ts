// Makes small avatars as GLB or VRM bytes, the same bytes for the same recipe, so that tests need no file from outside.
// The head is a toy with a known answer, not a likeness; real faces are tested with the samples.
import {
  type Accessor,
  type Buffer,
  Document,
  type Mesh,
  type Node,
  type Skin,
  WebIO,
} from "@gltf-transform/core";
import { editGlbJson } from "../../scripts/avatars/write/glb-json";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { eyeDeltas, faceDeltas, mouthInsideDeltas, PRESET_SHAPES, type Shape } from "./head-fields";
import {
  type Geometry,
  jawShare,
  MOUTH_PART_POINTS,
  makeEye,
  makeFace,
  makeMouthInside,
} from "./head-geometry";
import { BONE_PARENTS, BONE_PLACES, bodyBoxes, HEAD_HEIGHT } from "./make-body";
import { type VrmRecipe, wrapVrm } from "./make-vrm";
import { presetTargetName } from "./preset-names";

export interface AvatarRecipe {
  /** Default glb. */
  readonly format?: "glb" | "vrm0" | "vrm1";
  /** Channels with a target of their own; default all 52. */
  readonly channels?: readonly string[];
  /** Name of a channel's target; default the channel's own. */
  readonly nameOf?: (channel: string) => string;
  /** More targets: name -> mixture of channels. An empty mixture is a target that moves nothing. */
  readonly shapes?: Readonly<Record<string, Shape>>;
  /** Factor on the deltas of a channel's target; default 1. */
  readonly strength?: (channel: string) => number;
  /** A jaw bone with the chin's skin on it; default false. */
  readonly jawBone?: boolean;
  /** VRM part; for `vrm0` and `vrm1` only. */
  readonly vrm?: VrmRecipe;
}

/** Recipe of a VRM with presets only: none of the 52 exists. */
export function presetsOnly(format: "vrm0" | "vrm1", vrm: VrmRecipe = {}): AvatarRecipe {
  const presets = vrm.presets ?? Object.keys(PRESET_SHAPES);
  const shapes = Object.fromEntries(
    presets.map((preset) => [presetTargetName(preset), PRESET_SHAPES[preset] ?? {}]),
  );
  return { format, channels: [], shapes, vrm: { ...vrm, presets } };
}

interface Target {
  readonly name: string;
  readonly shape: Shape;
}

function targetsOf(recipe: AvatarRecipe): readonly Target[] {
  const nameOf = recipe.nameOf ?? ((channel: string) => channel);
  const strength = recipe.strength ?? (() => 1);
  const channels = (recipe.channels ?? faceChannelNames).map((channel) => ({
    name: nameOf(channel),
    shape: { [channel]: strength(channel) },
  }));
  const more = Object.entries(recipe.shapes ?? {}).map(([name, shape]) => ({ name, shape }));
  return [...channels, ...more];
}

/** Moves, and turns where the file is to face -Z. */
type Place = (x: number, y: number, z: number) => [number, number, number];

class AvatarWriter {
  readonly document = new Document();
  readonly #buffer: Buffer;
  readonly #turn: 1 | -1;
  readonly #nodes = new Map<string, Node>();
  readonly #bones: readonly string[];
  #skin: Skin | undefined;

  constructor(isTurned: boolean, bones: readonly string[]) {
    this.document.getRoot().getAsset().generator = "Doppel synthetic avatar";
    this.#buffer = this.document.createBuffer();
    this.#turn = isTurned ? -1 : 1;
    this.#bones = bones;
  }

  #place: Place = (x, y, z) => [x * this.#turn, y, z * this.#turn];

  #vectors(values: ArrayLike<number>, offsetY: number): Float32Array {
    const out = new Float32Array(values.length);
    for (let i = 0; i < values.length; i += 3) {
      const [x, y, z] = [values[i], values[i + 1], values[i + 2]] as [number, number, number];
      out.set(this.#place(x, y + offsetY, z), i);
    }
    return out;
  }

  #accessor(type: "SCALAR" | "VEC3" | "VEC4" | "MAT4", array: Float32Array | Uint16Array): Accessor {
    return this.document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(this.#buffer);
  }

  addSkeleton(): void {
    const root = this.document.createNode("Armature");
    this.#nodes.set("Armature", root);
    for (const bone of this.#bones) {
      const parent = BONE_PARENTS[bone] as string;
      const [x, y, z] = BONE_PLACES[bone] as readonly [number, number, number];
      const [px, py, pz] = BONE_PLACES[parent] ?? [0, 0, 0];
      const node = this.document.createNode(bone).setTranslation(this.#place(x - px, y - py, z - pz));
      this.#nodes.set(bone, node);
      (this.#nodes.get(parent) as Node).addChild(node);
    }
    const inverse = new Float32Array(16 * this.#bones.length);
    this.#bones.forEach((bone, index) => {
      const [x, y, z] = this.#place(...(BONE_PLACES[bone] as [number, number, number]));
      inverse.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1], 16 * index);
    });
    this.#skin = this.document.createSkin("Skin").setInverseBindMatrices(this.#accessor("MAT4", inverse));
    for (const bone of this.#bones) this.#skin.addJoint(this.#nodes.get(bone) as Node);
    this.document.createScene("Scene").addChild(root);
  }

  /** `weightsOf` gives bone -> weight of each vertex. */
  addMesh(
    name: string,
    geometry: Geometry,
    offsetY: number,
    targets: readonly { readonly name: string; readonly deltas: Float32Array }[],
    weightsOf: (vertex: number) => Readonly<Record<string, number>>,
  ): Mesh {
    const count = geometry.positions.length / 3;
    const joints = new Uint16Array(4 * count);
    const weights = new Float32Array(4 * count);
    for (let vertex = 0; vertex < count; ++vertex) {
      Object.entries(weightsOf(vertex)).forEach(([bone, weight], k) => {
        joints[4 * vertex + k] = this.#bones.indexOf(bone);
        weights[4 * vertex + k] = weight;
      });
    }
    const primitive = this.document
      .createPrimitive()
      .setAttribute("POSITION", this.#accessor("VEC3", this.#vectors(geometry.positions, offsetY)))
      .setAttribute("NORMAL", this.#accessor("VEC3", this.#vectors(normalsOf(geometry), 0)))
      .setAttribute("JOINTS_0", this.#accessor("VEC4", joints))
      .setAttribute("WEIGHTS_0", this.#accessor("VEC4", weights))
      .setIndices(this.#accessor("SCALAR", Uint16Array.from(geometry.triangles)))
      .setMaterial(
        this.document
          .createMaterial(name)
          .setBaseColorFactor(COLOURS[name] ?? [0.4, 0.45, 0.55, 1])
          .setDoubleSided(true),
      );
    for (const target of targets) {
      const deltas = this.#accessor("VEC3", this.#vectors(target.deltas, 0));
      primitive.addTarget(this.document.createPrimitiveTarget(target.name).setAttribute("POSITION", deltas));
    }
    const mesh = this.document.createMesh(name).addPrimitive(primitive);
    if (targets.length > 0) mesh.setExtras({ targetNames: targets.map((target) => target.name) });
    const node = this.document
      .createNode(name)
      .setMesh(mesh)
      .setSkin(this.#skin as Skin);
    this.document.getRoot().listScenes()[0]?.addChild(node);
    return mesh;
  }
}

const COLOURS: Readonly<Record<string, [number, number, number, number]>> = {
  Face: [0.9, 0.72, 0.6, 1],
  EyeLeft: [0.95, 0.95, 0.97, 1],
  EyeRight: [0.95, 0.95, 0.97, 1],
  Teeth: [0.85, 0.5, 0.5, 1],
};

function normalsOf(geometry: Geometry): Float32Array {
  const { positions, triangles } = geometry;
  const normals = new Float32Array(positions.length);
  const at = (vertex: number, axis: number) => positions[3 * vertex + axis] as number;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]] as [number, number, number];
    const u = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis)) as [number, number, number];
    const w = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis)) as [number, number, number];
    const cross = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    for (const vertex of [a, b, c]) {
      for (let axis = 0; axis < 3; ++axis) {
        normals[3 * vertex + axis] = (normals[3 * vertex + axis] as number) + (cross[axis] as number);
      }
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i] as number, normals[i + 1] as number, normals[i + 2] as number);
    for (let axis = 0; axis < 3; ++axis) {
      normals[i + axis] = length > 0 ? (normals[i + axis] as number) / length : axis === 2 ? 1 : 0;
    }
  }
  return normals;
}

/** The avatar's file. Deterministic. */
export async function makeAvatar(recipe: AvatarRecipe = {}): Promise<Uint8Array> {
  const format = recipe.format ?? "glb";
  const bones = Object.keys(BONE_PARENTS).filter((bone) => bone !== "Jaw" || recipe.jawBone === true);
  const writer = new AvatarWriter(format === "vrm0", bones);
  writer.addSkeleton();
  const targets = targetsOf(recipe);
  const face = makeFace();
  const named = (deltas: (shape: Shape) => Float32Array) =>
    targets.map(({ name, shape }) => ({ name, deltas: deltas(shape) }));
  writer.addMesh(
    "Face",
    face,
    HEAD_HEIGHT,
    named((shape) => faceDeltas(face, shape)),
    (vertex) => {
      const share =
        recipe.jawBone === true ? jawShare(face.points[vertex] as (typeof face.points)[number]) : 0;
      return share > 0 ? { Head: 1 - share, Jaw: share } : { Head: 1 };
    },
  );
  for (const side of ["Left", "Right"] as const) {
    const eye = makeEye(side);
    const bone = `${side}Eye`;
    writer.addMesh(
      `Eye${side}`,
      eye,
      HEAD_HEIGHT,
      named((shape) => eyeDeltas(eye, side, shape)),
      () => ({ [bone]: 1 }),
    );
  }
  const inside = makeMouthInside();
  writer.addMesh(
    "Teeth",
    inside,
    HEAD_HEIGHT,
    named((shape) => mouthInsideDeltas(inside, shape)),
    (vertex) => (vertex < MOUTH_PART_POINTS || recipe.jawBone !== true ? { Head: 1 } : { Jaw: 1 }),
  );
  const body = bodyBoxes();
  writer.addMesh("Body", body.geometry, 0, [], (vertex) => ({ [body.bones[vertex] as string]: 1 }));
  const bytes = await new WebIO().writeBinary(writer.document);
  if (format === "glb") return bytes;
  return editGlbJson(bytes, (json) =>
    wrapVrm(
      json,
      format,
      recipe.vrm ?? {},
      targets.map(({ name }) => name),
    ),
  );
}
