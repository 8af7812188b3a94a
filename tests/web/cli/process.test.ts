// Tests of the command line as a process: exit codes, streams, pipes, where paths are looked for.
// The commands themselves are tested in tests/acceptance.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { makeAvatar } from "../../support/make-avatar";

const project = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "doppel-process-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(args: string[], environment: Record<string, string> = {}) {
  return spawn("bash", ["scripts/doppel.sh", ...args], {
    cwd: project,
    env: { ...process.env, INIT_CWD: folder, ...environment },
  });
}

function run(args: string[], input = "", environment: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = start(args, environment);
    const ended: Ended = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (data) => {
      ended.stdout += data;
    });
    child.stderr.on("data", (data) => {
      ended.stderr += data;
    });
    child.on("close", (code) => resolve({ ...ended, code }));
    child.stdin.end(input);
  });
}

const example = ["remap", "--method", "adaptive_remap", "--ratio", "0.5"];

describe("exit codes and streams", () => {
  test("0: the answer alone on stdout", async () => {
    expect(await run([...example, "0.03", "1"])).toEqual({
      code: 0,
      stdout: "0.009785 0.963212\n",
      stderr: "",
    });
  });

  test("1: a refused file, the reason on stderr", async () => {
    const { code, stdout, stderr } = await run(["calibrate", "missing.glb"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("error: missing.glb: expected a file, found nothing\n");
  });

  test("2: called wrongly, with a hint", async () => {
    const { code, stdout, stderr } = await run(["calibrate", "--bogus"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^usage: .*--bogus/);
    expect(stderr).toContain("doppel calibrate --help shows");
    expect((await run(["measure"])).stderr).toContain("doppel --help shows");
  });

  test("--help is an answer", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const command of ["calibrate", "report", "profile", "remap"]) expect(stdout).toContain(command);
  });

  test("--version", async () => {
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test("paths are relative to where npm was called, and nothing is coloured in a pipe", async () => {
  writeFileSync(join(folder, "avatar.glb"), await makeAvatar());
  const { code, stdout } = await run(["calibrate", "avatar.glb"], "", { TERM: "xterm-256color" });
  expect(code).toBe(0);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toContain("jawOpen");
});

test("a profile through pipes: encode and decode read standard input", async () => {
  const profile = JSON.stringify({
    version: 1,
    calibration: { method: "linear", channels: { jawOpen: { ratio: 0.5 } } },
  });
  const encoded = await run(["profile", "encode", "-"], profile);
  expect(encoded.stdout).toMatch(/^#p=[\w-]+\n$/);
  const decoded = await run(["profile", "decode", "-"], encoded.stdout);
  expect(decoded.code).toBe(0);
  expect(JSON.parse(decoded.stdout).calibration.channels.jawOpen.ratio).toBeCloseTo(0.5, 2);
});

test("a reader that closes the pipe is no error", async () => {
  writeFileSync(join(folder, "avatar.glb"), await makeAvatar());
  const ended = await new Promise<Ended>((resolve) => {
    const child = start(["report", "avatar.glb", "--json"]);
    let stderr = "";
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    child.on("close", (code) => resolve({ code, stdout: "", stderr }));
  });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});
