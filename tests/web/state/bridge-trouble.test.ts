// Tests of what is said where a bridge is there and nothing moves: every code of the bridge is known, each with causes to look at.
// They judge no wording.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "../../../web/src/i18n/en";
import { noBridge } from "../../../web/src/state/bridge";
import { causesOf, troubleOf, troubles } from "../../../web/src/state/bridge-trouble";
import { bodyParameters } from "../../../web/src/tables/body-parameters";
import { whenKey } from "../../../web/src/ui/body-parts";

test("every code that the bridge can send is explained, and no other", () => {
  const source = readFileSync("bridge/src/natnet/health.cpp", "utf8");
  const codes = [...source.matchAll(/return \{\s*"([a-z-]+)",/g)].map((match) => match[1] ?? "");
  expect(codes.length).toBeGreaterThan(8);
  expect([...new Set([...codes, "bridge-lost"])].sort()).toEqual([...troubles].sort());
  for (const trouble of troubles) expect(causesOf(trouble).length).toBeGreaterThan(0);
});

test("a connection that is well, or is only being made, is no trouble; a lost one is, whatever was last said", () => {
  const open = { ...noBridge, connection: "open", source: "streaming" } as const;
  expect(troubleOf(noBridge)).toBeNull();
  expect(troubleOf(open)).toBeNull();
  expect(troubleOf({ ...open, code: "a-code-of-tomorrow" })).toBeNull();
  expect(troubleOf({ ...open, code: "constructor" })).toBeNull();
  expect(troubleOf({ ...open, connection: "connecting", code: "no-frames" })).toBeNull();
  expect(troubleOf({ ...open, source: "silent", code: "no-frames" })).toBe("no-frames");
  expect(troubleOf({ ...open, connection: "waiting" })).toBe("bridge-lost");
  // While it is tried once more, too: help that stands there is not put away by each try.
  expect(troubleOf({ ...open, connection: "connecting", attempt: 3 })).toBe("bridge-lost");
  expect(troubleOf({ ...open, connection: "connecting", attempt: 0 })).toBeNull();
});

test("a network that carries nothing names interface and firewall", () => {
  expect(causesOf("no-frames").slice(0, 2)).toEqual(["interface", "firewall"]);
  expect(causesOf("no-server")).toEqual(expect.arrayContaining(["interface", "firewall"]));
});

test("every parameter says when to touch it", () => {
  for (const { name } of bodyParameters) expect(Object.keys(en), name).toContain(whenKey(name));
});
