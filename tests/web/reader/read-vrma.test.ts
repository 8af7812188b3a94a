import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadError } from "../../../web/src/reader/read-error";
import { readVrma } from "../../../web/src/reader/read-vrma";
import type { MotionClip } from "../../../web/src/sources/motion/motion-clip";
import { writeVrma } from "../../../web/src/sources/motion/write-vrma";
import { gltfIssues } from "../../support/gltf-validator";
import { anyHumanoid, anyTurn, dressed } from "../../support/humanoid-clip";
import { angleBetween } from "../../support/motion-clips";

function performers(found: MotionClip, made: MotionClip) {
  const [a] = made.performers;
  const [b] = found.performers;
  if (a === undefined || b === undefined) throw new Error("no performer");
  return [a, b] as const;
}

/** By bone name: the reader orders bones by the table. */
function expectEqual(
  found: MotionClip,
  made: MotionClip,
  degrees: number,
  metres: number,
  skipped: readonly string[],
): void {
  const [a, b] = performers(found, made);
  expect([found.frameCount, found.format]).toEqual([made.frameCount, "vrma"]);
  if (made.frameCount > 1) expect(found.frameRate).toBeCloseTo(made.frameRate, 2);
  const names = a.bones.map(({ name }) => name).filter((name) => !skipped.includes(name));
  expect(b.bones.map(({ name }) => name).sort()).toEqual([...names].sort());
  let worstAngle = 0;
  let worstPlace = 0;
  for (const [bone, { name, parent, offset }] of a.bones.entries()) {
    if (skipped.includes(name)) continue;
    const other = b.bones.findIndex((each) => each.name === name);
    expect(b.bones[b.bones[other]?.parent ?? -1]?.name).toBe(a.bones[parent]?.name);
    for (let axis = 0; axis < 3; ++axis)
      worstPlace = Math.max(worstPlace, Math.abs((offset[axis] ?? 0) - (b.bones[other]?.offset[axis] ?? 9)));
    for (let frame = 0; frame < made.frameCount; ++frame)
      worstAngle = Math.max(
        worstAngle,
        angleBetween(
          a.rotations,
          4 * (frame * a.bones.length + bone),
          b.rotations,
          4 * (frame * b.bones.length + other),
        ),
      );
  }
  for (const [at, value] of a.positions.entries())
    worstPlace = Math.max(worstPlace, Math.abs(value - (b.positions[at] ?? 9)));
  expect(worstAngle).toBeLessThan(degrees);
  expect(worstPlace).toBeLessThan(metres);
  for (const [frame, time] of found.times.entries()) expect(time).toBeCloseTo(made.times[frame] ?? 9, 5);
}

it("what is written is a glTF without errors or warnings and reads back equal", async () => {
  await fc.assert(
    fc.asyncProperty(anyHumanoid, async (clip) => {
      const bytes = writeVrma(clip);
      expect(await gltfIssues(bytes)).toEqual([]);
      const found = await readVrma(bytes, "a.vrma");
      expect(found.warnings.filter(({ code }) => code !== "assumed-rate")).toEqual([]);
      expectEqual(found, clip, 1e-4, 1e-6, ["leftEye"]);
    }),
    { numRuns: 20 },
  );
});

it("nodes with axes of their own, a scaled and turned node above and a node between give the same motion", async () => {
  const rests = fc.array(anyTurn, { minLength: 5, maxLength: 21 });
  await fc.assert(
    fc.asyncProperty(
      anyHumanoid,
      rests,
      fc.constantFrom(1, 0.01, 100),
      anyTurn,
      async (clip, list, scale, top) => {
        const found = await readVrma(dressed(clip, { rests: list, scale, top }), "a.vrma");
        expectEqual(found, clip, 0.002, 2e-6, []);
      },
    ),
    { numRuns: 30 },
  );
});

