// Cases from the field on file forms: compression, VRM 0.x and 1.0 of one avatar, VRM presets only; and files that are no avatars.
// All avatars are made here. What the page adds (decoders served locally, the camera) is tested in the browser.
import { beforeAll, describe, expect, test } from "vitest";
import { buildGlb, glbBinary, glbJson } from "../../scripts/avatars/write/glb-json";
import type { CalibrateDocument } from "../../web/src/cli/calibrate-document";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { dracoCompressed, ktx2Textures, meshoptCompressed } from "../support/avatar-variants";
import { makeAvatar, presetsOnly } from "../support/make-avatar";
import { poseFace } from "./posed-face";
import { movedSurface } from "./skinned-surface";
import { calibrate, core, doppel, probe, put } from "./support";

describe("B6: compressed files calibrate as the plain one, with nothing fetched", () => {
  let bytes: Uint8Array;
  let plain: CalibrateDocument;
  beforeAll(async () => {
    bytes = await makeAvatar();
    plain = await calibrate(put("plain.glb", bytes));
  });

  test.each([
    ["Meshopt", meshoptCompressed],
    ["Draco", dracoCompressed],
    ["KTX2", ktx2Textures],
  ])("%s within 1 percent", async (_, make) => {
    const document = await calibrate(put("packed.glb", await make(bytes)));
    for (const name of faceChannelNames) {
      const quotient = (document.channels[name].ratio ?? 0) / (plain.channels[name].ratio ?? 1);
      expect(Math.abs(quotient - 1), name).toBeLessThan(0.01);
    }
  });
});

describe("B10: one avatar as VRM 0.x and as VRM 1.0", () => {
  test("faces +Z, has its left at +X, and is calibrated alike", async () => {
    const documents: CalibrateDocument[] = [];
    for (const format of ["vrm0", "vrm1"] as const) {
      const bytes = await makeAvatar({ format });
      const { description, measurement } = await probe(bytes, `${format}.vrm`);
      expect(description.format).toBe(format);
      const place = (bone: string) => {
        const world = description.nodes[description.humanoid[bone] ?? -1]?.world;
        return [world?.[12] ?? Number.NaN, world?.[13] ?? Number.NaN, world?.[14] ?? Number.NaN] as const;
      };
      expect(place("leftHand")[0]).toBeGreaterThan(0.1);
      expect(place("rightHand")[0]).toBeLessThan(-0.1);
      // The skin that a blink moves is in front of the head joint, on its own side.
      const eye = description.faceBonePivots.leftEye ?? [];
      expect(eye[2]).toBeGreaterThan(place("head")[2]);
      expect(measurement.channels.eyeBlinkLeft?.lateral).toBeGreaterThan(0.01);
      expect(measurement.channels.eyeBlinkRight?.lateral).toBeLessThan(-0.01);
      documents.push(await calibrate(put(`${format}.vrm`, bytes)));
    }
    const [first, second] = documents;
    for (const name of faceChannelNames) {
      const quotient = (first?.channels[name].travel ?? 0) / (second?.channels[name].travel ?? 1);
      expect(Math.abs(quotient - 1), name).toBeLessThan(1e-4);
    }
  });
});

describe("B11: VRM presets only", () => {
  test.each(["vrm0", "vrm1"] as const)(
    "%s: jaw, blink, smile and look act through the presets",
    async (format) => {
      const bytes = await makeAvatar(presetsOnly(format));
      const { description, measurement } = await probe(bytes, "presets.vrm");
      expect(description.reduced).toBe(true);
      const document = await calibrate(put("presets.vrm", bytes));
      for (const name of ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight", "mouthSmileLeft"] as const) {
        expect([name, document.channels[name].verdict]).not.toEqual([name, "missing"]);
      }
      const theCore = await core();
      const profile = theCore.calibrate(measurement, theCore.referenceFace());
      const rest = movedSurface(description, []);
      for (const name of ["jawOpen", "eyeBlinkLeft", "mouthSmileLeft"] as const) {
        const { weights } = poseFace(theCore, description, measurement, profile, { [name]: 0.8 });
        const moved = movedSurface(description, weights);
        const largest = Math.max(
          ...moved.flatMap(({ positions }, at) =>
            Array.from(positions, (value, i) => Math.abs(value - (rest[at]?.positions[i] ?? 0))),
          ),
        );
        expect(largest, name).toBeGreaterThan(0.002);
      }
    },
  );
});

describe("files that are no avatars are refused with name, place and expectation", () => {
  const refusals: [string, () => Promise<Uint8Array | string>, RegExp][] = [
    ["an empty file", async () => "", /expected a GLB, glTF or VRM file/],
    ["a text", async () => "hello, I am not an avatar", /expected a GLB, glTF or VRM file/],
    ["half a GLB", async () => (await makeAvatar()).slice(0, 30_000), /expected \d+ bytes, found 30000/],
    [
      "a picture",
      async () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0),
      /expected a GLB, glTF or VRM file/,
    ],
    [
      "an index out of range",
      async () => {
        const bytes = await makeAvatar();
        const json = glbJson(bytes);
        json.meshes[0].primitives[0].attributes.POSITION = 9999;
        return buildGlb(json, glbBinary(bytes));
      },
      /9999/,
    ],
  ];
  test.each(refusals)("%s", async (_, make, expected) => {
    const { code, stdout, stderr } = await doppel("calibrate", put("bad.glb", await make()));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: bad\.glb/);
    expect(stderr).toMatch(expected);
  });

  test("a file that is not there, and a folder", async () => {
    for (const name of ["nothing.glb", "."]) {
      const { code, stderr } = await doppel("calibrate", name);
      expect(code).toBe(1);
      expect(stderr).toContain(`${name}: expected a file`);
    }
  });

  test("a reference that is not one", async () => {
    put("good.glb", await makeAvatar());
    const { code, stderr } = await doppel(
      "calibrate",
      "good.glb",
      "--reference",
      put("odd.json", '{"up": 3}'),
    );
    expect(code).toBe(1);
    expect(stderr).toContain("odd.json");
  });
});

test("a .gltf with its buffer in a file beside it", async () => {
  const bytes = await makeAvatar();
  const json = glbJson(bytes);
  json.buffers[0].uri = "face%20data.bin";
  put("face data.bin", glbBinary(bytes));
  const document = await calibrate(put("face.gltf", JSON.stringify(json)));
  const plain = await calibrate(put("plain.glb", bytes));
  expect(document.avatar.format).toBe("gltf");
  expect(document.channels).toEqual(plain.channels);
  put("lost.gltf", JSON.stringify({ ...json, buffers: [{ ...json.buffers[0], uri: "lost.bin" }] }));
  const { code, stderr } = await doppel("calibrate", "lost.gltf");
  expect(code).toBe(1);
  expect(stderr).toContain("lost.bin");
});
