// A model as a plain GLB, for the authors' eye only: no springs, no VRM, no care for size.
// The files that ship are written by write/.
import { type Accessor, Document, type Node, WebIO } from "@gltf-transform/core";
import type { AvatarModel, Target } from "../model";

type Shown = Pick<AvatarModel, "bones" | "parts" | "materials">;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const factorOf = (colour: string) =>
  [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];

export async function previewGlb(model: Shown): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const accessor = (type: "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4", array: unknown): Accessor =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const nodes = new Map<string, Node>();
  const skin = document.createSkin();
  const inverse: number[] = [];
  for (const bone of model.bones) {
    const parent = model.bones.find(({ name }) => name === bone.parent);
    const [x, y, z] = bone.position;
    const [px, py, pz] = parent?.position ?? [0, 0, 0];
    const node = document.createNode(bone.name).setTranslation([x - px, y - py, z - pz]);
    nodes.set(bone.name, node);
    if (parent === undefined) scene.addChild(node);
    else nodes.get(parent.name)?.addChild(node);
    skin.addJoint(node);
    inverse.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1);
  }
  skin.setInverseBindMatrices(accessor("MAT4", Float32Array.from(inverse)));
  const index = new Map(model.bones.map(({ name }, at) => [name, at]));
  const materials = new Map(
    Object.entries(model.materials).map(([name, look]) => {
      const material = document
        .createMaterial(name)
        .setBaseColorFactor([...factorOf(look.colour), 1])
        .setRoughnessFactor(look.roughness)
        .setMetallicFactor(0)
        .setDoubleSided(look.isDoubleSided ?? false);
      const texture = (bytes: Uint8Array) =>
        document
          .createTexture(name)
          .setImage(bytes as Uint8Array<ArrayBuffer>)
          .setMimeType("image/png");
      if (look.picture !== undefined) material.setBaseColorTexture(texture(look.picture));
      if (look.normalPicture !== undefined) material.setNormalTexture(texture(look.normalPicture));
      if (look.alphaCutoff !== undefined) material.setAlphaMode("MASK").setAlphaCutoff(look.alphaCutoff);
      return [name, material];
    }),
  );
  for (const part of model.parts) {
    const count = part.positions.length / 3;
    const joints = new Uint16Array(4 * count);
    const weights = new Float32Array(4 * count);
    part.influences.forEach((influences, vertex) => {
      influences.forEach(([bone, share], k) => {
        joints[4 * vertex + k] = index.get(bone) ?? 0;
        weights[4 * vertex + k] = share;
      });
    });
    const primitive = document
      .createPrimitive()
      .setAttribute("POSITION", accessor("VEC3", Float32Array.from(part.positions)))
      .setAttribute("NORMAL", accessor("VEC3", Float32Array.from(part.normals)))
      .setAttribute("JOINTS_0", accessor("VEC4", joints))
      .setAttribute("WEIGHTS_0", accessor("VEC4", weights))
      .setIndices(accessor("SCALAR", Uint32Array.from(part.triangles)))
      .setMaterial(materials.get(part.material) ?? document.createMaterial(part.material));
    if (part.colours !== undefined) primitive.setAttribute("COLOR_0", accessor("VEC3", part.colours));
    if (part.uvs !== undefined) primitive.setAttribute("TEXCOORD_0", accessor("VEC2", part.uvs));
    const spread = (target: Target, values: Float64Array) => {
      const dense = new Float32Array(3 * count);
      target.vertices.forEach((vertex, k) => {
        dense.set(values.subarray(3 * k, 3 * k + 3), 3 * vertex);
      });
      return accessor("VEC3", dense);
    };
    for (const [name, target] of Object.entries(part.targets)) {
      primitive.addTarget(
        document
          .createPrimitiveTarget(name)
          .setAttribute("POSITION", spread(target, target.deltas))
          .setAttribute("NORMAL", spread(target, target.normalDeltas)),
      );
    }
    const mesh = document
      .createMesh(part.name)
      .addPrimitive(primitive)
      .setExtras({ targetNames: Object.keys(part.targets) });
    scene.addChild(document.createNode(part.name).setMesh(mesh).setSkin(skin));
  }
  return new WebIO().writeBinary(document);
}
