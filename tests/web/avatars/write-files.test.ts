// What the writer makes of a model: valid files of every format, read back by our own reader.
// The model is the toy head; the avatars that ship are tested with the family.
import { describe, expect, test } from "vitest";
import type { AvatarModel, Part } from "../../../scripts/avatars/model";
import { glbBinary, glbJson, type Json } from "../../../scripts/avatars/write/glb-json";
import type { WriteOptions } from "../../../scripts/avatars/write/options";
import { writeAvatar } from "../../../scripts/avatars/write/write-avatar";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { gltfIssues } from "../../support/gltf-validator";
import { readBytes } from "../../support/samples";
import { toyModel } from "../../support/toy-model";

const toy = { pbr: toyModel("pbr"), cartoon: toyModel("cartoon") };

const formats: readonly (readonly [string, WriteOptions])[] = [
  ["VRM 1.0", {}],
  ["VRM 0.x", { format: "vrm0" }],
  ["plain GLB", { format: "glb" }],
  ["quantized", { format: "glb", isQuantized: true }],
  ["centimetres", { above: [{ name: "Centimetres", scale: 0.01 }] }],
  ["names on primitives", { namesOn: "primitives" }],
  ["names on accessors", { namesOn: "accessors" }],
  ["one mesh of several parts", { meshOf: (part) => (part.name === "Teeth" ? "Face" : part.name) }],
];

describe.each(["pbr", "cartoon"] as const)("%s", (shading) => {
  test.each(formats)("%s: the validator finds nothing", async (_, options) => {
    expect(await gltfIssues(writeAvatar(toy[shading], options))).toEqual([]);
  });

  test("two runs give the same bytes", () => {
    expect(Buffer.from(writeAvatar(toyModel(shading))).equals(writeAvatar(toyModel(shading)))).toBe(true);
  });
});

test.each(formats)("%s: bones, soles and the 52 are where the model says", async (_, options) => {
  const read = await readBytes(writeAvatar(toy.pbr, options));
  for (const { name, position } of toy.pbr.bones.filter((bone) => !bone.name.startsWith("hair"))) {
    const node = read.nodes[read.humanoid[name] ?? -1];
    position.forEach((value, axis) => {
      expect(node?.world[12 + axis], name).toBeCloseTo(value, 6);
    });
  }
  expect(Object.keys(read.routes.channels)).toEqual([...faceChannelNames]);
  expect(read.findings).toEqual([]);
  const heights = toy.pbr.parts.flatMap((part) => [...part.positions].filter((_value, i) => i % 3 === 1));
  expect(read.height).toBeCloseTo(Math.max(...heights) - Math.min(...heights), 4);
});

test("only meshes that move have targets, each only its own, in the order of the 52", () => {
  const { meshes } = glbJson(writeAvatar(toy.pbr));
  const names = Object.fromEntries(meshes.map((mesh: Json) => [mesh.name, mesh.extras?.targetNames ?? []]));
  expect(names.Body).toEqual([]);
  expect(names.Hair).toEqual([]);
  expect(names.EyeLeft).toEqual(["eyeLookDownLeft", "eyeLookInLeft", "eyeLookOutLeft", "eyeLookUpLeft"]);
  expect(names.Face).toEqual(faceChannelNames.filter((name) => names.Face.includes(name)));
  for (const mesh of meshes) {
    for (const primitive of mesh.primitives)
      expect(primitive.targets?.length ?? 0).toBe(names[mesh.name].length);
  }
});

test("a channel without a moved vertex is a target that moves nothing", async () => {
  const [face, ...others] = toy.pbr.parts as [Part, ...Part[]];
  const none = {
    vertices: new Uint32Array(0),
    deltas: new Float64Array(0),
    normalDeltas: new Float64Array(0),
  };
  const parts = [{ ...face, targets: { ...face.targets, cheekPuff: none } }, ...others];
  const bytes = writeAvatar({ ...toy.pbr, parts });
  expect(await gltfIssues(bytes)).toEqual([]);
  const read = await readBytes(bytes);
  const slot = read.slots.findIndex(({ name }) => name === "cheekPuff");
  expect(read.routes.channels.cheekPuff?.binds).toEqual([{ slot, weight: 1 }]);
  const deltas = read.buffers.flatMap(({ targets }) => targets.filter((target) => target.slot === slot));
  for (const target of deltas) expect(target.deltas.every((value) => value === 0)).toBe(true);
});

/** Numbers of an accessor with single-precision values, as they stand in the file. */
function floatsOf(bytes: Uint8Array, json: Json, index: number): Float32Array {
  const { bufferView } = json.accessors[index];
  const { byteOffset, byteLength } = json.bufferViews[bufferView];
  return new Float32Array(glbBinary(bytes).slice(byteOffset, byteOffset + byteLength).buffer);
}

test("weights sum to 1 and tangents are square to the normals", () => {
  const bytes = writeAvatar(toy.pbr);
  const json = glbJson(bytes);
  let [weighed, squared] = [0, 0];
  for (const { primitives } of json.meshes) {
    const { WEIGHTS_0, TANGENT, NORMAL } = primitives[0].attributes;
    const weights = floatsOf(bytes, json, WEIGHTS_0);
    for (let i = 0; i < weights.length; i += 4) {
      const sum = [0, 1, 2, 3].reduce((total, k) => total + (weights[i + k] as number), 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
      ++weighed;
    }
    if (TANGENT === undefined) continue;
    const [tangents, normals] = [floatsOf(bytes, json, TANGENT), floatsOf(bytes, json, NORMAL)];
    for (let vertex = 0; vertex < normals.length / 3; ++vertex) {
      const [x, y, z, w] = tangents.subarray(4 * vertex, 4 * vertex + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const [nx, ny, nz] = normals.subarray(3 * vertex, 3 * vertex + 3) as unknown as [
        number,
        number,
        number,
      ];
      expect(Math.hypot(x, y, z)).toBeCloseTo(1, 5);
      expect(x * nx + y * ny + z * nz).toBeCloseTo(0, 5);
      expect(Math.abs(w)).toBe(1);
      ++squared;
    }
  }
  expect(weighed).toBeGreaterThan(2000);
  expect(squared).toBeGreaterThan(90);
});

describe("what cannot be written is refused by name", () => {
  const withFace = (change: Partial<Part>): AvatarModel => {
    const [face, ...others] = toy.pbr.parts as [Part, ...Part[]];
    return { ...toy.pbr, parts: [{ ...face, ...change }, ...others] };
  };
  const influences = (list: Part["influences"][number]) => toy.pbr.parts[0]?.influences.map(() => list) ?? [];

  test.each<[string, AvatarModel, RegExp]>([
    ["an unknown bone", withFace({ influences: influences([["tail", 1]]) }), /Face, vertex 0: no bone tail/],
    [
      "shares that miss 1",
      withFace({ influences: influences([["head", 0.5]]) }),
      /Face, vertex 0: 1 shares that sum to 0.5/,
    ],
    ["an unknown material", withFace({ material: "Glass" }), /no material Glass/],
    [
      "a parent behind its child",
      { ...toy.pbr, bones: [...toy.pbr.bones].reverse() },
      /does not stand before it/,
    ],
  ])("%s", (_, model, message) => {
    expect(() => writeAvatar(model)).toThrow(message);
  });
});
