// The corners of glTF that avatars come in: containers, primitive modes, influences, scenes, instances.
// Each file is made by editing the JSON of a small GLB.
import { describe, expect, it } from "vitest";
import {
  buildGlb,
  editGlbJson,
  glbBinary,
  glbJson,
  type Json,
} from "../../../scripts/avatars/write/glb-json";
import type { ReadOptions } from "../../../web/src/reader/read-avatar";
import { readAvatar, stripGeometry } from "../../../web/src/reader/read-avatar";
import { trianglesOf } from "../../../web/src/reader/triangles";
import { skinned } from "../../support/deform";
import { makeAvatar } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";

const small = makeAvatar({ channels: ["jawOpen"] });

/** A document of its own: accessors from arrays, in one buffer. */
class TinyFile {
  readonly json: Json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    buffers: [{ byteLength: 0 }],
  };
  #bytes = new Uint8Array(0);

  constructor() {
    Object.assign(this.json, { bufferViews: [], accessors: [], meshes: [], nodes: [] });
  }

  add(array: Float32Array | Uint16Array | Uint8Array | Int16Array, type: string, more: Json = {}): number {
    const start = Math.ceil(this.#bytes.length / 4) * 4;
    const joined = new Uint8Array(start + array.byteLength);
    joined.set(this.#bytes);
    joined.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start);
    this.#bytes = joined;
    const componentType = { Float32Array: 5126, Uint16Array: 5123, Uint8Array: 5121, Int16Array: 5122 }[
      array.constructor.name
    ];
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type] as number;
    this.json.bufferViews.push({ buffer: 0, byteOffset: start, byteLength: array.byteLength });
    const view = this.json.bufferViews.length - 1;
    this.json.accessors.push({ bufferView: view, componentType, type, count: array.length / size, ...more });
    return this.json.accessors.length - 1;
  }

  get binary(): Uint8Array {
    this.json.buffers[0].byteLength = this.#bytes.length;
    return this.#bytes;
  }

  get glb(): Uint8Array {
    const { binary } = this;
    return buildGlb(this.json, binary);
  }
}

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

function oneMesh(primitive: (file: TinyFile) => Json): TinyFile {
  const file = new TinyFile();
  file.json.meshes.push({ primitives: [primitive(file)] });
  file.json.nodes.push({ mesh: 0 });
  return file;
}

