// Measuring does not hold the page up: frames and tasks are timed while the worker reads and measures.
// Decoding textures for the picture comes after and is not part of it.
import { makeAvatar } from "../support/make-avatar";
import { hasSamples, sampleBytes } from "../support/samples";
import { expect, test } from "./page";

/** A task longer than this is seen as a stutter, milliseconds. */
const LONGEST_TASK = 50;

test("no task of the page is longer than 50 ms while the worker reads and measures", async ({
  doppel,
  page,
}, info) => {
  await page.setViewportSize({ width: 1200, height: 420 });
  await doppel.open();
  await page.evaluate(() => {
    interface Timing {
      tasks: { start: number; duration: number }[];
      from: number;
      to: number;
      longestGap: number;
    }
    const timing: Timing = { tasks: [], from: 0, to: 0, longestGap: 0 };
    Object.assign(window, { timing });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        timing.tasks.push({ start: entry.startTime, duration: entry.duration });
    }).observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    const frame = (now: number) => {
      const stage = (window as unknown as { doppel: { loading(): string | null } }).doppel.loading();
      const measuring = stage === "read" || stage === "measure";
      if (measuring && timing.from === 0) timing.from = last;
      if (measuring) timing.longestGap = Math.max(timing.longestGap, now - last);
      if (!measuring && timing.from > 0 && timing.to === 0) timing.to = last;
      last = now;
      if (timing.to === 0) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const name = hasSamples ? "rpm-male.glb" : "synthetic.glb";
  const bytes = hasSamples ? sampleBytes(name) : await makeAvatar();
  // By the file dialog: a dropped file is made of text in the page, which takes time of its own.
  await page
    .getByTestId("file-input")
    .setInputFiles({ name, mimeType: "model/gltf-binary", buffer: Buffer.from(bytes) });
  await expect.poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 }).toBe(name);
  const timing = await page.evaluate(
    () =>
      (
        window as unknown as {
          timing: {
            tasks: { start: number; duration: number }[];
            from: number;
            to: number;
            longestGap: number;
          };
        }
      ).timing,
  );
  // Every task that was under way at any time from the frame before loading to the last one of measuring.
  const during = timing.tasks.filter(
    (task) => task.start < timing.to && task.start + task.duration > timing.from,
  );
  info.annotations.push({
    type: "measured",
    description: `${name}: ${Math.round(timing.to - timing.from)} ms in the worker, longest gap between frames ${Math.round(timing.longestGap)} ms`,
  });
  expect(timing.to).toBeGreaterThan(timing.from);
  expect(during.filter((task) => task.duration > LONGEST_TASK)).toEqual([]);
});
