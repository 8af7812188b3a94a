// Tests of the check for interfaces and styles that are newer than the oldest browser: each is found, guarded ones pass.
// It works on texts and folders of its own; the page itself is checked by the `old-browser` stage.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = resolve("scripts/check-browser.mjs");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "doppel-browser-"));
  mkdirSync(join(root, "dist/assets"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(name: string, text: string): { code: number; output: string } {
  writeFileSync(join(root, "dist/assets", name), text);
  const result = spawnSync(process.execPath, [SCRIPT], { cwd: root, encoding: "utf8" });
  return { code: result.status ?? -1, output: result.stdout + result.stderr };
}

test.each([
  ["toSorted", "let a=b.toSorted()"],
  ["Object.groupBy", "Object.groupBy(a,b)"],
  ["withResolvers", "const{promise:a}=Promise.withResolvers()"],
  ["AbortSignal.any", "let s=AbortSignal.any([a,b])"],
  ["AbortSignal.any", `typeof AbortSignal.any;${"f();".repeat(60)}AbortSignal.any([a])`],
  ["iterator helpers", "m.values().map(a=>a)"],
  ["isSubsetOf", "a.isSubsetOf(b)"],
  ["the v flag", "/[a--b]/v.test(c)"],
  ["the v flag", 'new RegExp(a,"gv")'],
])("%s in a script is found: %s", (name, text) => {
  const { code, output } = check("index.js", text);
  expect(output).toContain(name);
  expect(code).toBe(1);
});

test.each([
  [":has()", ".a:has(.b){color:red}"],
  ["container queries", "@container (width>1px){.a{color:red}}"],
  ["color-mix()", ".a{color:color-mix(in srgb,red,blue)}"],
  ["nesting", ".a{color:red;& .b{color:blue}}"],
  ["dynamic viewport", ".a{height:100dvh}"],
  ["comparisons in media", "@media (width>=600px){.a{color:red}}"],
  ["as properties", ".a{color:red;rotate:45deg}"],
])("%s in a style is found: %s", (name, text) => {
  const { code, output } = check("index.css", text);
  expect(output).toContain(name);
  expect(code).toBe(1);
});

test.each([
  ["index.js", "let s=typeof AbortSignal.any===`function`?AbortSignal.any([a,b]):a"],
  ["index.js", "let f=typeof Float16Array<`u`?new Float16Array(4):new Uint16Array(4)"],
  ["index.js", "this.assertRefList(e).values().map(f)"],
  ["index.js", "box.union(other);a/v;Object.hasOwn(a,b);[1].at(-1);[1].findLast(f)"],
  ["index.css", ".a{height:100vh}@supports (height:100dvh){.a{height:100dvh}}.b{color:red}"],
  ["index.css", "@media (max-width:900px){.a{color:red}.b{inset:0}}@media print{.c{color:red}}"],
  ["index.css", ".a{transform:rotate(45deg);background:linear-gradient(red,blue)}/* :has( */"],
])("what is old enough, or guarded, passes: %s %s", (name, text) => {
  expect(check(name, text)).toEqual({
    code: 0,
    output: "browser: 1 files of the page use nothing newer than Chrome 103\n",
  });
});

test("an empty build is no success", () => {
  const result = spawnSync(process.execPath, [SCRIPT], { cwd: root, encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr).toContain("nothing was checked");
});
