// Share links: short whatever the profile holds, stable, and refused or equal when damaged.
// The layout of their bytes is tested in C++.
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../web/src/core/core";
import { isDoppelError } from "../../web/src/core/errors";
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
