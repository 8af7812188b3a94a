// One real avatar in many forms: units, nodes, cuts, density, pitch and compression must not change what the calibration says.
// The forms are made by tests/support; their reading is tested with the reader.
import { beforeAll, expect, test } from "vitest";
import type { CalibrateDocument } from "../../web/src/cli/calibrate-document";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import {
  dracoCompressed,
  inCentimetres,
  ktx2Textures,
  meshoptCompressed,
  mouthAndJawOnly,
  pitched,
  quantized,
  sharedVertices,
  sparseTargets,
  splitMeshes,
  splitPrimitives,
  splitTriangles,
  underScaledNodes,
} from "../support/avatar-variants";
import { sampleBytes } from "../support/samples";
import { calibrate, describeSamples, put } from "./support";

const alike: [string, (bytes: Uint8Array) => Promise<Uint8Array>][] = [
  ["in centimetres", inCentimetres],
  ["under scaled nodes", (bytes) => underScaledNodes(bytes)],
  ["under nodes scaled down", (bytes) => underScaledNodes(bytes, 0.1)],
  ["split into more meshes", (bytes) => splitMeshes(bytes)],
  ["split into more primitives", (bytes) => splitPrimitives(bytes)],
  ["split into primitives on shared vertices", (bytes) => sharedVertices(bytes)],
  ["every triangle split in four", splitTriangles],
  ["pitched by 20 degrees", (bytes) => pitched(bytes)],
  ["pitched back by 20 degrees", (bytes) => pitched(bytes, -20)],
  ["sparse position-only targets", sparseTargets],
  ["compressed with Draco", dracoCompressed],
  ["compressed with Meshopt", meshoptCompressed],
  ["with KTX2 textures", ktx2Textures],
];

describeSamples("rpm-male.glb", () => {
  let bytes: Uint8Array;
  let plain: CalibrateDocument;
  beforeAll(async () => {
    bytes = sampleBytes("rpm-male.glb");
    plain = await calibrate(put("plain.glb", bytes));
  });

  function expectRatiosWithin(document: CalibrateDocument, tolerance: number): void {
    for (const name of faceChannelNames) {
      const [before, after] = [plain.channels[name], document.channels[name]];
      expect([name, after.verdict, after.class]).toEqual([name, before.verdict, before.class]);
      const quotient = (after.ratio ?? Number.NaN) / (before.ratio ?? Number.NaN);
      expect(Math.abs(quotient - 1), `${name}: ${before.ratio} became ${after.ratio}`).toBeLessThan(
        tolerance,
      );
      expect(after.deadZone, name).toBe(before.deadZone);
    }
  }

  test.each(alike)("%s: ratios within 0.1 percent", async (_, make) => {
    expectRatiosWithin(await calibrate(put("variant.glb", await make(bytes))), 0.001);
  });

  test("quantized: ratios within 1 percent", async () => {
    expectRatiosWithin(await calibrate(put("quantized.glb", await quantized(bytes))), 0.01);
  });

  test("with only mouth and jaw kept: the rest is missing, jawOpen's ratio stays within 4 percent", async () => {
    const document = await calibrate(put("mouth.glb", await mouthAndJawOnly(bytes)));
    for (const name of faceChannelNames) {
      const kept = name.startsWith("mouth") || name.startsWith("jaw");
      expect([name, document.channels[name].verdict]).toEqual([name, kept ? "effective" : "missing"]);
    }
    const quotient = (document.channels.jawOpen.ratio ?? 0) / (plain.channels.jawOpen.ratio ?? 1);
    expect(Math.abs(quotient - 1)).toBeLessThan(0.04);
  });
});
