// What a profile means on an avatar by the offers it has: codes of links, names of files, names of another avatar's file.
// Which offers a file has is tested with the reader.
import { expect, test } from "vitest";
import {
  isMadeFor,
  notInLink,
  withNamedSubstitutes,
  withOffered,
} from "../../../web/src/core/foreign-profile";
import { isLinkSubstitute, offerOf, substituteCode } from "../../../web/src/tables/substitute-code";

const codeOf = (id: string) => `link:${substituteCode(id).toString(16).padStart(4, "0")}`;
const offers = { jawOpen: ["target:viseme_aa", "bone:jaw"], eyeBlinkLeft: ["expression:blink"] };
const profileOf = (substitutes?: Record<string, string>) => ({
  calibration: { method: "linear", ...(substitutes && { substitutes }) },
  other: 1,
});

/** Two ids of one code, found by trying. */
function twins(): [string, string] {
  const seen = new Map<number, string>();
  for (let number = 0; ; number++) {
    const id = `target:t${number}`;
    const other = seen.get(substituteCode(id));
    if (other !== undefined) return [other, id];
    seen.set(substituteCode(id), id);
  }
}

test("codes are 14 bits of FNV-1a: the published hashes of nothing and of 'a', folded", () => {
  for (const [id, hash] of [
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
  ] as const) {
    expect(substituteCode(id)).toBe(((hash >>> 14) ^ hash) & 0x3fff);
  }
});

test("only what a link gives back counts as a code", () => {
  for (const id of ["link:0000", "link:3fff", codeOf("bone:jaw")]) expect(isLinkSubstitute(id)).toBe(true);
  for (const id of ["link:4000", "link:3FFF", "link:12", "link:00000", "target:link:0000", "lookAt"])
    expect(isLinkSubstitute(id)).toBe(false);
});

test("a code becomes the avatar's own name; one that stands for nothing it offers is left out and told", () => {
  const { profile, unknown } = withNamedSubstitutes(
    profileOf({ jawOpen: codeOf("bone:jaw"), eyeBlinkLeft: codeOf("target:shut"), mouthPucker: "target:u" }),
    offers,
  );
  expect(profile).toEqual(profileOf({ jawOpen: "bone:jaw", mouthPucker: "target:u" }));
  expect(unknown).toEqual([{ channel: "eyeBlinkLeft", id: codeOf("target:shut") }]);
});

test("two offers of one code: neither is guessed", () => {
  const [one, two] = twins();
  expect(offerOf(codeOf(one), [one])).toBe(one);
  expect(offerOf(codeOf(one), [one, two])).toBeUndefined();
  expect(offerOf(two, [one, two])).toBe(two);
  expect(
    notInLink(profileOf({ jawOpen: one }), profileOf({ jawOpen: codeOf(one) }), { jawOpen: [one, two] }),
  ).toEqual(["jawOpen"]);
});

test("for another avatar only what it offers is left, by name or code", () => {
  const { profile, unknown } = withOffered(
    profileOf({
      jawOpen: "target:viseme_aa",
      eyeBlinkLeft: codeOf("expression:blink"),
      mouthPucker: "target:u",
    }),
    offers,
  );
  expect(profile).toEqual(profileOf({ jawOpen: "target:viseme_aa", eyeBlinkLeft: "expression:blink" }));
  expect(unknown).toEqual([{ channel: "mouthPucker", id: "target:u" }]);
});

test("a profile without substitutes is not touched", () => {
  const profile = profileOf();
  expect(withNamedSubstitutes(profile, offers)).toEqual({ profile, unknown: [] });
  expect(withNamedSubstitutes(profile, offers).profile).toBe(profile);
});

test("what a link leaves out: what it does not give back, and what is no offer", () => {
  const profile = profileOf({ jawOpen: "bone:jaw", eyeBlinkLeft: "slot:3", mouthPucker: "target:u" });
  expect(notInLink(profile, profileOf({ jawOpen: codeOf("bone:jaw") }), offers)).toEqual([
    "eyeBlinkLeft",
    "mouthPucker",
  ]);
  expect(notInLink(profile, profileOf(), offers)).toEqual(["jawOpen", "eyeBlinkLeft", "mouthPucker"]);
  expect(notInLink(profileOf(), profileOf(), offers)).toEqual([]);
});

test("a profile is for the avatar that its fingerprint begins, or for any where it names none", () => {
  expect(isMadeFor({ avatar: { fingerprint: "AB12" } }, "ab12ff")).toBe(true);
  expect(isMadeFor({ avatar: { fingerprint: "ab13" } }, "ab12ff")).toBe(false);
  expect(isMadeFor({}, "ab12ff")).toBe(true);
});
