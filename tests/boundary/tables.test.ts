// Holds the tables that exist once in C++ and once in TypeScript equal, and the built-in reference equal to its file.
// It does not check what the tables say; each language's own tests do.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { DoppelCore } from "../../wasm/bind/doppel-core";
import { remapMethods, verdicts } from "../../web/src/core/documents";
import { bodyMeterNames, weightLayers } from "../../web/src/tables/body-meters";
import { bodyParameters } from "../../web/src/tables/body-parameters";
import { faceChannels, faceGroupNames } from "../../web/src/tables/face-channels";
import { handPresets } from "../../web/src/tables/hand-presets";
import { humanBoneNames } from "../../web/src/tables/human-bones";
import { hasSamples, sampleNote, sharedJson } from "../support/samples";
import { loadModule, tablesOf } from "./core-module";

describe("tables of C++ and TypeScript", () => {
  let core: DoppelCore;
  beforeAll(async () => {
    core = await loadModule();
  });

  test("channels: name, group, class, mirror, in order", () => {
    const own = faceChannels.map(({ name, group, faceClass, mirror }) => ({
      name,
      group,
      class: faceClass,
      mirror,
    }));
    expect(tablesOf(core).channels).toEqual(own);
  });

  test("groups, human bones, hand presets, methods and verdicts", () => {
    const tables = tablesOf(core);
    expect(tables.groups).toEqual([...faceGroupNames]);
    expect(tables.humanBones).toEqual([...humanBoneNames]);
    expect(tables.methods).toEqual([...remapMethods]);
    expect(tables.handPresets).toEqual([...handPresets]);
    expect([...tables.verdicts].sort()).toEqual([...verdicts].sort());
  });

  test("body parameters: name, type, unit, range, default, choices, in order", () => {
    expect(JSON.parse(core.bodyParameters())).toEqual(JSON.parse(JSON.stringify(bodyParameters)));
  });

  test("a row of body meters is as long as its names; layers are numbered as limb_weights.hpp lists them", () => {
    expect(bodyMeterNames).toHaveLength(core.BodyLayout.meterStride);
    const header = readFileSync(new URL("../../wasm/src/solve/limb_weights.hpp", import.meta.url), "utf8");
    const body = /enum class WeightLayer[^{]*\{(.*?)\};/s.exec(header)?.[1] ?? "";
    const names = [...body.matchAll(/^ {2}k(\w+),/gm)].map(
      ([, name = ""]) => name.charAt(0).toLowerCase() + name.slice(1),
    );
    expect([...weightLayers]).toEqual(names);
  });

  test("error codes are the ones that error.hpp documents", () => {
    const header = readFileSync(new URL("../../wasm/src/base/error.hpp", import.meta.url), "utf8");
    const documented = [...header.matchAll(/^ {2}k\w+, +\/\/ "([a-z-]+)"/gm)].map((match) => match[1]);
    expect(documented.length).toBeGreaterThan(5);
    expect(tablesOf(core).errors).toEqual(documented);
  });

  test("version is package.json's", () => {
    const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    expect(core.version()).toBe((JSON.parse(text) as { version: string }).version);
  });

  test.runIf(hasSamples)(`reference face is the reference file's figures${sampleNote}`, () => {
    const built = JSON.parse(core.referenceFace()) as ReferenceFile;
    const file = sharedJson("reference/reference-face.json") as ReferenceFile;
    expect(built.up).toEqual(file.up);
    expect(built.faceHeight).toBe(file.faceHeight);
    expect(Object.keys(built.channels).sort()).toEqual(Object.keys(file.channels).sort());
    for (const [name, figures] of Object.entries(file.channels)) {
      const { travel, low, high, rms, gazeDegrees = 0 } = figures;
      expect(built.channels[name]).toMatchObject({ travel, low, high, rms, gazeDegrees });
    }
  });

  test.runIf(hasSamples)(
    `figures of a real face calibrate to ratios of 1.00 to 1.07 and gaze 0.875${sampleNote}`,
    () => {
      const avatar = JSON.stringify(sharedJson("reference/rpm-male-face.json"));
      const profile = core.calibrate(avatar, core.referenceFace(), "");
      const report = JSON.parse(core.report(avatar, core.referenceFace(), profile)) as ReportFile;
      for (const channel of faceChannels) {
        const ratio = report.channels[channel.name]?.ratio ?? Number.NaN;
        if (channel.faceClass === "gaze") expect(ratio).toBeCloseTo(0.875, 2);
        else if (channel.faceClass === "amplitude")
          expect(ratio).toSatisfy((value: number) => value >= 1 && value <= 1.07);
        else expect(ratio).toBe(1);
      }
    },
  );
});

interface ReferenceFile {
  readonly up: readonly number[];
  readonly faceHeight: number;
  readonly channels: Record<
    string,
    { travel: number; low: number; high: number; rms: number; gazeDegrees?: number }
  >;
}

interface ReportFile {
  readonly channels: Record<string, { readonly ratio: number }>;
}
