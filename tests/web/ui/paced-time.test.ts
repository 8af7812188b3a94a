// Tests of when a time that follows the frames is written: seldom while it runs on, at once after a jump, never twice.
// What is written is not looked at here.
import fc from "fast-check";
import { expect, test } from "vitest";
import { PacedTime } from "../../../web/src/ui/paced-time";

const EVERY = 6;

/** Frames of positions; gives the numbers of the frames in which the time was written. */
function written(positions: readonly number[], playing = true): number[] {
  const live = { position: 0, frame: 0 };
  const pace = new PacedTime(live);
  return positions.flatMap((position, index) => {
    live.frame = index + 1;
    live.position = position;
    return pace.isDue(playing, EVERY) ? [index] : [];
  });
}

const run = (from: number, frames: number, step = 1 / 60) =>
  Array.from({ length: frames }, (_, index) => from + index * step);

test("while it runs on the first frame is written, then every sixth", () => {
  expect(written(run(0, 20))).toEqual([0, 6, 12, 18]);
});

test("a jump is written in its own frame, forward and back", () => {
  expect(written([...run(0, 3), ...run(5, 3)])).toEqual([0, 3]);
  expect(written([...run(5, 3), ...run(1, 3)])).toEqual([0, 3]);
});

test("while nothing plays every change is written, one frame's step too", () => {
  expect(written([2, 2, 2.05, 2.05, 2.1], false)).toEqual([0, 2, 4]);
});

test("the last position is written once the time stands still", () => {
  const last = run(0, 4).at(-1) ?? 0;
  const live = { position: 0, frame: 0 };
  const pace = new PacedTime(live);
  for (const position of run(0, 4)) {
    live.frame += 1;
    live.position = position;
    pace.isDue(true, EVERY);
  }
  live.frame += 1;
  expect(live.position).toBe(last);
  expect(pace.isDue(false, EVERY)).toBe(true);
  live.frame += 1;
  expect(pace.isDue(false, EVERY)).toBe(false);
});

test("whatever happens, what was written is never more than six frames or one step of the clock behind", () => {
  const moves = fc.array(fc.oneof(fc.double({ min: -9, max: 9, noNaN: true }), fc.constant(1 / 60)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(moves, (steps) => {
      const live = { position: 0, frame: 0 };
      const pace = new PacedTime(live);
      let shown = Number.NaN;
      let behind = 0;
      for (const step of steps) {
        live.frame += 1;
        live.position += step;
        if (pace.isDue(true, EVERY)) shown = live.position;
        behind = shown === live.position ? 0 : behind + 1;
        expect(behind).toBeLessThan(EVERY);
        expect(Math.abs(live.position - shown)).toBeLessThanOrEqual(EVERY * 0.5);
      }
    }),
  );
});
