// Tests of the closing count: a stage that fails, counts nothing or leaves no result can't end as a pass.
// The runners' own report forms are written here by hand, as they print them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const kScript = resolve("scripts/count-tests.mjs");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doppel-count-"));
  write("layers.exit", "0\n");
  write("native-tests.exit", "0\n");
  write("native-tests.log", "[==========] 3 tests ran.\n[  PASSED  ] 3 tests.\n");
  write("vitest.exit", "0\n");
  write("vitest.json", JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 2 }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function count(): { code: number; last: string } {
  const result = spawnSync(process.execPath, [kScript, folder], { encoding: "utf8" });
  return { code: result.status ?? -1, last: result.stdout.trimEnd().split("\n").at(-1) ?? "" };
}

test("counts add up, a stage without tests counts as one", () => {
  expect(count()).toEqual({ code: 0, last: "9 passed, 0 failed, 2 skipped" });
});

test("a stage that ends non-zero fails, whatever it counted", () => {
  write("layers.exit", "1\n");
  expect(count()).toEqual({ code: 1, last: "8 passed, 1 failed, 2 skipped" });
});

test("a runner that crashed after passing tests fails", () => {
  write("native-tests.exit", "139\n");
  expect(count()).toEqual({ code: 1, last: "9 passed, 1 failed, 2 skipped" });
});

test("failed tests are counted from the log", () => {
  write("native-tests.exit", "1\n");
  write("native-tests.log", "[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n 1 FAILED TEST\n");
  expect(count()).toEqual({ code: 1, last: "8 passed, 1 failed, 2 skipped" });
});

test("a runner that ran no test fails", () => {
  write("native-tests.log", "[==========] 0 tests ran.\n[  PASSED  ] 0 tests.\n");
  expect(count().code).toBe(1);
});

test("a runner that left no result fails", () => {
  rmSync(join(folder, "vitest.json"));
  expect(count().code).toBe(1);
});

test("an empty folder fails", () => {
  for (const name of ["layers", "native-tests", "vitest"]) rmSync(join(folder, `${name}.exit`));
  expect(count()).toEqual({ code: 1, last: "0 passed, 1 failed" });
});
