// A model as the bytes of a GLB: VRM 1.0, VRM 0.x or plain. The same bytes for the same model.
// Written directly rather than through a document library: targets share their lists of moved vertices, and none is ever held in full.

import type { AvatarModel } from "../model";
import { Binary } from "./binary";
import { buildGlb, type Json } from "./glb-json";
import { writeMaterials } from "./materials";
import { writeMeshes } from "./meshes";
import { choicesOf, type WriteOptions } from "./options";
import { makeSkeleton } from "./skeleton";
import { toneParts } from "./toned-parts";
import { LICENCE } from "./vrm-parts";
import { vrm0 } from "./vrm0";
import { springBones, vrm1 } from "./vrm1";

/** An empty list is not allowed in a glTF document. */
function withoutEmpty(json: Json): Json {
  return Object.fromEntries(
    Object.entries(json).filter(
      ([, value]) => !(Array.isArray(value) && value.length === 0) && value !== undefined,
    ),
  );
}

/** A plain GLB has no other place for its name and licence. */
function assetOf(title: string): Json {
  const { author, notice, url } = LICENCE;
  return { version: "2.0", generator: "Doppel", copyright: notice, extras: { title, author, license: url } };
}

/** Throws where the model contradicts itself: an unknown bone or material, shares that do not sum to 1, a target out of range. */
export function writeAvatar(source: AvatarModel, options: WriteOptions = {}): Uint8Array {
  const choices = choicesOf(options);
  const { format } = choices;
  const model = source.shading === "cartoon" ? toneParts(source) : source;
  const binary = new Binary();
  const skeleton = makeSkeleton(model, choices);
  const materials = writeMaterials(model, binary, format);
  const { list, meshes, skins } = writeMeshes(model, choices, skeleton, binary, materials);
  const written = { model, choices, skeleton, meshes: list, materials };
  const springs = format === "vrm1" ? springBones(written) : undefined;
  const extensions = withoutEmpty({
    VRM: format === "vrm0" ? vrm0(written) : undefined,
    VRMC_vrm: format === "vrm1" ? vrm1(written) : undefined,
    VRMC_springBone: springs,
  });
  const hasMToon = materials.materials.some((material) => material.extensions?.VRMC_materials_mtoon);
  const quantization = choices.isQuantized ? ["KHR_mesh_quantization"] : [];
  const bytes = binary.bytes();
  const json = withoutEmpty({
    asset: assetOf(model.name),
    extensionsUsed: [
      ...Object.keys(extensions),
      ...(hasMToon ? ["VRMC_materials_mtoon"] : []),
      ...quantization,
    ],
    extensionsRequired: quantization,
    scene: 0,
    scenes: [{ name: model.name, nodes: [skeleton.root, ...list.map(({ node }) => node)] }],
    nodes: skeleton.nodes,
    meshes,
    skins,
    materials: materials.materials,
    textures: materials.textures,
    images: materials.images,
    samplers: materials.samplers,
    accessors: binary.accessors,
    bufferViews: binary.bufferViews,
    buffers: [{ byteLength: bytes.length }],
    ...(Object.keys(extensions).length > 0 && { extensions }),
  });
  return buildGlb(json, bytes);
}