describe("containers", () => {
  it("reads a .gltf with a data: buffer, told as gltf", async () => {
    const glb = await small;
    const json = glbJson(glb);
    json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(glbBinary(glb)).toString("base64")}`;
    const avatar = await readBytes(new TextEncoder().encode(JSON.stringify(json)), "a.gltf");
    expect(avatar.format).toBe("gltf");
    expect(avatar.buffers).toEqual((await readBytes(glb)).buffers);
  });

  it("asks the resolver for buffers in files of their own, and never for pictures", async () => {
    const glb = await small;
    const json = glbJson(glb);
    json.buffers[0].uri = "a%20b.bin";
    json.images = [{ uri: "skin.png" }];
    const asked: string[] = [];
    const options: ReadOptions = {
      file: "a.gltf",
      resolveUri: async (uri) => {
        asked.push(uri);
        return glbBinary(glb);
      },
    };
    const avatar = await readAvatar(new TextEncoder().encode(JSON.stringify(json)), options);
    expect(asked).toEqual(["a%20b.bin"]);
    expect(avatar.buffers).toHaveLength(5);
  });

  it("names the buffer that is missing", async () => {
    const json = glbJson(await small);
    json.buffers[0].uri = "mesh.bin";
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    await expect(readBytes(bytes, "a.gltf")).rejects.toMatchObject({
      code: "missing-resource",
      message: expect.stringMatching(/^a\.gltf: buffers\[0\]\.uri: .*mesh\.bin/),
    });
  });

  it("reads a JSON chunk that is padded with zeros", async () => {
    const glb = Uint8Array.from(await small);
    const end = 20 + new DataView(glb.buffer).getUint32(12, true);
    for (let at = end - 1; glb[at] === 0x20; --at) glb[at] = 0;
    expect((await readBytes(glb)).buffers).toHaveLength(5);
  });

  it("reads bytes that start anywhere in their memory", async () => {
    const glb = await small;
    const shifted = new Uint8Array(glb.length + 3);
    shifted.set(glb, 3);
    expect((await readBytes(shifted.subarray(3))).buffers).toEqual((await readBytes(glb)).buffers);
  });

  it("leaves the bytes that it is given untouched", async () => {
    const glb = await small;
    const before = Uint8Array.from(glb);
    await readBytes(glb);
    expect(glb).toEqual(before);
  });

  it("does not mind broken pictures, materials and animations", async () => {
    const bytes = editGlbJson(await small, (json) => {
      json.images = [{}, { bufferView: 9999 }];
      json.textures = "none";
      json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 77 } } }];
      json.animations = [{ channels: [{ sampler: 5 }] }];
      json.extensionsRequired = ["KHR_texture_basisu", "KHR_materials_unlit"];
      json.extensionsUsed = json.extensionsRequired;
    });
    expect((await readBytes(bytes)).buffers).toHaveLength(5);
  });
});

describe("primitives", () => {
  it("turns strips and fans into triangles, wound as glTF says", () => {
    expect([...trianglesOf(5, [0, 1, 2, 3, 4], 5, "")]).toEqual([0, 1, 2, 1, 3, 2, 2, 3, 4]);
    expect([...trianglesOf(6, [0, 1, 2, 3], 4, "")]).toEqual([1, 2, 0, 2, 3, 0]);
    expect([...trianglesOf(4, undefined, 7, "")]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...trianglesOf(5, [0, 1], 2, "")]).toEqual([]);
  });

  it("reads a mesh without indices, without nodes above it, without a skin", async () => {
    const file = oneMesh((made) => ({ attributes: { POSITION: made.add(TRIANGLE, "VEC3") } }));
    file.json.nodes[0].translation = [0, 2, 0];
    const avatar = await readBytes(file.glb);
    expect([...(avatar.buffers[0]?.triangles[0] ?? [])]).toEqual([0, 1, 2]);
    expect([...skinned(avatar.buffers[0] as never)]).toEqual([0, 2, 0, 1, 2, 0, 0, 3, 0]);
    expect(avatar.buffers[0]?.joints).toHaveLength(0);
    expect(avatar.height).toBe(1);
  });

  it("leaves lines and points out and refuses a file of nothing else", async () => {
    for (const mode of [0, 1, 2, 3]) {
      const file = oneMesh((made) => ({ mode, attributes: { POSITION: made.add(TRIANGLE, "VEC3") } }));
      await expect(readBytes(file.glb)).rejects.toMatchObject({ code: "no-meshes" });
    }
  });

  it("dequantizes normalised integers, the lowest of which is -1", async () => {
    const corners = Int16Array.of(-32768, 0, 0, 32767, 0, 0, 0, 16384, 0);
    const file = oneMesh((made) => ({
      attributes: { POSITION: made.add(corners, "VEC3", { normalized: true }) },
    }));
    const positions = (await readBytes(file.glb)).buffers[0]?.positions ?? [];
    expect(positions[0]).toBe(-1);
    expect(positions[3]).toBe(1);
    expect(positions[7]).toBeCloseTo(16384 / 32767, 6);
  });

  it("fills sparse accessors in, with and without a base", async () => {
    const file = oneMesh((made) => {
      const POSITION = made.add(TRIANGLE, "VEC3");
      const indices = made.json.accessors[made.add(Uint16Array.of(1), "SCALAR")].bufferView;
      const values = made.json.accessors[made.add(Float32Array.of(0, 0, 5), "VEC3")].bufferView;
      const sparse = {
        count: 1,
        indices: { bufferView: indices, componentType: 5123 },
        values: { bufferView: values },
      };
      made.json.accessors.push({ componentType: 5126, type: "VEC3", count: 3, sparse });
      const bare = made.json.accessors.length - 1;
      made.json.accessors.push({ ...made.json.accessors[POSITION], sparse });
      return { attributes: { POSITION }, targets: [{ POSITION: bare }, { POSITION: bare + 1 }, {}] };
    });
    const avatar = await readBytes(file.glb);
    expect(avatar.slots).toHaveLength(3);
    expect(avatar.buffers[0]?.targets.map((target) => [target.slot, ...target.deltas])).toEqual([
      [0, 0, 0, 0, 0, 0, 5, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 5, 0, 1, 0],
    ]);
  });
});

describe("weights that the file sets itself", () => {
  const bent = async (nodeWeights?: number[]) => {
    const file = oneMesh((made) => {
      const up = made.add(Float32Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0), "VEC3");
      return {
        attributes: { POSITION: made.add(TRIANGLE, "VEC3") },
        targets: [{ POSITION: up }, { POSITION: up }],
      };
    });
    Object.assign(file.json.meshes[0], {
      weights: [0.5, 0.25],
      extras: { targetNames: ["shape", "jawOpen"] },
    });
    if (nodeWeights !== undefined) file.json.nodes[0].weights = nodeWeights;
    return readBytes(file.glb);
  };

  it("are part of the rest shape where nothing drives the target, and 0 where something does", async () => {
    const avatar = await bent();
    expect(avatar.slots.map((slot) => slot.rest)).toEqual([0.5, undefined]);
    expect([...(avatar.buffers[0]?.positions ?? [])]).toEqual([0, 0.5, 0, 1, 0.5, 0, 0, 1.5, 0]);
    expect(avatar.routes.channels.jawOpen?.binds).toEqual([{ slot: 1, weight: 1 }]);
  });

  it("are the node's where it has any", async () => {
    const avatar = await bent([2, 0]);
    expect(avatar.slots[0]?.rest).toBe(2);
    expect(avatar.height).toBe(1);
    expect(avatar.buffers[0]?.positions[1]).toBe(2);
  });
});

describe("skins", () => {
  function skinnedTriangle(sets: number, inverse: boolean): TinyFile {
    const file = new TinyFile();
    const attributes: Json = { POSITION: file.add(TRIANGLE, "VEC3") };
    for (let set = 0; set < sets; ++set) {
      attributes[`JOINTS_${set}`] = file.add(Uint8Array.of(...Array(3).fill([set, 9, 9, 9]).flat()), "VEC4");
      attributes[`WEIGHTS_${set}`] = file.add(
        Float32Array.of(
          ...Array(3)
            .fill([1 / sets, 0, 0, 0])
            .flat(),
        ),
        "VEC4",
      );
    }
    file.json.meshes.push({ primitives: [{ attributes }] });
    file.json.nodes.push({ children: [1, 2, 3] }, { mesh: 0, skin: 0, translation: [50, 50, 50] });
    file.json.nodes.push({ translation: [0, 1, 0] }, { translation: [0, 3, 0] });
    const skin: Json = { joints: [2, 3] };
    const shifted = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1];
    if (inverse) skin.inverseBindMatrices = file.add(Float32Array.of(...shifted, ...shifted), "MAT4");
    file.json.skins = [skin];
    return file;
  }

  it("ignores the node's own transform and garbage joints of weight 0", async () => {
    const avatar = await readBytes(skinnedTriangle(1, true).glb);
    expect([...skinned(avatar.buffers[0] as never)]).toEqual([...TRIANGLE]);
  });

  it("takes a missing inverse bind matrix for the identity", async () => {
    const avatar = await readBytes(skinnedTriangle(1, false).glb);
    expect([...skinned(avatar.buffers[0] as never).filter((_, index) => index % 3 === 1)]).toEqual([1, 1, 2]);
  });

  it("reads eight influences", async () => {
    const avatar = await readBytes(skinnedTriangle(2, false).glb);
    expect(avatar.buffers[0]?.joints).toHaveLength(24);
    expect([...skinned(avatar.buffers[0] as never).filter((_, index) => index % 3 === 1)]).toEqual([2, 2, 3]);
  });

  it("lets a vertex without weights follow its first joint", async () => {
    const file = skinnedTriangle(1, false);
    const weights = file.json.meshes[0].primitives[0].attributes.WEIGHTS_0;
    delete file.json.accessors[weights].bufferView;
    const avatar = await readBytes(file.glb);
    expect([...skinned(avatar.buffers[0] as never).filter((_, index) => index % 3 === 1)]).toEqual([1, 1, 2]);
  });

  it("refuses a joint with weight that the skin does not have", async () => {
    const file = skinnedTriangle(2, false);
    file.json.skins[0].joints = [2];
    await expect(readBytes(file.glb)).rejects.toMatchObject({
      code: "out-of-range",
      place: expect.stringMatching(/JOINTS_1/),
    });
  });
});

describe("scenes and nodes", () => {
  it("leaves meshes outside the shown scene out and keeps every index", async () => {
    const file = oneMesh((made) => ({ attributes: { POSITION: made.add(TRIANGLE, "VEC3") } }));
    file.json.meshes.push(file.json.meshes[0]);
    file.json.nodes.unshift({ mesh: 1, name: "hidden" });
    file.json.scenes = [{ nodes: [0] }, { nodes: [1] }];
    file.json.scene = 1;
    const avatar = await readBytes(file.glb);
    expect(avatar.buffers.map(({ node, mesh }) => [node, mesh])).toEqual([[1, 0]]);
    expect(avatar.nodes.map(({ index, name }) => [index, name])).toEqual([
      [0, "hidden"],
      [1, ""],
    ]);
  });

  it("shares slots between nodes that show one mesh", async () => {
    const file = oneMesh((made) => {
      const POSITION = made.add(TRIANGLE, "VEC3");
      return { attributes: { POSITION }, targets: [{ POSITION }] };
    });
    file.json.nodes.push({ mesh: 0 });
    file.json.scenes[0].nodes = [0, 1];
    const avatar = await readBytes(file.glb);
    expect(avatar.slots).toHaveLength(1);
    expect(avatar.buffers.map((buffer) => buffer.targets[0]?.slot)).toEqual([0, 0]);
  });

  it("composes matrices and parts down the tree in double precision", async () => {
    const file = oneMesh((made) => ({ attributes: { POSITION: made.add(TRIANGLE, "VEC3") } }));
    const quarter = Math.SQRT1_2;
    file.json.nodes[0].translation = [0.1, 0.2, 0.3];
    file.json.nodes.push({ children: [0], rotation: [0, quarter, 0, quarter], scale: [2, 3, 4] });
    file.json.nodes.push({ children: [1], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1] });
    file.json.scenes[0].nodes = [2];
    const world = (await readBytes(file.glb)).nodes[0]?.world ?? new Float64Array(16);
    const place = [world[12], world[13], world[14]] as number[];
    [10 + 4 * 0.3, 20 + 3 * 0.2, 30 - 2 * 0.1].forEach((value, axis) => {
      expect(place[axis]).toBeCloseTo(value, 14);
    });
  });

  it("drops only the geometry when it is stripped", async () => {
    const avatar = await readBytes(await small);
    expect(stripGeometry(avatar)).toEqual({ ...avatar, buffers: [] });
  });
});