/** A humanoid of one frame, as JSON to be changed. */
function document(): { json: Record<string, never> & { [key: string]: unknown }; bytes: () => Uint8Array } {
  const [clip] = fc.sample(
    anyHumanoid.filter(({ frameCount, frameRate }) => frameCount === 3 && frameRate === 24),
    { numRuns: 1, seed: 3 },
  );
  if (clip === undefined) throw new Error("no clip");
  const text = new TextDecoder().decode(
    dressed(clip, { rests: [[0, 0, 0, 1]], scale: 1, top: [0, 0, 0, 1] }),
  );
  const json = JSON.parse(text);
  return { json, bytes: () => new TextEncoder().encode(JSON.stringify(json)) };
}

// biome-ignore lint/suspicious/noExplicitAny: documents are bent at will
function bent(change: (json: any) => void): Uint8Array {
  const { json, bytes } = document();
  change(json);
  return bytes();
}

describe("curves", () => {
  it("that hold are sampled between their keys, where they stay, and it is said", async () => {
    const stepped = await readVrma(
      bent((json) => {
        json.animations[0].samplers[21].interpolation = "STEP";
      }),
      "a.vrma",
    );
    expect(stepped.warnings.map(({ code }) => code)).toContain("resampled");
    const place = (frame: number) => [
      ...(stepped.performers[0]?.positions.slice(3 * frame, 3 * frame + 3) ?? []),
    ];
    const next = stepped.times.findIndex((time) => time > 1 / 24 - 1e-6);
    expect(next).toBe(3);
    for (let frame = 1; frame < next; ++frame) expect(place(frame)).toEqual(place(0));
    expect(place(next)).not.toEqual(place(0));
  });

  it("cubic ones go through their keys and follow their tangents", async () => {
    // Hips along x: keys 0 at 0 s and 1 at 1 s, both with tangent 3 a second: x(t) = 4 t^3 - 6 t^2 + 3 t.
    const values = new Float32Array([0, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0, 0, 1, 0, 0, 3, 0, 0]);
    const bytes = bent((json) => {
      const buffer =
        json.buffers.push({
          byteLength: 80,
          uri: `data:;base64,${Buffer.from(values.buffer).toString("base64")}`,
        }) - 1;
      const view = (byteOffset: number, byteLength: number) =>
        json.bufferViews.push({ buffer, byteOffset, byteLength }) - 1;
      const input =
        json.accessors.push({
          bufferView: view(0, 8),
          componentType: 5126,
          count: 2,
          type: "SCALAR",
          min: [0],
          max: [1],
        }) - 1;
      const output =
        json.accessors.push({ bufferView: view(8, 72), componentType: 5126, count: 6, type: "VEC3" }) - 1;
      json.animations[0].samplers[21] = { input, output, interpolation: "CUBICSPLINE" };
    });
    const clip = await readVrma(bytes, "a.vrma");
    for (const [frame, t] of clip.times.entries())
      expect(clip.performers[0]?.positions[3 * frame]).toBeCloseTo(4 * t ** 3 - 6 * t ** 2 + 3 * t, 5);
    expect(clip.frameCount).toBeGreaterThan(59);
  });

  it("of sizes, of other bones' places and of expressions are counted, not read", async () => {
    const clip = await readVrma(
      bent((json) => {
        json.animations[0].channels.push({ sampler: 21, target: { node: 5, path: "translation" } });
        json.animations[0].channels.push({ sampler: 21, target: { node: 5, path: "weights" } });
        json.extensions.VRMC_vrm_animation.expressions = { preset: { aa: { node: 0 } } };
        json.extensions.VRMC_vrm_animation.humanoid.humanBones.tail = { node: 0 };
      }),
      "a.vrma",
    );
    const ignored = clip.warnings.filter(({ code }) => code === "ignored-tracks");
    expect(ignored.map(({ count }) => count)).toEqual([2, 2]);
    expect(ignored[0]?.value).toBe("tail, aa");
  });
});

