// Tests of what `npm start` makes of the words behind `--`: the avatars' number, the simulated studio, and all that is the bridge's.
// Nothing is built or started here.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

function start(...words: string[]) {
  const script = `source scripts/lib.sh; source scripts/lib/start-arguments.sh; bridge_arguments "$@"; printf '%s\\n' "\${BRIDGE_ARGUMENTS[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "scripts/start.sh", ...words], {
    encoding: "utf8",
  });
  return { status, words: stdout.trimEnd().split("\n"), error: stderr };
}

const STUDIO = ["--page", "dist", "--source", "sim", "--performers"];

test.each([
  ["nothing", [], [...STUDIO, "2"]],
  ["another port", ["--port", "5300"], [...STUDIO, "2", "--port", "5300"]],
  ["avatars", ["--avatars", "10"], [...STUDIO, "10", "--address-query", "avatars=10"]],
  ["avatars by =", ["--avatars=1"], [...STUDIO, "1", "--address-query", "avatars=1"]],
  [
    "avatars and fewer performers",
    ["--avatars", "3", "--performers", "1"],
    [...STUDIO.slice(0, 4), "--address-query", "avatars=3", "--performers", "1"],
  ],
  [
    "avatars and performers by =",
    ["--performers=4", "--avatars", "3"],
    [...STUDIO.slice(0, 4), "--address-query", "avatars=3", "--performers=4"],
  ],
  [
    "avatars and real cameras",
    ["--source", "natnet", "--avatars", "10", "--log", "debug"],
    ["--page", "dist", "--address-query", "avatars=10", "--source", "natnet", "--log", "debug"],
  ],
  ["a source by =", ["--source=none"], ["--page", "dist", "--source=none"]],
  ["words with spaces", ["--data", "a b"], [...STUDIO, "2", "--data", "a b"]],
])("%s", (_, given, expected) => {
  expect(start(...given)).toEqual({ status: 0, words: expected, error: "" });
});

test.each([["0"], ["11"], ["08x"], ["ten"], ["-1"], ["1.5"], [""], ["99999999999999999999"]])(
  "--avatars %s is refused with the range",
  (number) => {
    const { status, words, error } = start("--avatars", number);
    expect(status).toBe(1);
    expect(words).toEqual([""]);
    expect(error).toContain(`--avatars '${number}': a number from 1 to 10 is needed`);
  },
);

test("--avatars without a number is refused", () => {
  const { status, error } = start("--avatars");
  expect(status).toBe(1);
  expect(error).toContain("--avatars needs a number from 1 to 10");
});

test("a number is written plainly", () => {
  expect(start("--avatars", "08").words).toEqual([...STUDIO, "8", "--address-query", "avatars=8"]);
});
