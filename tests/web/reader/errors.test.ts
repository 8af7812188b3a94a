// Files that are wrong: each fault named with code, place and expectation; corrupted files of all kinds end in a ReadError or a description.
// Never a hang, never an error of another class.
import { beforeAll, describe, expect, it } from "vitest";
import {
  buildGlb,
  editGlbJson,
  glbBinary,
  glbJson,
  type Json,
} from "../../../scripts/avatars/write/glb-json";
import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import { readAvatar } from "../../../web/src/reader/read-avatar";
import { ReadError, type ReadErrorCode } from "../../../web/src/reader/read-error";
import { dracoCompressed, meshoptCompressed, sparseTargets } from "../../support/avatar-variants";
import { makeAvatar, presetsOnly } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";

let plain: Uint8Array;
beforeAll(async () => {
  plain = await makeAvatar({ channels: ["jawOpen", "tongueOut"] });
});

async function expectFault(bytes: Uint8Array, code: ReadErrorCode, message: RegExp): Promise<void> {
  const error = await readBytes(bytes, "broken.glb").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ReadError);
  expect((error as ReadError).code).toBe(code);
  expect((error as ReadError).message).toMatch(/^broken\.glb: /);
  expect((error as ReadError).message).toMatch(message);
}

function write(json: Json, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() as string;
  const holder = keys.reduce((at, key) => (key === "-1" ? at.at(-1) : at[key]), json);
  holder[last] = value;
}

