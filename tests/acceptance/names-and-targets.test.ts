// Cases from the field on names and targets: spelling, empty and missing targets, several primitives, lost names, position-only targets.
// All avatars are made here; the finding of names has tests of its own with the reader.
import { describe, expect, test } from "vitest";
import type { CalibrateDocument } from "../../web/src/cli/calibrate-document";
import { faceChannelIndex, faceChannelNames } from "../../web/src/tables/face-channels";
import {
  emptyTargets,
  nameStyles,
  namesOnAccessors,
  namesOnPrimitives,
  sparseTargets,
  splitPrimitives,
  withoutNames,
} from "../support/avatar-variants";
import { makeAvatar } from "../support/make-avatar";
import { poseFace } from "./posed-face";
import { calibrate, core, doppel, probe, put } from "./support";

const plainBytes = makeAvatar();
const plain = (async () => calibrate(put("plain.glb", await plainBytes)))();

async function expectLike(document: CalibrateDocument, tolerance: number): Promise<void> {
  for (const name of faceChannelNames) {
    const [expected, found] = [(await plain).channels[name], document.channels[name]];
    expect([name, found.verdict]).toEqual([name, expected.verdict]);
    for (const field of ["travel", "rms", "ratio"] as const) {
      const quotient = (found[field] ?? Number.NaN) / (expected[field] ?? Number.NaN);
      expect(Math.abs(quotient - 1), `${name}.${field}`).toBeLessThan(tolerance);
    }
  }
}

test("the avatar of these tests has all 52 channels", async () => {
  const verdicts = Object.values((await plain).channels).map(({ verdict }) => verdict);
  expect(verdicts.filter((verdict) => verdict === "missing" || verdict === "empty")).toEqual([]);
});

describe("B1 names", () => {
  test.each(Object.entries(nameStyles))("%s: 52 of 52", async (_, nameOf) => {
    const document = await calibrate(put("named.glb", await makeAvatar({ nameOf })));
    await expectLike(document, 1e-6);
    for (const name of faceChannelNames) expect(document.channels[name].targets).toEqual([nameOf(name)]);
  });

  test("two targets for one channel and names that fit none are listed, none is dropped", async () => {
    const bytes = await makeAvatar({
      shapes: { JawOpen: { jawOpen: 0.5 }, somethingElse: { mouthLeft: 1 } },
    });
    const { stdout } = await doppel("calibrate", put("ambiguous.glb", bytes));
    expect(stdout).toMatch(/several targets for one channel.*JawOpen/);
    expect(stdout).toMatch(/no channel has this name: .*somethingElse/);
    expect((await calibrate("ambiguous.glb")).channels.jawOpen.verdict).not.toBe("missing");
  });
});

describe("F1 sides", () => {
  const swap = (channel: string) =>
    channel.replace(
      /^(mouthSmile|eyeBlink)(Left|Right)$/,
      (_, stem, side) => `${stem}${side === "Left" ? "Right" : "Left"}`,
    );

  test("targets named left that move the right side are reported, each with its name, and no others", async () => {
    const { stdout } = await doppel("calibrate", put("swapped.glb", await makeAvatar({ nameOf: swap })));
    const lines = stdout.split("\n").filter((line) => line.startsWith("named for one side, moves the other"));
    for (const channel of ["eyeBlinkLeft", "eyeBlinkRight", "mouthSmileLeft", "mouthSmileRight"]) {
      expect(lines.filter((line) => line.includes(`(${channel})`))).toHaveLength(1);
    }
    expect(lines).toHaveLength(4);
  });

  test("an avatar with right names has none", async () => {
    const { stdout } = await doppel("calibrate", put("right.glb", await plainBytes));
    expect(stdout).not.toContain("moves the other");
  });
});

describe("B2 empty target", () => {
  test("verdict empty, no ratio, output 0, substitute offered and usable", async () => {
    const made = await makeAvatar({ shapes: { viseme_aa: { jawOpen: 0.8 } } });
    const bytes = await emptyTargets(made, (name) => name === "jawOpen");
    const { jawOpen } = (await calibrate(put("empty.glb", bytes))).channels;
    expect(jawOpen).toMatchObject({
      verdict: "empty",
      ratio: null,
      travel: 0,
      substitute: "target:viseme_aa",
    });

    const { description, measurement } = await probe(bytes, "empty.glb");
    const theCore = await core();
    const profile = theCore.calibrate(measurement, theCore.referenceFace());
    const posed = poseFace(theCore, description, measurement, profile, { jawOpen: 0.8 });
    expect(posed.output[faceChannelIndex("jawOpen")]).toBe(0);

    const accepted = await calibrate("empty.glb", "--substitute", "jawOpen=target:viseme_aa");
    expect(accepted.channels.jawOpen).toMatchObject({ verdict: "effective", targets: ["viseme_aa"] });
  });

  test("a substitute that the file does not offer is refused, with the ones that it does", async () => {
    const { code, stderr } = await doppel(
      "calibrate",
      put("plain2.glb", await plainBytes),
      "--substitute",
      "jawOpen=target:nothing",
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/plain2\.glb.*jawOpen.*target:nothing/);
  });
});

