// The ring of latencies: what share stayed below what, and that old ones give way.
import { expect, test } from "vitest";
import { LatencyMeter } from "../../../web/src/state/latency";

test("percentiles are those of the kept values; what is no number is not counted", () => {
  const meter = new LatencyMeter();
  expect(meter.percentile(0.5)).toBeNaN();
  for (let value = 1; value <= 100; ++value) meter.add(value);
  meter.add(Number.NaN);
  meter.add(Number.POSITIVE_INFINITY);
  expect([meter.count, meter.percentile(0.5), meter.percentile(0.95), meter.percentile(1)]).toEqual([
    100, 50, 95, 100,
  ]);
  for (let value = 0; value < 600; ++value) meter.add(7);
  expect([meter.count, meter.percentile(0), meter.percentile(1)]).toEqual([600, 7, 7]);
  meter.clear();
  expect(meter.count).toBe(0);
});
