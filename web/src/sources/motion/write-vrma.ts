// Writes a humanoid performer as a VRM animation: a GLB of nodes, one animation and the extension VRMC_vrm_animation.
// It maps no bones: they have to carry VRM 1.0 names and an unturned T-pose as their rest, which retargeting gives.

import { humanBoneNames } from "../../tables/human-bones";
import type { MotionClip, MotionPerformer } from "./motion-clip";

/** Bones without which there is no VRM humanoid. */
const REQUIRED_BONES = [
  "hips",
  "spine",
  "head",
  "leftUpperLeg",
  "leftLowerLeg",
  "leftFoot",
  "rightUpperLeg",
  "rightLowerLeg",
  "rightFoot",
  "leftUpperArm",
  "leftLowerArm",
  "leftHand",
  "rightUpperArm",
  "rightLowerArm",
  "rightHand",
];
/** The format has eyes in its look-at, never among the bones. */
const EYES = new Set(["leftEye", "rightEye"]);

const GLB_MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
const FLOAT = 5126;

function checkBones({ bones }: MotionPerformer): void {
  const names = bones.map(({ name }) => name);
  const unknown = names.filter((name) => !humanBoneNames.some((known) => known === name));
  if (unknown.length > 0) throw new RangeError(`bones: expected VRM names, found ${unknown.join(", ")}`);
  if (new Set(names).size < names.length) throw new RangeError("bones: expected each VRM bone once");
  if (names[0] !== "hips") throw new RangeError(`bones: expected hips as the root, found ${names[0]}`);
  const missing = REQUIRED_BONES.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new RangeError(`bones: VRM needs ${missing.join(", ")}`);
}

/** Collects accessors and the bytes behind them. */
class Accessors {
  readonly accessors: object[] = [];
  readonly views: object[] = [];
  private readonly parts: Float32Array[] = [];
  byteLength = 0;

  add(values: Float32Array, type: "SCALAR" | "VEC3" | "VEC4", range?: readonly [number, number]): number {
    const size = type === "SCALAR" ? 1 : type === "VEC3" ? 3 : 4;
    this.views.push({ buffer: 0, byteOffset: this.byteLength, byteLength: values.byteLength });
    this.parts.push(values);
    this.byteLength += values.byteLength;
    const bounds = range === undefined ? {} : { min: [range[0]], max: [range[1]] };
    return (
      this.accessors.push({
        bufferView: this.views.length - 1,
        componentType: FLOAT,
        count: values.length / size,
        type,
        ...bounds,
      }) - 1
    );
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.byteLength);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
      at += part.byteLength;
    }
    return bytes;
  }
}

/** One bone through all frames, without jumps of sign: players that blend without looking at it turn the short way then. */
function turnsOf(performer: MotionPerformer, bone: number, frameCount: number): Float32Array {
  const count = performer.bones.length;
  const turns = new Float32Array(4 * frameCount);
  for (let frame = 0; frame < frameCount; ++frame) {
    const from = 4 * (frame * count + bone);
    let cosine = 1;
    if (frame > 0) {
      cosine = 0;
      for (let i = 0; i < 4; ++i)
        cosine += (turns[4 * frame - 4 + i] ?? 0) * (performer.rotations[from + i] ?? 0);
    }
    for (let i = 0; i < 4; ++i)
      turns[4 * frame + i] = (performer.rotations[from + i] ?? 0) * (cosine < 0 ? -1 : 1);
  }
  return turns;
}

function hipsWay(performer: MotionPerformer, frameCount: number): Float32Array {
  const tracks = performer.positioned.length;
  const way = new Float32Array(3 * frameCount);
  for (let frame = 0; frame < frameCount; ++frame)
    way.set(performer.positions.subarray(3 * frame * tracks, 3 * frame * tracks + 3), 3 * frame);
  return way;
}

function nodesOf({ bones }: MotionPerformer): object[] {
  return bones.map(({ name, offset }, bone) => {
    const children = bones.flatMap(({ parent }, index) => (parent === bone ? [index] : []));
    return { name, translation: [...offset], ...(children.length > 0 ? { children } : {}) };
  });
}

function chunk(type: number, bytes: Uint8Array, padding: number): Uint8Array {
  const length = Math.ceil(bytes.length / 4) * 4;
  const out = new Uint8Array(8 + length).fill(padding);
  const view = new DataView(out.buffer);
  view.setUint32(0, length, true);
  view.setUint32(4, type, true);
  out.set(bytes, 8);
  return out;
}

function glb(json: object, binary: Uint8Array): Uint8Array {
  const chunks = [
    chunk(CHUNK_JSON, new TextEncoder().encode(JSON.stringify(json)), 0x20),
    chunk(CHUNK_BIN, binary, 0),
  ];
  const length = chunks.reduce((sum, part) => sum + part.length, 12);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint32(0, GLB_MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  let at = 12;
  for (const part of chunks) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/**
 * @param index which performer, default the first
 * @throws RangeError where there is no such performer, or its bones are no VRM humanoid
 */
export function writeVrma(clip: MotionClip, index = 0): Uint8Array {
  const performer = clip.performers[index];
  if (performer === undefined) {
    throw new RangeError(`performer: expected 0 to ${clip.performers.length - 1}, found ${index}`);
  }
  checkBones(performer);
  const data = new Accessors();
  const times = Float32Array.from(clip.times);
  const input = data.add(times, "SCALAR", [times[0] ?? 0, times.at(-1) ?? 0]);
  const samplers: object[] = [];
  const channels: object[] = [];
  const animate = (node: number, path: string, output: number) => {
    channels.push({ sampler: samplers.length, target: { node, path } });
    samplers.push({ input, output, interpolation: "LINEAR" });
  };
  animate(0, "translation", data.add(hipsWay(performer, clip.frameCount), "VEC3"));
  for (const [bone, { name }] of performer.bones.entries())
    if (!EYES.has(name))
      animate(bone, "rotation", data.add(turnsOf(performer, bone, clip.frameCount), "VEC4"));
  const humanBones = Object.fromEntries(
    performer.bones.flatMap(({ name }, node) => (EYES.has(name) ? [] : [[name, { node }]])),
  );
  const json = {
    asset: { version: "2.0", generator: "Doppel" },
    extensionsUsed: ["VRMC_vrm_animation"],
    extensions: { VRMC_vrm_animation: { specVersion: "1.0", humanoid: { humanBones } } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: nodesOf(performer),
    animations: [{ name: clip.name, samplers, channels }],
    accessors: data.accessors,
    bufferViews: data.views,
    buffers: [{ byteLength: data.byteLength }],
    // The format knows joints alone; whoever stands on these soles again needs them.
    ...(performer.soles === undefined ? {} : { extras: { doppel: { soles: performer.soles } } }),
  };
  return glb(json, data.bytes());
}
