// Tests of the report's plots: each channel once, curves at the heights of their numbers, nothing drawn for what does not move.
// How they look is judged by eye.
import { expect, test } from "vitest";
import type { ChannelReport } from "../../../web/src/state/report";
import {
  CHART_HEIGHT,
  CHART_WIDTH,
  inputsOf,
  reportChart,
  reportGroups,
  shareOf,
  verdictCounts,
} from "../../../web/src/ui/report-charts";

const INPUTS = [0, 0.03, 0.1, 0.3, 0.6, 0.8, 1];

function channelReport(raw: number, calibrated: number, changes: Partial<ChannelReport> = {}): ChannelReport {
  return {
    verdict: "effective",
    channelClass: "amplitude",
    targets: [],
    travel: 0.01,
    ratio: 1,
    deadZone: 0,
    saturation: 1,
    saturationFrom: "none",
    gazeDegrees: 0,
    points: INPUTS.map((input) => ({
      input,
      reference: 0.1 * input,
      raw: raw * input,
      calibrated: calibrated * input,
      output: input,
    })),
    ...changes,
  };
}

const channels = ["jawOpen", "jawLeft", "mouthLeft"].map((name, index) => ({
  name,
  index,
  group: name.startsWith("jaw") ? "Jaw" : "Mouth",
}));

test("every channel stands in its group once: as a plot, or named as one that moves nothing", () => {
  const reports = [
    channelReport(0.05, 0.1),
    channelReport(0, 0, { verdict: "missing" }),
    channelReport(0, 0, { verdict: "empty" }),
  ];
  const groups = reportGroups(["Jaw", "Mouth"], channels, reports);
  expect(groups.map(({ charts }) => charts.map((chart) => chart.channel.name))).toEqual([["jawOpen"], []]);
  expect(groups.map(({ still }) => still.map((channel) => channel.name))).toEqual([
    ["jawLeft"],
    ["mouthLeft"],
  ]);
  expect(verdictCounts(reports)).toEqual([
    { verdict: "effective", count: 1 },
    { verdict: "empty", count: 1 },
    { verdict: "missing", count: 1 },
  ]);
});

test("curves end where their numbers say, from the lower left corner", () => {
  const chart = reportChart(channels[0] as never, channelReport(0.05, 0.1));
  const last = chart.dots.at(-1);
  expect(chart.dots).toHaveLength(6);
  expect(last?.x).toBe(CHART_WIDTH);
  // Calibrated meets the reference; raw shows half of it.
  expect(last?.calibrated).toBeCloseTo(chart.full);
  expect(CHART_HEIGHT - (last?.raw ?? 0)).toBeCloseTo((CHART_HEIGHT - chart.full) / 2);
  for (const path of Object.values(chart.paths)) expect(path.startsWith(`M0 ${CHART_HEIGHT}C`)).toBe(true);
});

test("movement far above the reference's is held at the upper edge", () => {
  const chart = reportChart(channels[0] as never, channelReport(5, 0.1));
  expect(chart.dots.at(-1)?.raw).toBe(0);
  expect(chart.full).toBeGreaterThan(0);
});

test("shares are of what the reference shows for the same input, and none where it shows nothing", () => {
  const points = inputsOf(channelReport(0.05, 0.12).points);
  expect(points.map((point) => point.input)).toEqual(INPUTS.slice(1));
  for (const point of points) {
    expect(shareOf(point, "raw")).toBeCloseTo(50);
    expect(shareOf(point, "calibrated")).toBeCloseTo(120);
    expect(shareOf({ ...point, reference: 0 }, "raw")).toBeNull();
  }
});
