// Tests of the sources as the frame loop sees them: replay by time, values by hand, values fed from outside, the mailbox.
// They do not read files.
import { describe, expect, test } from "vitest";
import { FaceMailbox } from "../../../web/src/sources/face-mailbox";
import { LiveSource } from "../../../web/src/sources/live-source";
import { ManualSource } from "../../../web/src/sources/manual-source";
import type { FaceRecording } from "../../../web/src/sources/recording";
import { ReplaySource } from "../../../web/src/sources/replay-source";
import { faceChannelCount, faceChannelIndex } from "../../../web/src/tables/face-channels";

const jawOpen = faceChannelIndex("jawOpen");

/** Rows at the given times, in which jawOpen is the row's time. */
function ramp(times: number[], duration: number): FaceRecording {
  const values = new Float32Array(times.length * faceChannelCount);
  for (const [row, time] of times.entries()) values[row * faceChannelCount + jawOpen] = time;
  return {
    name: "ramp",
    fps: 1,
    rowCount: times.length,
    times: Float64Array.from(times),
    values,
    duration,
    warnings: [],
  };
}

function jawOf(source: { mailbox: FaceMailbox }): number {
  return source.mailbox.values[jawOpen] ?? Number.NaN;
}

describe("mailbox", () => {
  test("the newest frame wins, the others are counted", () => {
    const mailbox = new FaceMailbox();
    const target = new Float32Array(2 * faceChannelCount).fill(-1);
    expect(mailbox.take(target)).toBe(false);
    expect(target[0]).toBe(-1);
    mailbox.put(new Float32Array(52).fill(0.1), 1);
    mailbox.put(new Float32Array(52).fill(0.5), 2);
    expect(mailbox.take(target, faceChannelCount)).toBe(true);
    expect([target[51], target[52], target[103]]).toEqual([-1, 0.5, 0.5]);
    expect(mailbox.take(target)).toBe(false);
    expect([mailbox.received, mailbox.replaced, mailbox.time]).toEqual([2, 1, 2]);
  });
});

