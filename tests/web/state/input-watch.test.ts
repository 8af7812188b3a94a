// Tests of what the panel concludes from the live input: floors for leaking channels, and how far blinks go.
// The streams are made up.
import { expect, test } from "vitest";
import { BlinkPeaks, FEWEST_BLINKS } from "../../../web/src/state/blink-peaks";
import { InputWatch, WATCH_SECONDS } from "../../../web/src/state/input-watch";

const RATE = 60;

/** Feeds `seconds` of `value(channel, time)`; returns whether floors changed at any time. */
function feed(
  watch: InputWatch,
  channels: number,
  seconds: number,
  value: (channel: number, time: number) => number,
) {
  const row = new Float32Array(channels);
  let changed = false;
  for (let frame = 0; frame < seconds * RATE; frame++) {
    const time = frame / RATE;
    for (let channel = 0; channel < channels; channel++) row[channel] = value(channel, time);
    changed = watch.look(row, Float64Array.of(time)) || changed;
  }
  return changed;
}

/** Noise that never repeats within a window. */
const noise = (time: number) => 0.5 + 0.5 * Math.sin(time * 37.7);

test("a channel that leaks is offered a floor that holds its rest, one that falls to 0 or rests high is not", () => {
  const watch = new InputWatch(4, [2, 3]);
  const changed = feed(watch, 4, WATCH_SECONDS + 1, (channel, time) => {
    if (channel === 0) return 0.03 + 0.02 * noise(time);
    if (channel === 1) return 0.4 + 0.05 * noise(time);
    return Math.max(0, Math.sin(time * 3));
  });
  expect(changed).toBe(true);
  expect(watch.floors[0]).toBeGreaterThanOrEqual(0.045);
  expect(watch.floors[0]).toBeLessThanOrEqual(0.06);
  expect([...watch.floors.slice(1)]).toEqual([0, 0, 0]);
});

test("a channel that leaks and talks now and then is offered a floor too; one that talks all the time is not", () => {
  const watch = new InputWatch(2, [0, 0]);
  feed(watch, 2, 2 * WATCH_SECONDS, (channel, time) => {
    const talking = channel === 0 ? time % 4 < 1 : time % 4 < 3;
    return talking ? 0.3 + 0.2 * noise(time) : 0.02 + 0.01 * noise(time);
  });
  expect(watch.floors[0]).toBeCloseTo(0.03, 6);
  expect(watch.floors[1]).toBe(0);
});

test("a source that stands still says nothing, however long; another source begins anew", () => {
  const watch = new InputWatch(2, [0, 1]);
  expect(feed(watch, 2, 60, () => 0.04)).toBe(false);
  feed(watch, 2, WATCH_SECONDS + 1, (_, time) => 0.03 + 0.01 * noise(time));
  expect(watch.floors[0]).toBeGreaterThan(0);
  watch.clear();
  expect([...watch.floors]).toEqual([0, 0]);
});

test("streams of 0..100 are read as such", () => {
  const watch = new InputWatch(2, [1, 1]);
  feed(watch, 2, 3 * WATCH_SECONDS, (channel, time) =>
    channel === 0 ? 3 + 2 * noise(time) : 80 * Math.max(0, Math.sin(time * 4)),
  );
  expect(watch.floors[0]).toBeCloseTo(0.05, 6);
  expect(watch.left.median()).toBeCloseTo(0.8, 1);
});

test("the closing input is the median of the blinks: squeezes and half blinks do not move it", () => {
  const peaks = new BlinkPeaks();
  const blink = (peak: number) => {
    for (const share of [0.1, 0.5, 0.9, 1, 0.9, 0.4, 0]) peaks.add(peak * share);
  };
  for (let count = 0; count < FEWEST_BLINKS - 1; count++) blink(0.82);
  expect(peaks.median()).toBeNull();
  for (const peak of [0.82, 0.82, 0.82, 1, 0.5]) blink(peak);
  expect(peaks.median()).toBeCloseTo(0.82, 6);
  peaks.clear();
  expect(peaks.blinks).toBe(0);
});

test("eyes that are half closed all the time are no blinks", () => {
  const peaks = new BlinkPeaks();
  for (let time = 0; time < 600; time++) peaks.add(0.45 + 0.05 * noise(time / RATE));
  expect(peaks.median()).toBeNull();
});
