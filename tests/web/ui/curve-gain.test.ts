// Tests of the gain that a dragged curve asks for: the movement at the pointer's place is what is then shown.
import { expect, test } from "vitest";
import type { ResponsePoint } from "../../../web/src/state/report";
import { gainFor, valueAt, weightFor } from "../../../web/src/ui/curve-gain";

/** An avatar that moves 2 x weight, and a calibration that sends half of the input. */
const points: ResponsePoint[] = [0, 0.1, 0.3, 0.6, 0.8, 1].map((input) => ({
  input,
  reference: input,
  raw: 2 * input,
  calibrated: input,
  output: input / 2,
}));

test("what the automatic gain shows asks for gain 1, half of it for a half", () => {
  for (const input of [0.05, 0.3, 0.55, 1]) {
    expect(gainFor(points, input, input)).toBeCloseTo(1, 9);
    expect(gainFor(points, input, input / 2)).toBeCloseTo(0.5, 9);
  }
});

test("a movement that the avatar does not reach asks for its full weight", () => {
  expect(weightFor(points, 99)).toBe(1);
  expect(gainFor(points, 0.8, 99)).toBeCloseTo(1 / 0.4, 9);
});

test("an avatar that stops moving asks for the weight at which it stopped", () => {
  const flat = points.map((point) => ({ ...point, raw: Math.min(point.raw, 1.2) }));
  expect(weightFor(flat, 1.2)).toBeCloseTo(0.6, 9);
});

test("an input that moves nothing has no gain", () => {
  expect(gainFor(points, 0, 0.5)).toBeNull();
  expect(gainFor([], 0.5, 0.5)).toBeNull();
  expect(valueAt(points, 0.45, "calibrated")).toBeCloseTo(0.45, 9);
});