describe("faults named", () => {
  it("says what is not a glTF file", async () => {
    await expectFault(new Uint8Array(0), "not-gltf", /found 0 bytes/);
    await expectFault(new TextEncoder().encode("# a text"), "not-gltf", /GLB, glTF or VRM/);
    await expectFault(new TextEncoder().encode('{"hello": 1}'), "not-gltf", /asset/);
    await expectFault(new TextEncoder().encode('{"asset": '), "invalid-json", /JSON/);
    await expectFault(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), "not-gltf", /GLB/);
  });

  it("says what is cut off", async () => {
    await expectFault(plain.subarray(0, 11), "truncated", /20 bytes/);
    await expectFault(
      plain.subarray(0, plain.length - 4),
      "truncated",
      /header: expected \d+ bytes, found \d+/,
    );
    const json = glbJson(plain);
    await expectFault(buildGlb(json, glbBinary(plain).subarray(0, 1000)), "truncated", /buffers\[0\]/);
    await expectFault(buildGlb(json, new Uint8Array(0)), "missing-resource", /buffers\[0\]/);
  });

  it("says which version it does not read", async () => {
    const old = Uint8Array.from(plain);
    old[4] = 1;
    await expectFault(old, "unsupported-version", /GLB version 2, found 1/);
    await expectFault(
      editGlbJson(plain, (json) => {
        json.asset.version = "1.0";
      }),
      "unsupported-version",
      /asset\.version/,
    );
  });

  it("names a required extension that it does not know", async () => {
    const bytes = editGlbJson(plain, (json) => {
      json.extensionsRequired = ["ACME_secret_geometry"];
    });
    await expectFault(bytes, "unsupported-extension", /ACME_secret_geometry/);
  });

  it("names a decoder that it was not given", async () => {
    for (const [compress, name] of [
      [dracoCompressed, "Draco"],
      [meshoptCompressed, "Meshopt"],
    ] as const) {
      const bytes = await compress(plain);
      await expect(readAvatar(bytes, { file: "a.glb" })).rejects.toMatchObject({
        code: "missing-decoder",
        message: expect.stringContaining(name),
      });
    }
  });

  /** Title, code, message, and what is written where in the JSON; `-1` is the last entry of a list. */
  const faults: readonly [string, ReadErrorCode, RegExp, string, unknown][] = [
    ["a scene without meshes", "no-meshes", /triangles/, "scenes.0.nodes", []],
    ["a view beyond its buffer", "out-of-range", /bufferViews\[0\]/, "bufferViews.0.byteLength", 1e9],
    ["a view of no buffer", "out-of-range", /bufferViews\[0\]\.buffer/, "bufferViews.0.buffer", 5],
    ["an accessor beyond its view", "out-of-range", /accessors\[0\]/, "accessors.0.byteOffset", 1e8],
    ["a huge count", "too-large", /accessors\[1\]\.count: expected at most/, "accessors.1.count", 1e9],
    ["a negative count", "invalid-structure", /count/, "accessors.1.count", -1],
    ["a fractional count", "invalid-structure", /count/, "accessors.1.count", 1.5],
    ["a count as text", "invalid-structure", /count: .*"many"/, "accessors.1.count", "many"],
    ["an unknown component type", "invalid-structure", /componentType/, "accessors.1.componentType", 1],
    ["a mesh that is not there", "out-of-range", /nodes\[\d+\]\.mesh/, "nodes.-1.mesh", 99],
    ["a skin that is not there", "out-of-range", /nodes\[\d+\]\.skin/, "nodes.-1.skin", 99],
    ["a joint that is not there", "out-of-range", /skins\[0\]\.joints\[0\]/, "skins.0.joints.0", 999],
    ["a skin without joints", "invalid-structure", /skins\[0\]\.joints/, "skins.0.joints", []],
    ["a child that is not there", "out-of-range", /children\[0\]/, "nodes.0.children.0", 999],
    ["a node that is its own parent", "invalid-structure", /one parent/, "nodes.0.children", [0]],
    ["a node with two parents", "invalid-structure", /one parent/, "nodes.-1.children", [1]],
    ["a scene that is not there", "out-of-range", /scene/, "scene", 4],
    [
      "a transform that is no numbers",
      "invalid-structure",
      /translation/,
      "nodes.1.translation",
      [0, null, 0],
    ],
    [
      "a target without its accessor",
      "out-of-range",
      /targets\[0\]/,
      "meshes.0.primitives.0.targets.0.POSITION",
      999,
    ],
    [
      "attributes of different lengths",
      "out-of-range",
      /expected \d+ entries/,
      "meshes.0.primitives.0.attributes.POSITION",
      "other",
    ],
    ["meshes that are no list", "invalid-structure", /meshes/, "meshes", { length: 1e9 }],
    ["a primitive that is null", "invalid-structure", /primitives\[0\]/, "meshes.0.primitives", [null]],
    [
      "more targets than any face has",
      "too-large",
      /targets/,
      "meshes.0.primitives.0.targets",
      Array(9000).fill({}),
    ],
  ];
  for (const [title, code, message, path, value] of faults) {
    it(`refuses ${title}`, async () => {
      const bytes = editGlbJson(plain, (json) => {
        const other = json.meshes[1].primitives[0].attributes.POSITION;
        write(json, path, value === "other" ? other : value);
      });
      await expectFault(bytes, code, message);
    });
  }

  it("refuses a ring of nodes", async () => {
    const bytes = editGlbJson(plain, (json) => {
      const first = json.nodes.length;
      json.nodes.push({ children: [first + 1] }, { children: [first] });
    });
    await expectFault(bytes, "invalid-structure", /tree/);
  });

  it("refuses an index beyond the vertices and numbers that are none", async () => {
    const json = glbJson(plain);
    const binary = Uint8Array.from(glbBinary(plain));
    const start = (accessor: number) => {
      const { bufferView, byteOffset = 0 } = json.accessors[accessor];
      return (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    };
    const primitive = json.meshes[0].primitives[0];
    const view = new DataView(binary.buffer);
    view.setUint16(start(primitive.indices), 65000, true);
    await expectFault(
      buildGlb(json, binary),
      "out-of-range",
      /indices\[0\]: expected a vertex below \d+, found 65000/,
    );
    const positions = Uint8Array.from(glbBinary(plain));
    new DataView(positions.buffer).setFloat32(start(primitive.attributes.POSITION), Number.NaN, true);
    await expectFault(buildGlb(json, positions), "invalid-structure", /finite/);
  });

  it("refuses data that is shared until it fills the memory", async () => {
    const million = 1_000_000;
    const many = (json: Json) => {
      json.accessors.push({ type: "VEC3", componentType: 5126, count: million });
      return json.accessors.length - 1;
    };
    const nodes = editGlbJson(plain, (json) => {
      json.meshes = [{ primitives: [{ attributes: { POSITION: many(json) } }] }];
      json.nodes = Array.from({ length: 5000 }, () => ({ mesh: 0 }));
      json.scenes = [{ nodes: [...json.nodes.keys()] }];
      delete json.skins;
    });
    await expectFault(nodes, "too-large", /bytes of vertices/);
    const targets = editGlbJson(plain, (json) => {
      const POSITION = many(json);
      json.meshes = [{ primitives: [{ attributes: { POSITION }, targets: Array(2000).fill({ POSITION }) }] }];
      json.nodes = [{ mesh: 0 }];
      json.scenes = [{ nodes: [0] }];
      delete json.skins;
    });
    await expectFault(targets, "too-large", /bytes of vertices/);
  });

  it("refuses nodes nested without end", async () => {
    const bytes = editGlbJson(plain, (json) => {
      const first = json.nodes.length;
      for (let i = 0; i < 600; ++i) json.nodes.push(i < 599 ? { children: [first + i + 1] } : {});
    });
    await expectFault(bytes, "too-large", /nested/);
  });
});

