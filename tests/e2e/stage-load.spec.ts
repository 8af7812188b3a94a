// What a full stage takes: script time a frame with ten avatars, printed and not judged, and memory over time, which must not grow.
// Few pictures are drawn: what software drawing takes says nothing of a graphics unit.
import { BridgeProcess } from "./live-chain";
import { type DoppelPage, expect, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41881;
const bridge = new BridgeProcess(PORT);
test.use({ baseURL: `http://127.0.0.1:${PORT}` });
test.afterEach(() => bridge.stop());

/** Seconds that the page is watched: an hour in the long run. */
const WATCHED = process.env.DOPPEL_LONG === "1" ? 3600 : 30;
/** Seconds until everything is compiled and every buffer has its size. */
const SETTLING = 6;
/** Pictures drawn while the page is watched. */
const PICTURES = 8;
const MEGABYTE = 2 ** 20;

interface Stage {
  cast(): { status: string; performer: string | null }[];
  memory(): { geometries: number; textures: number; wasm: number };
  pause(): void;
  draw(): void;
  step(dt: number): void;
  body(): { frameNumber: number };
}

async function openStage(doppel: DoppelPage, avatars: number): Promise<void> {
  await doppel.visit(`/?render=off&scene=off&avatars=${avatars}`);
  await doppel.page.waitForFunction(
    (count) => {
      const cast = (window as unknown as { doppel: Stage }).doppel.cast();
      return (
        cast.length === count &&
        cast.every(({ status, performer }) => status === "ready" && performer !== null)
      );
    },
    avatars,
    { timeout: 150_000, polling: 250 },
  );
}

test("ten avatars with ten performers: script time a frame", async ({ doppel, page }) => {
  test.setTimeout(200_000);
  await bridge.start("--performers", "10", "--rate", "60");
  await openStage(doppel, 10);
  const times = await page.evaluate(async () => {
    const { doppel: hooks } = window as unknown as { doppel: Stage };
    hooks.pause();
    const found: number[] = [];
    for (let frame = 0; frame < 240; ++frame) {
      // Frames of the stream come in between, as they do while the page runs.
      await new Promise((next) => requestAnimationFrame(next));
      const begin = performance.now();
      hooks.step(1 / 60);
      found.push(performance.now() - begin);
    }
    return found.slice(60).sort((a, b) => a - b);
  });
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(2);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  console.log(
    `script time a frame with ten avatars: mean ${mean.toFixed(2)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  expect(times).toHaveLength(180);
  const cast = await page.evaluate(() => (window as unknown as { doppel: Stage }).doppel.cast());
  expect(new Set(cast.map(({ performer }) => performer)).size).toBe(10);
});

test(`${WATCHED} s live at 120 Hz: heap, wasm memory, graphics objects and the bridge's memory stay as they are`, async ({
  doppel,
  page,
}) => {
  test.setTimeout((WATCHED + 120) * 1000);
  await bridge.start("--performers", "2", "--rate", "120");
  await openStage(doppel, 2);
  const session = await page.context().newCDPSession(page);
  // A picture is many objects on the graphics unit; one of them left behind in each would be seen.
  const draw = () => page.evaluate(() => (window as unknown as { doppel: Stage }).doppel.draw());
  const measure = async () => {
    await draw();
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const own = await page.evaluate(() => (window as unknown as { doppel: Stage }).doppel.memory());
    return { ...own, heap: usedSize, bridge: bridge.memory() };
  };
  await page.waitForTimeout(SETTLING * 1000);
  await draw();
  const numberOf = () =>
    page.evaluate(() => (window as unknown as { doppel: Stage }).doppel.body().frameNumber);
  const [before, first] = [await measure(), await numberOf()];
  const begin = performance.now();
  for (let picture = 1; picture <= PICTURES; ++picture) {
    // A picture takes seconds on a busy machine: what it took is not waited again.
    const due = begin + ((WATCHED - SETTLING) * 1000 * picture) / PICTURES;
    await page.waitForTimeout(Math.max(0, due - performance.now()));
    await draw();
  }
  const [after, frames] = [await measure(), (await numberOf()) - first];
  const growth = (key: "heap" | "bridge") => (after[key] - before[key]) / MEGABYTE;
  console.log(
    `over ${WATCHED - SETTLING} s and ${frames} frames: heap ${(before.heap / MEGABYTE).toFixed(1)} MB ${growth("heap").toFixed(2)}, ` +
      `bridge ${(before.bridge / MEGABYTE).toFixed(1)} MB ${growth("bridge").toFixed(2)}, wasm ${(after.wasm / MEGABYTE).toFixed(1)} MB, ` +
      `geometries ${before.geometries} ${after.geometries - before.geometries}, textures ${before.textures} ${after.textures - before.textures}`,
  );
  // Frames of the stream, the newest of which the page shows.
  expect(frames).toBeGreaterThan(100 * (WATCHED - SETTLING));
  expect(after.wasm).toBe(before.wasm);
  expect(before.geometries, "avatars are drawn").toBeGreaterThan(2);
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures]);
  expect(growth("heap")).toBeLessThan(1);
  expect(growth("bridge")).toBeLessThan(1);
});
