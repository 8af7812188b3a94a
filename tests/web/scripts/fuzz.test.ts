// Tests of what the fuzzing stage demands, with fuzzers of the test's own: how many runs count, and what is a failure.
// The real fuzzers run in `npm test`; none is started here.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doppel-fuzz-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A fuzzer that tells of `first` runs in its time, and of `later` where it is asked for a number of them; ends with `code`. */
function addFuzzer(name: string, first: number | string, later: number, code = 0) {
  const file = join(folder, name);
  const script = `#!/bin/sh
runs=${first}
for argument in "$@"; do case "$argument" in -runs=*) runs=${later}; echo "$argument" >>${folder}/asked ;; esac; done
echo "stat::number_of_executed_units: $runs" >&2
exit ${code}
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}

function fuzz(isLong: boolean) {
  const env = { ...process.env, DOPPEL_LONG: isLong ? "1" : "0", DOPPEL_FUZZ_RUNS: "1000" };
  const { status, stdout, stderr } = spawnSync("bash", ["scripts/fuzz.sh", folder], {
    encoding: "utf8",
    env,
  });
  return { status, output: stdout + stderr };
}

describe("the fuzzing stage", () => {
  it("demands the decoder's runs in the long tests, and asks for those that are missing", () => {
    addFuzzer("fuzz-natnet", 400, 600);
    const { status, output } = fuzz(true);
    expect(output).toContain("fuzz-natnet: 1000 runs, no fault");
    expect(status).toBe(0);
    expect(spawnSync("cat", [join(folder, "asked")], { encoding: "utf8" }).stdout.trim()).toBe("-runs=600");
  });

  it("fails where fewer ran", () => {
    addFuzzer("fuzz-natnet", 400, 599);
    const { status, output } = fuzz(true);
    expect(status).not.toBe(0);
    expect(output).toContain("999 runs, and 1000 are demanded");
  });

  it("fails where the number of runs is not told", () => {
    addFuzzer("fuzz-natnet", "unknown", 0);
    expect(fuzz(true).status).not.toBe(0);
  });

  it("demands no number of the others, nor in the short tests", () => {
    addFuzzer("fuzz-take", 10, 0);
    expect(fuzz(true).status).toBe(0);
    addFuzzer("fuzz-natnet", 10, 0);
    expect(fuzz(false).status).toBe(0);
  });

  it("fails where a fuzzer found a fault, though another found none", () => {
    addFuzzer("fuzz-natnet", 10, 0, 1);
    addFuzzer("fuzz-take", 10, 0);
    const { status, output } = fuzz(false);
    expect(status).not.toBe(0);
    expect(output).toContain("fuzz-natnet found a fault");
    expect(output).toContain("fuzz-take: 10 runs, no fault");
  });

  it("fails where there is no fuzzer", () => {
    expect(fuzz(false).status).not.toBe(0);
  });
});
