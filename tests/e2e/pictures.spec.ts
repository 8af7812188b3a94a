// Pictures and videos of the stage as files: what is in them is what is seen.
// Names and failures are tested without a browser.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { decode } from "fast-png";
import { makeAvatar } from "../support/make-avatar";
import { expect, FEW_CHANNELS, test } from "./page";

const canvasSize = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.stage-canvas");
    return [canvas?.width ?? 0, canvas?.height ?? 0];
  });

async function saved(page: Page, press: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: press }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile((await download.path()) ?? "") };
}

test("a picture has the stage's size and shows the avatar, also while the clock stands", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  const { name, bytes } = await saved(page, "Save a picture (PNG)");
  expect(name).toMatch(/^a-\d{8}-\d{6}\.png$/);
  const { width, height, data, channels } = decode(bytes);
  expect([width, height]).toEqual(await canvasSize(page));
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 97 * channels) colours.add(data.slice(at, at + 3).join());
  // Background, gap, and the many shades of a lit face.
  expect(colours.size).toBeGreaterThan(20);
});

test("a video of the moving stage can be played, in the stage's size", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await page.getByRole("button", { name: "Record a video" }).click();
  await expect(page.locator(".video-time")).toHaveText("0:00");
  const rendered = await page.evaluate(async () => {
    const { doppel: hooks } = window as unknown as { doppel: { step(dt: number): void } };
    for (let frame = 0; frame < 20; frame++) {
      hooks.step(1 / 30);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 20;
  });
  expect(rendered).toBe(20);
  const { name, bytes } = await saved(page, "End and save the video");
  expect(name).toMatch(/^a-\d{8}-\d{6}\.webm$/);
  // The mark of a Matroska file.
  expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  // The page's own policy lets it play nothing.
  const elsewhere = await page.context().newPage();
  const size = await elsewhere.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([content], { type: "video/webm" }));
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    return [video.videoWidth, video.videoHeight];
  }, bytes.toString("base64"));
  expect(size).toEqual(await canvasSize(page));
  await expect(page.getByRole("button", { name: "Record a video" })).toBeVisible();
});
