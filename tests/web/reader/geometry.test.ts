// Geometry of a description: the same avatar stored in other ways moves the same, vertex by vertex.
// Moved by the plain code in support/deform.ts, not by the probe.
import { beforeAll, describe, expect, it } from "vitest";
import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import {
  dracoCompressed,
  inCentimetres,
  ktx2Textures,
  meshoptCompressed,
  pitched,
  quantized,
  sharedVertices,
  sparseTargets,
  splitMeshes,
  splitPrimitives,
  splitTriangles,
  underScaledNodes,
} from "../../support/avatar-variants";
import { channelDisplacement, channelWeights, greatest, skinned } from "../../support/deform";
import { faceDeltas } from "../../support/head-fields";
import { makeFace } from "../../support/head-geometry";
import { makeAvatar } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";

const CHANNELS = ["jawOpen", "eyeBlinkLeft", "mouthSmileRight", "eyeLookUpLeft", "tongueOut"];

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  let worst = 0;
  for (let i = 0; i < actual.length; ++i)
    worst = Math.max(worst, Math.abs((actual[i] as number) - (expected[i] as number)));
  expect(worst).toBeLessThanOrEqual(tolerance);
}

describe("the same avatar stored otherwise", () => {
  let plain: Uint8Array;
  let base: AvatarDescription;
  beforeAll(async () => {
    plain = await makeAvatar({ channels: CHANNELS });
    base = await readBytes(plain);
  });

  it("moves as its displacement fields say", () => {
    const face = makeFace();
    const expected = faceDeltas(face, { jawOpen: 1 });
    const moved = channelDisplacement(base, "jawOpen");
    expectSame(moved.subarray(0, expected.length), expected, 1e-6);
  });

  const micrometre = 1e-6;
  const cases: readonly [string, (bytes: Uint8Array) => Promise<Uint8Array>, number, number][] = [
    ["in centimetres under a node of 0.01", inCentimetres, 1, micrometre],
    ["under scaled nodes", (bytes) => underScaledNodes(bytes, 2.5), 2.5, 3 * micrometre],
    ["compressed by Meshopt", meshoptCompressed, 1, 0],
    ["compressed by Draco", dracoCompressed, 1, 20 * micrometre],
    ["quantized, undone by inverse bind matrices", quantized, 1, 60 * micrometre],
    ["with KTX2 textures", ktx2Textures, 1, 0],
    ["with position-only, partly sparse targets", sparseTargets, 1, 0],
  ];
  for (const [title, change, factor, tolerance] of cases) {
    it(`moves alike ${title}`, async () => {
      const other = await readBytes(await change(plain));
      expect(other.height).toBeCloseTo(base.height * factor, 3);
      for (const channel of CHANNELS) {
        const expected = channelDisplacement(base, channel).map((value) => value * factor);
        expectSame(channelDisplacement(other, channel), expected, tolerance);
      }
    });
  }

  it("moves alike leaning forward by 20 degrees", async () => {
    const other = await readBytes(await pitched(plain, 20));
    const [c, s] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
    const expected = channelDisplacement(base, "jawOpen");
    for (let i = 0; i < expected.length; i += 3) {
      const [y, z] = [expected[i + 1] as number, expected[i + 2] as number];
      expected[i + 1] = y * c - z * s;
      expected[i + 2] = y * s + z * c;
    }
    expectSame(channelDisplacement(other, "jawOpen"), expected, micrometre);
    expect(other.headUp[1]).toBeCloseTo(c, 6);
    expect(other.headUp[2]).toBeCloseTo(s, 6);
  });

  it("keeps one buffer where primitives share their vertices, and counts them once", async () => {
    const other = await readBytes(await sharedVertices(plain));
    expect(other.buffers).toHaveLength(base.buffers.length);
    expect(other.buffers[0]?.triangles).toHaveLength(3);
    expect(other.buffers[0]?.positions).toEqual(base.buffers[0]?.positions);
    const triangles = other.buffers[0]?.triangles.flatMap((list) => [...list]);
    expect(triangles).toEqual([...(base.buffers[0]?.triangles[0] ?? [])]);
  });

  it("moves every primitive of a face in three, and the teeth with it", async () => {
    const other = await readBytes(await splitPrimitives(plain, 3, "Face"));
    expect(other.buffers).toHaveLength(base.buffers.length + 2);
    const weights = channelWeights(other, "jawOpen");
    const moving = other.buffers.filter((buffer) => {
      const rest = skinned(buffer);
      return greatest(skinned(buffer, weights).map((value, index) => value - (rest[index] as number))) > 1e-3;
    });
    // The jaw lies in the lower two thirds of the face; teeth and tongue go with it.
    expect(moving.map((buffer) => other.nodes[buffer.node]?.name)).toEqual(["Face", "Face", "Teeth"]);
    expect(greatest(channelDisplacement(other, "jawOpen"))).toBeCloseTo(
      greatest(channelDisplacement(base, "jawOpen")),
      6,
    );
  });

  it("drives all pieces of meshes that were split", async () => {
    const other = await readBytes(await splitMeshes(plain, 3));
    expect(other.buffers).toHaveLength(3 * base.buffers.length);
    expect(other.routes.channels.jawOpen?.binds).toHaveLength(12);
    expect(greatest(channelDisplacement(other, "jawOpen"))).toBeCloseTo(
      greatest(channelDisplacement(base, "jawOpen")),
      6,
    );
  });

  it("has the old vertices first where triangles were split", async () => {
    const other = await readBytes(await splitTriangles(plain));
    const [before, after] = [base.buffers[0], other.buffers[0]];
    expect(after?.triangles[0]).toHaveLength(4 * (before?.triangles[0]?.length ?? 0));
    expectSame(after?.positions.subarray(0, before?.positions.length) ?? [], before?.positions ?? [], 0);
  });

  it("goes through a worker unharmed", () => {
    expect(structuredClone(base)).toEqual(base);
  });
});
