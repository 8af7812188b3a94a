// Playback in the browser: the timeline by keys and by pointer, values by hand, the idle face, in both languages and on a narrow screen.
// What the sources compute is tested without a browser.
import type { Page } from "@playwright/test";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** Ten seconds at 20 rows a second; jawOpen rises from 0 to 1. */
const take = {
  name: "take.json",
  bytes: new TextEncoder().encode(
    JSON.stringify({
      names: ["jawOpen", "eyeBlinkLeft"],
      fps: 20,
      frames: Array.from({ length: 200 }, (_, index) => [index / 199, index % 40 === 0 ? 1 : 0]),
    }),
  ),
};

/** Frames of `dt` seconds while the clock stands. */
function frames(page: Page, count: number, dt = 0): Promise<void> {
  return page.evaluate(
    ([times, seconds]) => {
      const { doppel } = window as unknown as { doppel: { pause(): void; step(dt: number): void } };
      doppel.pause();
      for (let index = 0; index < times; index++) doppel.step(seconds);
    },
    [count, dt] as const,
  );
}

async function position(doppel: DoppelPage): Promise<number> {
  await frames(doppel.page, 1);
  return (await doppel.state()).position;
}

test("a recording is scrubbed, stepped, and looped between in and out point by keys alone", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await frames(page, 1);
  await doppel.drop(take);
  const slider = page.getByRole("slider", { name: "Position" });
  await expect(slider).toBeVisible();
  await slider.focus();
  await page.keyboard.press(" ");
  await page.keyboard.press("End");
  expect(await position(doppel)).toBeCloseTo(10, 2);
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  expect(await position(doppel)).toBeCloseTo(2, 2);
  await page.keyboard.press("i");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await position(doppel)).toBeCloseTo(3.05, 2);
  await page.keyboard.press("o");
  await expect(page.getByRole("slider", { name: "In point" })).toHaveAttribute("aria-valuetext", "00:02.00");
  const out = page.getByRole("slider", { name: "Out point" });
  await expect(out).toHaveAttribute("aria-valuetext", "00:03.05");
  // Space goes on from the in point, and the loop turns at the out point.
  await page.keyboard.press(" ");
  await frames(page, 1);
  const seen: number[] = [];
  for (let index = 0; index < 5; index++) {
    await frames(page, 4, 0.1);
    seen.push(await position(doppel));
  }
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...seen)).toBeLessThanOrEqual(3.05);
  expect(seen.some((at, index) => at < (seen[index - 1] ?? 0))).toBe(true);
  await out.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(out).toHaveAttribute("aria-valuetext", "00:03.00");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Delete");
  await expect(out).toHaveAttribute("aria-valuetext", "00:10.00");
  await page.keyboard.press("x");
  await expect(page.getByRole("slider", { name: "In point" })).toHaveAttribute("aria-valuetext", "00:00.00");
  await page.keyboard.press(".");
  expect(await position(doppel)).toBeGreaterThan(2);
});

test("a recording is scrubbed and its points are dragged by pointer, on a narrow screen in Korean", async ({
  doppel,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doppel.open();
  await frames(page, 1);
  await page.getByLabel("Language").selectOption("ko");
  await doppel.drop(take);
  const rail = page.locator(".timeline-rail");
  const box = (await rail.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const middle = box.y + box.height / 2;
  const at = (share: number) => box.x + box.width * share;
  await page.mouse.move(at(0.2), middle);
  await page.mouse.down();
  expect(await position(doppel)).toBeCloseTo(2, 0);
  await page.mouse.move(at(0.7), middle, { steps: 3 });
  // While the hand holds it, playing waits.
  await frames(page, 3, 0.1);
  expect(await position(doppel)).toBeCloseTo(7, 0);
  await expect(page.locator(".timeline-tip")).toContainText("턱 0.7");
  await page.mouse.up();
  await frames(page, 3, 0.1);
  expect(await position(doppel)).toBeCloseTo(7.3, 0);
  const handle = page.getByRole("slider", { name: "시작점" });
  const grip = (await handle.boundingBox()) ?? box;
  await page.mouse.move(grip.x + grip.width / 2, middle);
  await page.mouse.down();
  await page.mouse.move(at(0.5), middle, { steps: 3 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute("aria-valuetext", /^00:0(4\.9|5\.0)/);
  await page.getByRole("button", { name: "시작점과 끝점 지우기" }).click();
  await expect(handle).toHaveAttribute("aria-valuetext", "00:00.00");
  expect(await axeFindings(page)).toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
});

test("the demonstration plays; what cannot be read is said; several channels are held, and let go by keys", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await frames(page, 1);
  const before = await page.locator(".transport").boundingBox();
  await doppel.drop({ name: "bad.csv", bytes: new TextEncoder().encode("Timecode,nothing\n1,2\n") });
  await expect(page.getByTestId("take-failed")).toContainText("bad.csv could not be read");
  await page.getByTestId("take-failed").getByRole("button", { name: "Play a demonstration" }).click();
  await expect(page.getByTestId("timeline")).toBeVisible();
  await expect(page.getByTestId("time")).toContainText("/ 00:14.00");
  expect(await page.locator(".transport").boundingBox()).toEqual(before);

  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await page.getByRole("slider", { name: "Value of jawOpen by hand" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("Hold another channel").selectOption({ label: "Lips puckered" });
  const list = page.getByRole("list", { name: "Channels held by hand" });
  await list.getByRole("slider", { name: "Lips puckered by hand" }).focus();
  await page.keyboard.press("End");
  await frames(page, 1);
  const { input } = await doppel.state();
  expect(input.filter((value) => value > 0).map((value) => value.toFixed(2))).toEqual(["0.01", "1.00"]);
  await expect(page.locator(".source-name")).toHaveText("By hand: 2");
  expect(await axeFindings(page, ".transport")).toEqual([]);
  expect(await page.locator(".transport").boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "All to 0" }).press("Enter");
  await frames(page, 1);
  expect(Math.max(...(await doppel.state()).input)).toBe(0);
  await list.getByRole("slider", { name: "Lips puckered by hand" }).focus();
  await page.keyboard.press("Delete");
  await expect(list.getByRole("slider", { name: "Jaw open by hand" })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByTestId("timeline")).toBeVisible();
  await expect(page.locator(".transport .button-accent")).toBeFocused();
});

test("who wants less motion sees an idle face that only blinks", async ({ doppel, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await doppel.open();
  // A change of mind takes half a second.
  await frames(page, 60, 0.1);
  // Over four seconds: when the test looks is chance, and between two sentences the mouth is still.
  const moved = async () => {
    const seen = new Set<number>();
    for (let index = 0; index < 40; index++) {
      await frames(page, 1, 0.1);
      for (const [channel, value] of (await doppel.state()).input.entries()) if (value > 0) seen.add(channel);
    }
    return [...seen];
  };
  expect((await moved()).filter((channel) => channel !== 8 && channel !== 9)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The browser tells of the change with its next picture.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await frames(page, 60, 0.1);
  expect((await moved()).length).toBeGreaterThan(3);
});