describe("replay", () => {
  test("blends between rows by time, across uneven rows too", () => {
    const source = new ReplaySource(ramp([0, 1, 4], 5));
    for (const time of [0, 0.25, 1, 2.5, 4]) {
      source.advance(100 + time);
      expect(jawOf(source)).toBeCloseTo(time, 6);
    }
  });

  test("without blending the earlier row holds", () => {
    const source = new ReplaySource(ramp([0, 1, 4], 5), { interpolate: false });
    for (const [time, value] of [
      [0, 0],
      [0.9, 0],
      [1, 1],
      [3.9, 1],
      [4.5, 4],
    ] as const) {
      source.advance(time);
      expect(jawOf(source)).toBe(value);
    }
  });

  test("loops over the whole duration, however long the frame was", () => {
    const source = new ReplaySource(ramp([0, 1], 2));
    source.advance(0);
    source.advance(7.5);
    expect(source.timeline.position).toBeCloseTo(1.5, 9);
    expect(source.state).toBe("running");
  });

  test("without looping it ends on the last row, and play begins anew", () => {
    const source = new ReplaySource(ramp([0, 1], 2), { loop: false });
    source.advance(0);
    source.advance(9);
    expect([source.state, jawOf(source), source.timeline.position]).toEqual(["ended", 1, 2]);
    source.timeline.play();
    source.advance(9.5);
    expect([source.state, source.timeline.position]).toEqual(["running", 0.5]);
  });

  test("paused time does not count, and a position set while paused is shown once", () => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.advance(0);
    source.timeline.pause();
    source.advance(3);
    expect([source.timeline.position, source.state, source.mailbox.received]).toEqual([0, "paused", 1]);
    source.timeline.seek(6);
    source.advance(3.1);
    source.advance(3.2);
    expect([jawOf(source), source.mailbox.received]).toEqual([6, 2]);
    source.timeline.play();
    source.advance(4.2);
    expect(source.timeline.position).toBeCloseTo(7, 9);
  });

  test.each([
    [-1, 0],
    [99, 5],
    [Number.NaN, 0],
  ])("seek(%d) is clamped to %d", (to, position) => {
    const source = new ReplaySource(ramp([0, 4], 5));
    source.timeline.seek(to);
    expect(source.timeline.position).toBe(position);
  });

  test("a clock that steps back moves nothing back", () => {
    const source = new ReplaySource(ramp([0, 4], 5));
    source.advance(1);
    source.advance(2);
    source.advance(1);
    expect(source.timeline.position).toBe(1);
  });

  test("between in and out point it loops, however long the frame was", () => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.timeline.setRange(2, 5);
    source.timeline.seek(4);
    source.advance(0);
    source.advance(2.5);
    expect(source.timeline.position).toBeCloseTo(3.5, 9);
    source.advance(2.5 + 3 * 4);
    expect(source.timeline.position).toBeCloseTo(3.5, 9);
  });

  test("what was sought beyond the out point plays on to the end and comes back to the in point", () => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.timeline.setRange(2, 5);
    source.timeline.seek(8);
    source.advance(0);
    source.advance(1);
    expect(source.timeline.position).toBeCloseTo(9, 9);
    source.advance(2.5);
    expect(source.timeline.position).toBeCloseTo(2.5, 9);
  });

  test("an out point that is set where it plays turns back at once", () => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.advance(0);
    source.advance(4);
    source.timeline.setRange(1, source.timeline.position);
    source.advance(4.5);
    expect(source.timeline.position).toBeCloseTo(1.5, 9);
  });

  test("without looping it ends at the out point, and play begins at the in point", () => {
    const source = new ReplaySource(ramp([0, 10], 10), { loop: false });
    source.timeline.setRange(2, 5);
    source.timeline.seek(4.5);
    source.advance(0);
    source.advance(3);
    expect([source.state, source.timeline.position]).toEqual(["ended", 5]);
    source.timeline.play();
    expect([source.state, source.timeline.position]).toEqual(["running", 2]);
  });

  test.each([
    ["in order", 5, 2, 2, 5],
    ["inside", -3, 99, 0, 10],
    ["apart", 4, 4, 4, 4.1],
    ["apart at the end", 10, 10, 9.9, 10],
    ["not numbers", Number.NaN, Number.NaN, 0, 10],
  ])("points are put %s", (_, inPoint, outPoint, first, last) => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.timeline.setRange(inPoint, outPoint);
    expect(source.timeline.inPoint).toBeCloseTo(first, 9);
    expect(source.timeline.outPoint).toBeCloseTo(last, 9);
  });

  test("a recording shorter than the shortest range keeps its points, and plays", () => {
    const source = new ReplaySource(ramp([0], 0.05));
    source.timeline.setRange(0.02, 0.03);
    expect([source.timeline.inPoint, source.timeline.outPoint]).toEqual([0, 0.05]);
    source.advance(0);
    source.advance(0.07);
    expect(source.timeline.position).toBeCloseTo(0.02, 9);
  });

  test("while a hand holds it nothing moves but what the hand moves", () => {
    const source = new ReplaySource(ramp([0, 10], 10));
    source.advance(0);
    source.timeline.held = true;
    source.advance(3);
    source.timeline.seek(6);
    source.advance(4);
    expect([source.timeline.position, jawOf(source), source.state]).toEqual([6, 6, "running"]);
    source.timeline.held = false;
    source.advance(5);
    expect(source.timeline.position).toBe(7);
  });

  test("a recording of one row plays", () => {
    const source = new ReplaySource(ramp([0], 0.5));
    source.advance(0);
    source.advance(3.2);
    expect(source.timeline.position).toBeCloseTo(0.2, 9);
  });
});

describe("manual", () => {
  test("gives a frame only when something changed, the first at rest", () => {
    const source = new ManualSource();
    source.advance(0);
    source.advance(1);
    expect(source.mailbox.received).toBe(1);
    source.set(jawOpen, 0.75);
    source.advance(2);
    expect([source.mailbox.received, jawOf(source), source.get(jawOpen)]).toEqual([2, 0.75, 0.75]);
    source.reset();
    source.advance(3);
    expect(jawOf(source)).toBe(0);
  });

  test.each([
    [-1, 0],
    [52, 0],
    [1.5, 0],
    [0, Number.NaN],
  ])("refuses set(%d, %d)", (channel, value) => {
    expect(() => new ManualSource().set(channel, value)).toThrow(RangeError);
  });
});

describe("live", () => {
  test("waits, runs, stalls and runs again", () => {
    const source = new LiveSource();
    source.advance(0);
    expect(source.state).toBe("waiting");
    source.feedFace(new Float32Array(52).fill(0.5));
    source.advance(1);
    expect([source.state, jawOf(source)]).toEqual(["running", 0.5]);
    source.advance(2.1);
    expect([source.state, jawOf(source)]).toEqual(["stalled", 0.5]);
    source.feedFace(new Float32Array(52));
    source.advance(2.2);
    expect(source.state).toBe("running");
  });

  test("refuses another number of values and copies what it is given", () => {
    const source = new LiveSource();
    expect(() => source.feedFace(new Float32Array(51))).toThrow("expected 52 values, found 51");
    const values = new Float32Array(52).fill(0.5);
    source.feedFace(values);
    values.fill(9);
    expect(jawOf(source)).toBe(0.5);
  });
});
