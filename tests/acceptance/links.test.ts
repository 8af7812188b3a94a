// Share links: short whatever the profile holds, stable, and refused or equal when damaged.
// The layout of their bytes is tested in C++.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../web/src/core/core";
import type { Profile } from "../../web/src/core/documents";
import { isDoppelError } from "../../web/src/core/errors";
import { notInLink, withNamedSubstitutes } from "../../web/src/core/foreign-profile";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { substituteCode } from "../../web/src/tables/substitute-code";
import { hasSamples, readSample, sampleNote } from "../support/samples";
import { fullProfile } from "./full-profile";
import { core, doppel, put, seededChance } from "./support";

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** One small damage: a letter changed, lost, doubled, two swapped, or an end cut off. */
function damaged(link: string, chance: () => number): string {
  const at = 1 + Math.floor(chance() * (link.length - 1));
  const letter = base64url[Math.floor(chance() * base64url.length)] ?? "A";
  switch (Math.floor(chance() * 6)) {
    case 0:
      return link.slice(0, at) + letter + link.slice(at + 1);
    case 1:
      return link.slice(0, at) + link.slice(at + 1);
    case 2:
      return link.slice(0, at) + letter + link.slice(at);
    case 3:
      return link.slice(0, at);
    case 4:
      return link.slice(0, at) + (link[at + 1] ?? "") + (link[at] ?? "") + link.slice(at + 2);
    default:
      return (
        link.slice(0, at) + String.fromCodePoint(0x20 + Math.floor(chance() * 0x3000)) + link.slice(at + 1)
      );
  }
}

let theCore: Core;
beforeAll(async () => {
  theCore = await core();
});

test("B41: all 52 channels changed and a long name: under 400 characters", () => {
  for (let seed = 0; seed < 20; ++seed) {
    const link = theCore.encodeLink(fullProfile(seed));
    expect(link).toMatch(/^#p=[\w-]+$/);
    expect(link.length).toBeLessThan(400);
  }
});

test("a link read and written again is the same link, also out of a whole address", () => {
  const link = theCore.encodeLink(fullProfile(1));
  expect(theCore.encodeLink(theCore.decodeLink(link))).toBe(link);
  expect(theCore.encodeLink(theCore.decodeLink(`http://127.0.0.1:5173/?lang=ko${link}`))).toBe(link);
});

/** What a real avatar needs: 14 empty targets, each with a stand-in of a long name. */
const mended = faceChannelNames.slice(20, 34);
const offers = Object.fromEntries(
  mended.map((channel) => [channel, [`target:Fcl_MTH_${channel}_A`, `target:${channel}_B`, "bone:jaw"]]),
);
const withMended = (profile: Profile): Profile => ({
  ...profile,
  calibration: {
    ...profile.calibration,
    substitutes: Object.fromEntries(mended.map((channel) => [channel, `target:Fcl_MTH_${channel}_A`])),
  },
});

test("with 14 substitutes beside everything else: under 400 characters, and all of them found again", () => {
  for (let seed = 0; seed < 20; ++seed) {
    const profile = withMended(fullProfile(seed));
    const link = theCore.encodeLink(profile);
    expect(link.length).toBeLessThan(400);
    const { profile: named, unknown } = withNamedSubstitutes(theCore.decodeLink(link), offers);
    expect(unknown).toEqual([]);
    expect(named.calibration.substitutes).toEqual(profile.calibration.substitutes);
    expect(notInLink(profile, theCore.decodeLink(link), offers)).toEqual([]);
  }
});

test("more than fit are told by channel, and what is not told is found again", () => {
  const all = Object.fromEntries(faceChannelNames.map((channel) => [channel, ["lookAt", "bone:jaw"]]));
  const substitutes = Object.fromEntries(faceChannelNames.map((channel) => [channel, "bone:jaw"]));
  const full = fullProfile(2);
  const profile = { ...full, calibration: { ...full.calibration, substitutes } };
  const read = theCore.decodeLink(theCore.encodeLink(profile));
  const missing = notInLink(profile, read, all);
  const found = withNamedSubstitutes(read, all).profile.calibration.substitutes;
  expect(missing.length).toBeGreaterThan(0);
  expect([...Object.keys(found ?? {}), ...missing].sort()).toEqual([...faceChannelNames].sort());
});

test("codes are the core's: a link gives back what TypeScript reckons, also for names of other scripts", () => {
  for (const id of [
    "target:viseme_aa",
    "bone:leftEye",
    "lookAt",
    "expression:happy+relaxed",
    "target:입_아 😀",
  ]) {
    const full = fullProfile(1);
    const profile = { ...full, calibration: { ...full.calibration, substitutes: { jawOpen: id } } };
    const code = substituteCode(id).toString(16).padStart(4, "0");
    expect(theCore.decodeLink(theCore.encodeLink(profile)).calibration.substitutes).toEqual({
      jawOpen: `link:${code}`,
    });
  }
});

test("links of version 1 are read as version 1 read them", () => {
  const file = readFileSync(new URL("../fixtures/links-v1.json", import.meta.url), "utf8");
  const kept = Object.values(JSON.parse(file) as Record<string, { link: string; profile: Profile }>);
  expect(kept).toHaveLength(3);
  for (const { link, profile } of kept) {
    const read = theCore.decodeLink(link);
    expect(read).toEqual(profile);
    expect(theCore.decodeLink(theCore.encodeLink(read))).toEqual(profile);
  }
});

test.runIf(hasSamples)(
  `no two offers of a channel have one code on any sample file${sampleNote}`,
  async () => {
    let compared = 0;
    for (const name of ["rpm-male.glb", "rpm-halfbody.glb", "godette-vrm0.vrm", "debug-robot-vrm1.vrm"]) {
      const { substitutes } = await readSample(name);
      for (const list of Object.values(substitutes)) {
        expect(new Set(list.map(({ id }) => substituteCode(id))).size, name).toBe(list.length);
        compared += list.length;
      }
    }
    expect(compared).toBeGreaterThan(20);
  },
);

describe("1,000 damaged links", () => {
  test("are refused with a code, or mean the same", () => {
    const chance = seededChance(41);
    let refused = 0;
    for (let round = 0; round < 1000; ++round) {
      const link = theCore.encodeLink(fullProfile(round % 7));
      const broken = damaged(link, chance);
      try {
        expect(theCore.decodeLink(broken), broken).toEqual(theCore.decodeLink(link));
      } catch (error) {
        if (!isDoppelError(error)) throw error;
        expect(["invalid-link", "unsupported-version"]).toContain(error.code);
        expect(error.message.length).toBeGreaterThan(10);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(900);
  });
});

test("the command line refuses a damaged link with exit code 1 and a reason", async () => {
  const link = theCore.encodeLink(fullProfile(3));
  const { code, stdout, stderr } = await doppel("profile", "decode", link.slice(0, -3));
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("link");
});

test("encode and decode on the command line are each other's inverse up to the link's steps", async () => {
  const first = await doppel("profile", "encode", put("full.json", JSON.stringify(fullProfile(5))));
  const decoded = await doppel("profile", "decode", first.stdout.trim());
  const second = await doppel("profile", "encode", put("again.json", decoded.stdout));
  expect(second.stdout).toBe(first.stdout);
});
