// Tests of profile edits: each changes what it names and nothing else, and leaves the document it came from alone.
// Validity is the core's.
import { expect, test } from "vitest";
import {
  overallGain,
  type Profile,
  sameSubstitutes,
  substituteOf,
  userGain,
  withMethod,
  withOverall,
  withSubstitute,
  withUserGain,
} from "../../../web/src/state/profile";

const base: Profile = Object.freeze({
  version: 1,
  studio: "kept",
  calibration: Object.freeze({
    method: "range_match",
    channels: Object.freeze({ jawOpen: Object.freeze({ ratio: 0.5, userGain: 0.9, note: "kept" }) }),
    extra: 3,
  }),
} as const);

test("a gain is set on its channel, unknown fields and other fields stay", () => {
  const edited = withUserGain(base, "jawOpen", 1.4);
  expect(userGain(edited, "jawOpen")).toBe(1.4);
  expect(edited.calibration.channels.jawOpen).toEqual({ ratio: 0.5, userGain: 1.4, note: "kept" });
  expect(edited.studio).toBe("kept");
  expect(edited.calibration.extra).toBe(3);
  expect(userGain(base, "jawOpen")).toBe(0.9);
});

test("a channel that the document lacks has the automatic gain until it is set", () => {
  expect(userGain(base, "noseSneerLeft")).toBe(1);
  expect(userGain(withUserGain(base, "noseSneerLeft", 0.5), "noseSneerLeft")).toBe(0.5);
});

test("method and strength", () => {
  expect(withMethod(base, "linear").calibration.method).toBe("linear");
  expect(overallGain(base)).toBe(1);
  expect(overallGain(withOverall(base, 1.5))).toBe(1.5);
});

test("a substitute is set and taken back", () => {
  const set = withSubstitute(base, "jawOpen", "target:viseme_aa");
  expect(substituteOf(set, "jawOpen")).toBe("target:viseme_aa");
  expect(substituteOf(base, "jawOpen")).toBeUndefined();
  expect(substituteOf(set, "toString")).toBeUndefined();
  expect(sameSubstitutes(base, set)).toBe(false);
  expect(sameSubstitutes(base, withSubstitute(set, "jawOpen", undefined))).toBe(true);
  expect(sameSubstitutes(set, withSubstitute(base, "jawOpen", "bone:jaw"))).toBe(false);
});
