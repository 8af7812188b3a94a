// Pictures and videos of the stage as files: what is in them is what is seen.
// Names and failures are tested without a browser.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { decode } from "fast-png";
import { unzipSync } from "fflate";
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

/** Steps of the page's clock, each drawn and given time to be written. */
const drawSome = (page: Page, count: number) =>
  page.evaluate(async (steps) => {
    const { doppel: hooks } = window as unknown as { doppel: { step(dt: number): void } };
    for (let frame = 0; frame < steps; frame++) {
      hooks.step(1 / 30);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }, count);

/** Every file is a picture of the stage's size, with nothing behind the avatar and the avatar there. */
function expectSequence(files: Record<string, Uint8Array>, count: number, [width, height]: number[]) {
  expect(Object.keys(files).sort()).toEqual(
    Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(6, "0")}.png`),
  );
  for (const bytes of Object.values(files)) {
    const picture = decode(bytes);
    expect([picture.width, picture.height, picture.channels]).toEqual([width, height, 4]);
    let clear = 0;
    let solid = 0;
    for (let at = 3; at < picture.data.length; at += 4) {
      if (picture.data[at] === 0) clear++;
      if (picture.data[at] === 255) solid++;
    }
    expect(clear).toBeGreaterThan(0.3 * picture.width * picture.height);
    expect(solid).toBeGreaterThan(0.02 * picture.width * picture.height);
  }
}

async function beginSequence(page: Page) {
  await page.getByRole("button", { name: "Record a sequence of PNGs" }).click();
  const dialog = page.getByTestId("sequence");
  await dialog.getByLabel("Transparent background").check();
  await dialog.getByRole("radio", { name: "Every one" }).check();
  await dialog.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("button", { name: "End and save the sequence" })).toBeVisible();
}

test("a sequence in a ZIP: as many pictures as were drawn, transparent, without a gap", async ({
  doppel,
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "showDirectoryPicker");
  });
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await beginSequence(page);
  await drawSome(page, 6);
  await expect(page.locator(".video-time")).toHaveText("Pictures: 6");
  const { name, bytes } = await saved(page, "End and save the sequence");
  expect(name).toMatch(/^a-\d{8}-\d{6}\.zip$/);
  expectSequence(unzipSync(bytes), 6, await canvasSize(page));
});

test("a sequence in a folder that the user chose, and one that is thrown away", async ({ doppel, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  const folders = () =>
    page.evaluate(async () => {
      const found: Record<string, Record<string, number[]>> = {};
      for await (const [name, folder] of await navigator.storage.getDirectory()) {
        if (folder.kind !== "directory") continue;
        const files: Record<string, number[]> = {};
        for await (const [file, handle] of folder as FileSystemDirectoryHandle)
          files[file] = [
            ...new Uint8Array(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer()),
          ];
        found[name] = files;
      }
      return found;
    });
  await beginSequence(page);
  await drawSome(page, 3);
  await page.getByRole("button", { name: "End and save the sequence" }).click();
  await expect(page.getByText("Pictures recorded: 3")).toBeVisible();
  const kept = Object.entries(await folders());
  expect(kept).toHaveLength(1);
  expect(kept[0]?.[0]).toMatch(/^a-\d{8}-\d{6}$/);
  const files = Object.entries(kept[0]?.[1] ?? {}).map(([name, bytes]) => [name, Uint8Array.from(bytes)]);
  expectSequence(Object.fromEntries(files), 3, await canvasSize(page));
  // The second one gets another name: they are named by the second.
  await page.waitForTimeout(1100);
  await beginSequence(page);
  await drawSome(page, 2);
  await page.getByRole("button", { name: "Throw the sequence away" }).click();
  await expect(page.getByRole("button", { name: "Record a sequence of PNGs" })).toBeVisible();
  await expect.poll(async () => Object.keys(await folders())).toEqual([kept[0]?.[0]]);
});
