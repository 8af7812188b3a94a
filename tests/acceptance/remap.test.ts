// The curves as the command line prints them, against the tables of spec 3.5 and the formula of spec 3.4.
// How they come about is tested in C++.
import { expect, test } from "vitest";
import { doppel } from "./support";

const inputs = ["0.03", "0.1", "0.3", "0.6", "0.8", "1"];

async function outputs(...args: string[]): Promise<number[]> {
  const { code, stdout, stderr } = await doppel("remap", ...args, ...inputs);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\S+( \S+){5}\n$/);
  return stdout.trim().split(" ").map(Number);
}

function expectWithin(found: number[], expected: number[], tolerance: number): void {
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((found[index] ?? Number.NaN) - value), `input ${inputs[index]}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
}

test.each([
  ["0.5", [0.021, 0.064, 0.178, 0.312, 0.388, 0.456]],
  ["2", [0.047, 0.16, 0.436, 0.728, 0.86, 0.966]],
])("range_match at ratio %s is within 0.013 of the table", async (ratio, expected) => {
  expectWithin(await outputs("--method", "range_match", "--ratio", ratio), expected, 0.013);
});

test("adaptive_remap at ratio 0.5 is the formula, within 0.0001", async () => {
  const found = await outputs("--method", "adaptive_remap", "--ratio", "0.5");
  expectWithin(found, [0.0098, 0.0479, 0.2042, 0.5096, 0.7449, 0.9632], 0.0001);
});

test("adaptive_remap with dead zone and saturation is the formula with its range and soft clamp", async () => {
  const [ratio, deadZone, saturation] = [1.7, 0.04, 0.8];
  const expected = inputs.map(Number).map((x) => {
    const y = deadZone + x ** (1 / ratio ** 0.4) * (saturation - deadZone);
    const soft = saturation * 0.9;
    if (y <= soft) return y;
    return soft + saturation * 0.1 * (1 - Math.exp(-(y - soft) / (saturation * 0.1)));
  });
  const options = ["--ratio", `${ratio}`, "--dead-zone", `${deadZone}`, "--saturation", `${saturation}`];
  expectWithin(await outputs("--method", "adaptive_remap", ...options), expected, 1e-6);
});

test.each(["range_match", "linear"])("%s at ratio 1 is the identity", async (method) => {
  expectWithin(await outputs("--method", method, "--ratio", "1"), inputs.map(Number), 1e-6);
});

test.each(["range_match", "adaptive_remap", "linear"])(
  "%s stays within dead zone and saturation",
  async (method) => {
    for (const ratio of ["0.01", "0.2", "1", "5", "100"]) {
      for (const value of await outputs(
        "--method",
        method,
        "--ratio",
        ratio,
        "--dead-zone",
        "0.1",
        "--saturation",
        "0.7",
      )) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(0.7);
      }
    }
  },
);

test.each([
  ["--ratio", "0"],
  ["--ratio", "-1"],
  ["--ratio", "1", "--dead-zone", "0.9", "--saturation", "0.5"],
  ["--ratio", "1", "--saturation", "1.5"],
])("refuses %s %s %s %s %s with exit code 2", async (...options) => {
  const { code, stdout, stderr } = await doppel("remap", "--method", "range_match", ...options, "0.5");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("usage:");
});
