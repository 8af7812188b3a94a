// The example page as a file: its policy is the page's own, its script is short, nothing in it is inline.
// What it does is tests/e2e/embed.spec.ts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONTENT_POLICY } from "../../../scripts/vite/content-policy";

const html = readFileSync("public/embed.html", "utf8");
const script = readFileSync("public/embed.js", "utf8");

test("the example keeps to the policy of Doppel's own page, with no script inline and no other host", () => {
  expect(html).toContain(`content="${CONTENT_POLICY}"`);
  expect(html).not.toMatch(/<script(?![^>]* src=)[^>]*>|\son\w+=/);
  for (const text of [html, script, readFileSync("public/embed-scene.js", "utf8")])
    expect(text).not.toMatch(/https?:\/\//);
  // Below whatever path it is served: no address begins at the root.
  expect(html + script).not.toMatch(/(?:src|href)="\/|from "\/|\("\//);
});

test("its script is about thirty lines", () => {
  expect(script.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
});