describe("refusals name file, place and expectation", () => {
  it.each([
    [
      bent((json) => {
        json.extensions = {};
      }),
      /a\.vrma: extensions: expected VRMC_vrm_animation/,
    ],
    [
      bent((json) => {
        json.extensions.VRMC_vrm_animation.specVersion = "2.0";
      }),
      /specVersion: expected "1.0", found "2.0"/,
    ],
    [
      bent((json) => {
        delete json.extensions.VRMC_vrm_animation.humanoid.humanBones.hips;
      }),
      /humanBones: expected hips, and every other bone below it/,
    ],
    [
      bent((json) => {
        json.extensions.VRMC_vrm_animation.humanoid.humanBones.head.node = 99;
      }),
      /humanBones\.head\.node: expected a node of its own, found 99/,
    ],
    [
      bent((json) => {
        json.animations[0].channels[0].target.node = 99;
      }),
      /channels\[0\]\.target\.node: expected an index below 23/,
    ],
    [
      bent((json) => {
        json.animations[0].samplers[0].output = 0;
      }),
      /accessors\[0\]\.type: expected VEC4, found "SCALAR"/,
    ],
    [
      bent((json) => {
        json.animations[0].samplers[0].interpolation = "WILD";
      }),
      /samplers\[0\]\.interpolation: expected LINEAR/,
    ],
    [
      bent((json) => {
        json.accessors[1].count = 2;
      }),
      /expected 4 numbers for each/,
    ],
    [
      bent((json) => {
        json.accessors[0].bufferView = 1;
      }),
      /expected times that increase|expected finite|bytes/,
    ],
    [
      bent((json) => {
        json.nodes[2].children = [0];
      }),
      /./,
    ],
    [new TextEncoder().encode("hello"), /a\.vrma: expected a GLB, glTF or VRM file/],
  ])("%#", async (bytes, message) => {
    const failure = await readVrma(bytes, "a.vrma").then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ReadError);
    expect((failure as Error).message).toMatch(message);
  });
});

it("damaged files are read soundly or refused, and never otherwise", async () => {
  const { json } = document();
  const text = JSON.stringify(json);
  const places = [...text.matchAll(/-?\d+(\.\d+)?(e-?\d+)?|"\w+"|[[\]{}]/g)].map(
    ({ index, 0: word }) => [index, word] as const,
  );
  const word = fc.constantFrom(
    "0",
    "-1",
    "1e38",
    "1e-40",
    "99999",
    "null",
    '"LINEAR"',
    '"STEP"',
    "[]",
    "{}",
    "true",
    "0.5",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(places.length - 1), word), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 3 }),
      async (words, flips) => {
        let damaged = text;
        for (const [at, replacement] of [...words].sort((a, b) => b[0] - a[0])) {
          const [index = 0, old = ""] = places[at] ?? [];
          damaged = damaged.slice(0, index) + replacement + damaged.slice(index + old.length);
        }
        const bytes = new TextEncoder().encode(damaged);
        for (const [at, value] of flips) if (at < bytes.length && at % 7 === 0) bytes[at] = value;
        let clip: MotionClip;
        try {
          clip = await readVrma(bytes, "a.vrma");
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError);
          return;
        }
        const [performer] = clip.performers;
        const numbers = [
          ...clip.times,
          ...(performer?.positions ?? []),
          ...(performer?.bones.flatMap(({ offset }) => offset) ?? []),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        const rotations = performer?.rotations ?? new Float32Array(0);
        for (let at = 0; at < rotations.length; at += 4)
          expect(Math.abs(Math.hypot(...rotations.subarray(at, at + 4)) - 1)).toBeLessThan(1e-5);
      },
    ),
    { numRuns: 300 },
  );
});

describe("writing refuses what is no humanoid", () => {
  const [clip] = fc.sample(anyHumanoid, { numRuns: 1, seed: 1 });
  if (clip === undefined) throw new Error("no clip");
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error("no performer");
  const renamed = (from: string, to: string): MotionClip => ({
    ...clip,
    performers: [
      {
        ...performer,
        bones: performer.bones.map((bone) => (bone.name === from ? { ...bone, name: to } : bone)),
      },
    ],
  });
  it.each([
    [renamed("head", "Head"), /expected VRM names, found Head/],
    [renamed("head", "neck"), /each VRM bone once/],
    [renamed("hips", "jaw"), /expected hips as the root, found jaw/],
    [renamed("head", "jaw"), /VRM needs head/],
    [{ ...clip, performers: [] }, /performer: expected/],
  ])("%#", (bad, message) => {
    expect(() => writeVrma(bad)).toThrow(message);
  });
});