describe("B3 missing targets", () => {
  test("40 of 52: loads, the others are missing with null numbers, frames run without a fault", async () => {
    const channels = faceChannelNames.filter((_, index) => index % 13 < 10);
    expect(channels).toHaveLength(40);
    const bytes = await makeAvatar({ channels });
    const document = await calibrate(put("forty.glb", bytes));
    for (const name of faceChannelNames) {
      const channel = document.channels[name];
      expect([name, channel.verdict === "missing"]).toEqual([name, !channels.includes(name)]);
      if (channel.verdict !== "missing") continue;
      expect(channel).toMatchObject({
        targets: [],
        travel: null,
        rms: null,
        ratio: null,
        deadZone: null,
        saturation: null,
      });
      expect(channel).toMatchObject({ travelPerFace: null, gazeDegrees: null, low: null, high: null });
    }

    const { description, measurement } = await probe(bytes, "forty.glb");
    const theCore = await core();
    const engine = theCore.createEngine(1);
    const handle = engine.addAvatar(description.routes, measurement);
    engine.setProfile(handle, theCore.calibrate(measurement, theCore.referenceFace()));
    for (let frame = 0; frame < 200; ++frame) {
      engine.setInput(handle, new Float32Array(52).fill(frame / 200));
      expect(engine.step(1 / 60) & (theCore.status.nonFinite | theCore.status.clamped)).toBe(0);
      for (const value of engine.output(handle)) expect(Number.isFinite(value)).toBe(true);
    }
    engine.delete();
  });
});

test("B4: the face in 3 primitives and teeth in a mesh of their own are measured together", async () => {
  const bytes = await splitPrimitives(await plainBytes, 3);
  const { description } = await probe(bytes, "split.glb");
  expect(description.buffers.length).toBeGreaterThan(
    (await probe(await plainBytes, "plain.glb")).description.buffers.length,
  );
  const document = await calibrate(put("split.glb", bytes));
  for (const name of faceChannelNames) {
    const quotient = (document.channels[name].travel ?? 0) / ((await plain).channels[name].travel ?? 1);
    expect(Math.abs(quotient - 1), name).toBeLessThan(1e-3);
  }
  const { jawOpen } = (await probe(bytes, "split.glb")).description.routes.channels;
  expect(new Set(jawOpen?.binds.map(({ slot }) => description.slots[slot]?.mesh)).size).toBeGreaterThan(1);
});

describe("B5 where the names are", () => {
  test.each([
    ["on the primitives", namesOnPrimitives],
    ["on the accessors", namesOnAccessors],
  ])("%s: 52 of 52", async (_, make) => {
    await expectLike(await calibrate(put("elsewhere.glb", await make(await plainBytes))), 1e-6);
  });

  test("nowhere: all missing, the reason shown, and targets mapped by hand work", async () => {
    const bytes = await withoutNames(await plainBytes);
    const { stdout } = await doppel("calibrate", put("nameless.glb", bytes));
    expect(stdout).toContain("targets without a name");
    const { description } = await probe(bytes, "nameless.glb");
    const named = (await probe(await plainBytes, "plain.glb")).description.routes.channels.jawOpen;
    const slots = named?.binds.map(({ slot }) => slot).join("+");
    expect(description.slots.length).toBeGreaterThan(51);
    const mapped = await calibrate("nameless.glb", "--substitute", `jawOpen=slot:${slots}`);
    expect(mapped.channels.jawOpen.travel).toBeCloseTo((await plain).channels.jawOpen.travel ?? 0, 9);
    expect(mapped.channels.jawLeft.verdict).toBe("missing");
  });
});

test("B8: position-only targets, every second one sparse: the same figures, none of them NaN", async () => {
  await expectLike(await calibrate(put("sparse.glb", await sparseTargets(await plainBytes))), 1e-6);
});
