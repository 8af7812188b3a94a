// A real avatar with all 52 channels, calibrated on the command line, against figures measured by others.
// The figures of the surface itself are tested in lids-and-lips.test.ts.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { CalibrateChannel, CalibrateDocument } from "../../web/src/cli/calibrate-document";
import type { Profile, ReferenceFace } from "../../web/src/core/documents";
import { type FaceChannelName, faceChannelNames, faceChannels } from "../../web/src/tables/face-channels";
import { sharedJson, sharedPath } from "../support/samples";
import { calibrate, core, describeSamples, doppel, folder, put } from "./support";

const file = sharedPath("samples/rpm-male.glb");

describeSamples("rpm-male.glb", () => {
  let document: CalibrateDocument;
  let figures: ReferenceFace;
  let reference: ReferenceFace;
  const entries = (wanted: string): [FaceChannelName, CalibrateChannel][] =>
    faceChannels
      .filter(({ faceClass }) => faceClass === wanted)
      .map(({ name }) => [name, document.channels[name]]);

  beforeAll(async () => {
    document = await calibrate(file);
    figures = sharedJson("reference/rpm-male-face.json") as ReferenceFace;
    reference = sharedJson("reference/reference-face.json") as ReferenceFace;
  });

  test("the heading", () => {
    expect(document.avatar).toMatchObject({ file: "rpm-male.glb", format: "glb", licence: null });
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    expect(document.avatar.fingerprint).toBe(hash);
    expect(document.avatar.height).toBeCloseTo(1.88, 1);
    expect(document.avatar.faceHeight / figures.faceHeight).toBeCloseTo(1, 2);
  });

  test("52 channels, in the form that is documented, all effective", () => {
    expect(Object.keys(document.channels)).toEqual([...faceChannelNames]);
    for (const [name, channel] of Object.entries(document.channels)) {
      expect(Object.keys(channel), name).toEqual([
        "verdict",
        "targets",
        "travel",
        "travelPerFace",
        "rms",
        "ratio",
        "deadZone",
        "saturation",
        "saturationFrom",
        "class",
        "gazeDegrees",
        "substitute",
        "low",
        "high",
      ]);
      expect([name, channel.verdict, channel.targets, channel.substitute]).toEqual([
        name,
        "effective",
        [name],
        null,
      ]);
    }
  });

  test.each(["travel", "rms", "low", "high"] as const)(
    "%s of each is within 0.005 of the figure",
    (field) => {
      for (const name of faceChannelNames) {
        const quotient = (document.channels[name][field] ?? 0) / (figures.channels[name]?.[field] ?? 1);
        expect(Math.abs(quotient - 1), `${name}: ${quotient}`).toBeLessThan(0.005);
      }
    },
  );

  test("travelPerFace is travel over the face height", () => {
    for (const { travel, travelPerFace } of Object.values(document.channels)) {
      expect(travelPerFace).toBeCloseTo((travel ?? 0) / document.avatar.faceHeight, 6);
    }
  });

  test("gaze of each within 0.5 % of the figures, and matched by angle within 2 % of the quotient", () => {
    for (const [name, channel] of entries("gaze")) {
      const expected = figures.channels[name]?.gazeDegrees ?? 0;
      expect(Math.abs((channel.gazeDegrees ?? 0) / expected - 1), name).toBeLessThan(0.005);
      const quotient = (reference.channels[name]?.gazeDegrees ?? 0) / expected;
      expect(quotient).toBeCloseTo(0.875, 3);
      expect(Math.abs((channel.ratio ?? 0) / quotient - 1), name).toBeLessThan(0.02);
    }
  });

  test("amplitude channels: ratio 1.00 to 1.07, dead zone 0, saturation 1", () => {
    expect(entries("amplitude")).toHaveLength(41);
    for (const [name, channel] of entries("amplitude")) {
      expect([name, channel.class, channel.deadZone, channel.saturation]).toEqual([name, "amplitude", 0, 1]);
      expect(channel.ratio, name).toBeGreaterThanOrEqual(1);
      expect(channel.ratio, name).toBeLessThanOrEqual(1.07);
    }
  });

  test("closure channels have ratio 1; mouthClose is coupled", () => {
    for (const [name, channel] of entries("closure"))
      expect([name, channel.class, channel.ratio]).toEqual([name, "closure", 1]);
    expect(document.channels.mouthClose.class).toBe("coupled");
  });

  test("ratios of pairs are equal", () => {
    for (const { name, mirror } of faceChannels) {
      const partner = faceChannelNames[mirror] ?? name;
      expect(document.channels[name].ratio, name).toBeCloseTo(document.channels[partner].ratio ?? 0, 9);
    }
  });

  test("calibrated, it comes nearer to the reference", () => {
    const { before, after } = document.score;
    expect(after).toBeGreaterThan(before ?? 100);
    expect(after).toBeLessThanOrEqual(100);
  });

  test("against its own figures as a reference every ratio is 1, and so is the score", async () => {
    const own = await calibrate(file, "--reference", sharedPath("reference/rpm-male-face.json"));
    for (const [name, channel] of Object.entries(own.channels)) {
      expect(Math.abs((channel.ratio ?? 0) - 1), name).toBeLessThan(0.005);
    }
    expect(own.score.before).toBeGreaterThan(99.5);
    expect(own.score.after).toBeGreaterThan(99.5);
  });

  test("against itself as an avatar too", async () => {
    const own = await calibrate(file, "--reference", file);
    for (const [name, channel] of Object.entries(own.channels)) expect(channel.ratio, name).toBeCloseTo(1, 9);
  });

  test("the profile it writes passes the check, and its link is under 400 characters", async () => {
    expect((await doppel("calibrate", file, "--profile", "male.json")).code).toBe(0);
    const text = readFileSync(join(folder, "male.json"), "utf8");
    const { profile, warnings } = (await core()).checkProfile(text);
    expect(warnings).toEqual([]);
    expect(profile.avatar?.fingerprint).toBe(document.avatar.fingerprint);
    const link = await doppel("profile", "encode", "male.json");
    expect(link.stdout).toMatch(/^#p=[\w-]+\n$/);
    expect(link.stdout.length - 1).toBeLessThan(400);
    const decoded = await doppel("profile", "decode", link.stdout.trim());
    expect(decoded.code).toBe(0);
    expect((await core()).encodeLink(JSON.parse(decoded.stdout))).toBe(link.stdout.trim());
  });

  test("recalibrated with --keep: gains and mutes survive, locked channels stay, the rest is new", async () => {
    const theCore = await core();
    await doppel("calibrate", file, "--profile", "before.json");
    const before = JSON.parse(readFileSync(join(folder, "before.json"), "utf8")) as Profile;
    const channels = {
      ...before.calibration.channels,
      jawOpen: { ...before.calibration.channels.jawOpen, ratio: 2.5, locked: true },
      jawLeft: { ...before.calibration.channels.jawLeft, ratio: 2.5, userGain: 0.7, muted: true },
    };
    const edited = { ...before, calibration: { ...before.calibration, method: "linear", channels } } as const;
    put("edited.json", theCore.sealProfile(edited));
    const { code } = await doppel("calibrate", file, "--keep", "edited.json", "--profile", "after.json");
    expect(code).toBe(0);
    const after = JSON.parse(readFileSync(join(folder, "after.json"), "utf8")) as Profile;
    expect(after.calibration.method).toBe("linear");
    expect(after.calibration.channels.jawOpen).toMatchObject({ ratio: 2.5, locked: true });
    expect(after.calibration.channels.jawLeft).toMatchObject({ userGain: 0.7, muted: true });
    expect(after.calibration.channels.jawLeft?.ratio).toBeLessThan(1.1);
  });

  test("report: six inputs a channel in every form", async () => {
    const csv = await doppel("report", file, "--csv");
    const lines = csv.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 52 * 6);
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([9]));
    const json = JSON.parse((await doppel("report", file, "--json")).stdout);
    expect(json.inputs).toEqual([0.03, 0.1, 0.3, 0.6, 0.8, 1]);
    expect(json.score).toEqual(document.score);
    const table = await doppel("report", file);
    expect(table.stdout.split("\n").filter((line) => line.startsWith("jawOpen "))).toHaveLength(1);
  });
});
