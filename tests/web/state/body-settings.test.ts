// Tests of the body's part of a profile: defaults, edits that leave no trace at the default, presets, bones by hand, other avatars' profiles.
// What a value does to a body is the core's tests' matter.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Core } from "../../../web/src/core/core";
import type { Profile as CoreProfile } from "../../../web/src/core/documents";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import {
  bodyCalibration,
  bodyPart,
  boneMap,
  isDefault,
  numberOf,
  parameterValue,
  presetValues,
  takenValue,
  withBodyCalibration,
  withBodyOf,
  withBone,
  withForeignBody,
  withoutParameters,
  withParameters,
} from "../../../web/src/state/body-settings";
import type { Profile } from "../../../web/src/state/profile";
import {
  type BodyParameter,
  type BodyParameterName,
  bodyParameters,
} from "../../../web/src/tables/body-parameters";
import { handPreset } from "../../../web/src/tables/hand-presets";
import { anyBodyValue } from "../../support/body-user-actions";

const plain: Profile = {
  version: 1,
  calibration: { method: "range_match", channels: { jawOpen: { userGain: 1.5 } } },
  notOurs: { kept: true },
};
const rows: readonly BodyParameter[] = bodyParameters;
const withValue = (profile: Profile, name: string, value: unknown) =>
  withParameters(profile, { [name]: value } as never);

let core: Core;
beforeAll(async () => {
  core = await loadCoreNode();
});

test("a profile without a body has every parameter's default", () => {
  for (const row of rows) {
    expect(parameterValue(plain, row.name as BodyParameterName)).toBe(row.default);
    expect(parameterValue(null, row.name as BodyParameterName)).toBe(row.default);
  }
});

test("property: a value is in force as it was taken, the core accepts the profile, and back at the default nothing is left", () => {
  const change = fc
    .constantFrom(...rows)
    .chain((row) => fc.tuple(fc.constant(row.name as BodyParameterName), anyBodyValue(row)));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let profile = plain;
      const expected = new Map<string, unknown>();
      for (const [name, value] of changes) {
        profile = withValue(profile, name, value);
        const taken = takenValue(name, value);
        if (taken !== undefined) expected.set(name, taken);
      }
      for (const row of rows) {
        expect(parameterValue(profile, row.name as BodyParameterName)).toBe(
          expected.get(row.name) ?? row.default,
        );
      }
      const written = Object.values(bodyPart(profile).parameters ?? {});
      expect(written).toHaveLength(
        rows.filter(({ name }) => !isDefault(profile, name as BodyParameterName)).length,
      );
      const { profile: read } = core.checkProfile(core.sealProfile(profile as unknown as CoreProfile));
      for (const [name, value] of Object.entries(bodyPart(profile).parameters ?? {})) {
        expect(parameterValue(read as unknown as Profile, name as BodyParameterName)).toBe(value);
      }
      expect(withoutParameters(profile)).toEqual(plain);
    }),
    { numRuns: 60, seed: 7 },
  );
});

test("numbers outside the range become its nearer end; other types and no numbers are not taken", () => {
  expect(numberOf(withValue(plain, "floorHeight", 7), "floorHeight")).toBe(1);
  expect(numberOf(withValue(plain, "avatarScale", -3), "avatarScale")).toBe(0.1);
  for (const [name, value] of [
    ["floorHeight", Number.NaN],
    ["floorHeight", "high"],
    ["pelvisDrop", 1],
    ["rootMotion", "sideways"],
  ] as const) {
    expect(withValue(plain, name, value), name).toBe(plain);
  }
});

test("what is in force already is no change, and fields that are not ours survive one", () => {
  const floor = withValue({ ...plain, retargeting: { version: 1, later: [1] } }, "floorHeight", 0.1);
  expect(withValue(floor, "floorHeight", 0.1)).toBe(floor);
  expect(bodyPart(floor)).toEqual({ version: 1, later: [1], parameters: { floorHeight: 0.1 } });
  expect(floor.notOurs).toEqual({ kept: true });
  expect(bodyPart(withoutParameters(floor))).toEqual({ version: 1, later: [1] });
});

test("a part that is no object counts as none", () => {
  for (const retargeting of [null, 3, "T", [1]]) {
    expect(parameterValue({ ...plain, retargeting }, "avatarScale")).toBe(1);
  }
});

test("a calibration comes and goes without a trace", () => {
  const calibration = { pose: "I", live: true, rotationOffsets: {} } as const;
  const calibrated = withBodyCalibration(plain, calibration);
  expect(bodyCalibration(calibrated)).toBe(calibration);
  expect(withBodyCalibration(calibrated, undefined)).toEqual(plain);
});

test("bones by hand: one after the other, cleared without a trace, other forms left out", () => {
  const mapped = withBone(withBone(plain, "hips", "Root"), "head", "Kopf");
  expect(boneMap(mapped)).toEqual({ hips: "Root", head: "Kopf" });
  expect(withBone(withBone(mapped, "hips", undefined), "head", undefined)).toEqual(plain);
  expect(boneMap({ ...plain, retargeting: { humanoid: { hips: "Root", head: 3 } } })).toEqual({
    hips: "Root",
  });
});

test("presets set the six values of the hands that are meant, by either name", () => {
  expect(handPreset("브이")).toBe(handPreset("v-sign"));
  expect(presetValues("브이", "left")).toEqual({
    "fingerShaped.enabled": true,
    "fingerShaped.leftHandEnabled": true,
    leftThumbCurl: -1,
    leftIndexCurl: 1,
    leftMiddleCurl: 1,
    leftRingCurl: -1,
    leftPinkyCurl: -1,
    leftSpreadFingers: 1,
  });
  expect(Object.keys(presetValues("rock", "both") ?? {})).toHaveLength(15);
  expect(presetValues("shrug", "left")).toBeUndefined();
});

test("another avatar's profile brings what was set, not the calibration; the own bones stay; a link leaves the body alone", () => {
  const calibration = { pose: "T", live: true, rotationOffsets: {} } as const;
  const own = withBodyCalibration(withBone(withValue(plain, "headScale", 2), "hips", "Hips"), calibration);
  const foreign = withBone(withBone(withValue(plain, "floorHeight", 0.2), "hips", "Root"), "neck", "Neck");
  const taken = withForeignBody(withBodyCalibration(foreign, { ...calibration, pose: "I" }), own);
  expect(bodyPart(taken)).toEqual({
    parameters: { floorHeight: 0.2 },
    humanoid: { hips: "Hips", neck: "Neck" },
    calibration,
  });
  expect(bodyPart(withForeignBody(plain, own))).toEqual(bodyPart(own));
  expect(bodyPart(withBodyOf(foreign, own))).toEqual(bodyPart(own));
  expect(withBodyOf(foreign, plain)).toEqual(plain);
});