/** Small fixed generator (mulberry32), so that a failure can be run again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function corrupt(bytes: Uint8Array, next: () => number): Uint8Array {
  const jsonLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const kind = Math.floor(next() * 4);
  if (kind === 0) return bytes.slice(0, Math.floor(next() * bytes.length));
  const copy = Uint8Array.from(bytes);
  // Most of the structure is in the JSON; most of the bytes are not.
  const end = kind === 1 ? bytes.length : 20 + jsonLength;
  const start = kind === 3 ? 20 : 0;
  const count = 1 + Math.floor(next() * 6);
  for (let i = 0; i < count; ++i) {
    const at = start + Math.floor(next() * (end - start));
    // In the JSON a digit for a digit keeps the text whole, so that the fault is one of values.
    const isDigit = (copy[at] as number) >= 0x30 && (copy[at] as number) <= 0x39;
    copy[at] = kind === 3 && isDigit ? 0x30 + Math.floor(next() * 10) : Math.floor(next() * 256);
  }
  return copy;
}

/** Values that a hostile or careless writer may put anywhere. */
const ODD_VALUES: readonly unknown[] = [
  null,
  -1,
  0,
  1,
  3,
  1.5,
  1e9,
  1e308,
  "",
  "x",
  true,
  [],
  [[]],
  {},
  [null],
  { a: 1 },
];

/** The file with one to three values of its JSON, anywhere in the tree, replaced by odd ones or left out. */
function mutateJson(bytes: Uint8Array, next: () => number): Uint8Array {
  return editGlbJson(bytes, (json) => {
    const count = 1 + Math.floor(next() * 3);
    for (let i = 0; i < count; ++i) {
      let holder: Json = json;
      for (;;) {
        const keys = Object.keys(holder);
        const key = keys[Math.floor(next() * keys.length)];
        if (key === undefined) break;
        const child = holder[key];
        const isDeeper = typeof child === "object" && child !== null && Object.keys(child).length > 0;
        if (isDeeper && next() < 0.85) {
          holder = child;
          continue;
        }
        if (next() < 0.2 && !Array.isArray(holder)) delete holder[key];
        else holder[key] = structuredClone(ODD_VALUES[Math.floor(next() * ODD_VALUES.length)]);
        break;
      }
    }
  });
}

function expectValid(avatar: AvatarDescription): void {
  for (const buffer of avatar.buffers) {
    const count = buffer.positions.length / 3;
    expect(buffer.positions.every(Number.isFinite)).toBe(true);
    for (const triangles of buffer.triangles) expect(triangles.every((index) => index < count)).toBe(true);
    for (const { slot, deltas } of buffer.targets) {
      expect(avatar.slots[slot]).toBeDefined();
      expect(deltas).toHaveLength(3 * count);
    }
    const matrices = buffer.matrices.length / 16;
    expect(buffer.joints.every((joint) => joint < matrices)).toBe(true);
  }
  for (const route of Object.values(avatar.routes.channels)) {
    for (const bind of route.binds) expect(avatar.slots[bind.slot]).toBeDefined();
    for (const { expression } of route.expressions)
      expect(avatar.routes.expressions[expression]).toBeDefined();
  }
}

describe("corrupted files", () => {
  const runs = process.env.DOPPEL_LONG === "1" ? 1000 : 120;
  const files: readonly [string, () => Promise<Uint8Array>][] = [
    ["GLB", async () => plain],
    ["VRM 0.x", () => makeAvatar(presetsOnly("vrm0", { presets: ["aa", "blink"], lookAt: "bone" }))],
    ["VRM 1.0", () => makeAvatar(presetsOnly("vrm1", { presets: ["aa", "blink"], lookAt: "expression" }))],
    ["sparse GLB", () => sparseTargets(plain)],
    ["Meshopt GLB", () => meshoptCompressed(plain)],
    ["Draco GLB", () => dracoCompressed(plain)],
  ];
  for (const [title, make] of files) {
    for (const [kind, change] of [
      ["cut or with other bytes", corrupt],
      ["with odd values in its JSON", mutateJson],
    ] as const) {
      it(`${title}, ${runs} times ${kind}: a ReadError or a valid description`, {
        timeout: 120_000,
      }, async () => {
        const bytes = await make();
        const next = random(20260131);
        const endings = { read: 0, refused: 0 };
        for (let run = 0; run < runs; ++run) {
          try {
            expectValid(await readBytes(change(bytes, next)));
            endings.read += 1;
          } catch (error) {
            if (!(error instanceof ReadError))
              throw new Error(`run ${run}: ${String(error)}`, { cause: error });
            endings.refused += 1;
          }
        }
        // Both endings occur, or the corruption would test nothing.
        expect(endings.read).toBeGreaterThan(runs / 50);
        expect(endings.refused).toBeGreaterThan(runs / 50);
      });
    }
  }
});
