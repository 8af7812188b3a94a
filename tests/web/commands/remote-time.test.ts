// Waiting in a page that nobody sees: the engine is stepped by hand, the stream is woken and put to rest.
// A page that is seen has pictures: tests/e2e/remote.spec.ts.
import { expect, test } from "vitest";
import { createRemoteTime } from "../../../web/src/commands/remote-time";

function hiddenPage() {
  const log: string[] = [];
  const state = { isHidden: true, hasNews: false };
  const time = createRemoteTime({
    live: {
      onFrame: (painter) => {
        log.push("waits for a picture");
        painter();
        return () => {};
      },
    },
    tick: () => log.push("step"),
    isHidden: () => state.isHidden,
    stream: {
      setPaused: (paused) => {
        log.push(paused ? "pause" : "resume");
        // The bridge sends the newest frame at resumption.
        setImmediate(() => {
          state.hasNews = !paused;
        });
      },
      get hasNews() {
        return state.hasNews;
      },
    },
  });
  return { log, state, time };
}

test("a hidden page makes its steps itself, one for all who wait at the same time", async () => {
  const { log, time } = hiddenPage();
  await Promise.all([time.step(), time.step(), time.step()]);
  expect(log).toEqual(["step"]);
  await time.step();
  await time.turn();
  expect(log).toEqual(["step", "step"]);
});

test("a hidden page asks the stream for a frame, steps with it, and lets it rest when the work is done", async () => {
  const { log, state, time } = hiddenPage();
  const rest = await time.wake();
  expect(log).toEqual(["resume", "step"]);
  rest();
  expect(log.at(-1)).toBe("pause");
  // One that is seen meanwhile goes on streaming.
  const again = await time.wake();
  state.isHidden = false;
  again();
  expect(log.at(-1)).toBe("resume");
});

test("a page that is seen has frames already, and waits for its pictures", async () => {
  const { log, state, time } = hiddenPage();
  state.isHidden = false;
  (await time.wake())();
  expect(log).toEqual([]);
  await time.step();
  expect(log).toEqual(["waits for a picture"]);
});
