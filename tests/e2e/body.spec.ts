// A body recording in the browser: dropped as BVH, Motive CSV and VRMA, drawn as a stick figure, on one timeline with a face, in both languages.
// What the readers make of a file, and where the figure's joints are, is tested without a browser.
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { writeVrma } from "../../web/src/sources/motion/write-vrma";
import { anyHumanoid } from "../support/humanoid-clip";
import { makeAvatar } from "../support/make-avatar";
import { madeMotion, madeSkeleton, motiveCsv } from "../support/motive-csv";
import { axeFindings, expect, FEW_CHANNELS, test } from "./page";

const motion = madeMotion(madeSkeleton(), 240);
const motive = {
  name: "dance.csv",
  bytes: new TextEncoder().encode(motiveCsv({ Anna: motion }, { zUp: true })),
};
const bvh = {
  name: "stand.bvh",
  bytes: new TextEncoder().encode(`HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT Head
{
OFFSET 0 70 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
JOINT LeftFoot
{
OFFSET 0 -90 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
}
MOTION
Frames: 90
Frame Time: 0.0333333
${Array.from({ length: 90 }, (_, frame) => `${frame} 90 0 0 0 0 0 0 0 0 0 0`).join("\n")}
`),
};
const face = {
  name: "face.json",
  bytes: new TextEncoder().encode(JSON.stringify({ fps: 20, frames: new Array(100).fill({ jawOpen: 0.5 }) })),
};

/** Frames of a thirtieth of a second while the clock stands. */
function frames(page: Page, count: number): Promise<void> {
  return page.evaluate((times) => {
    const { doppel } = window as unknown as { doppel: { pause(): void; step(dt: number): void } };
    doppel.pause();
    for (let index = 0; index < times; index++) doppel.step(1 / 30);
  }, count);
}

/** After a frame: how many pixels of the pictures have the colour of the figure's lines, roughly. */
async function figurePixels(page: Page): Promise<number> {
  await frames(page, 1);
  const shot = await page.locator("canvas.stage-canvas").screenshot();
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        if (blue > 150 && green > 110 && blue - red > 60) count++;
      }
      return count;
    },
    [...shot],
  );
}

test("a BVH file is a stick figure beside an avatar, with its warnings, put off and on, and closed", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "face.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  const without = await figurePixels(page);
  await doppel.drop(bvh);
  const bar = page.getByTestId("body-bar");
  await expect(bar).toContainText("stand.bvh");
  await expect(page.getByText("Body recording stand.bvh is playing")).toBeVisible();
  await expect(page.getByText("Lengths are read in cm")).toBeVisible();
  await expect(page.getByTestId("timeline")).toBeVisible();
  await expect(page.getByTestId("time")).toContainText("00:03.00");
  expect(await figurePixels(page)).toBeGreaterThan(without + 100);
  expect(await axeFindings(page, "[data-testid=body-bar]")).toEqual([]);
  const toggle = page.getByRole("button", { name: "Stick figure of the body recording" });
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  expect(await figurePixels(page)).toBeLessThan(without + 50);
  await toggle.click();
  expect(await figurePixels(page)).toBeGreaterThan(without + 100);
  await page.getByRole("button", { name: "Close the body recording stand.bvh" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByTestId("no-take")).toBeVisible();
});

test("a face and a body share the timeline, in Korean too; a Motive export names its performer", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "face.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await doppel.drop(face);
  await expect(page.getByTestId("time")).toContainText("00:05.00");
  await doppel.drop(motive);
  await expect(page.locator(".source-take")).toHaveText("face.json + dance.csv");
  await expect(page.getByTestId("time")).toContainText("00:05.00");
  await expect(page.getByTestId("body-bar").locator(".body-name")).toHaveAttribute("title", "Anna, 25 bones");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).focus();
  await page.keyboard.press("End");
  await frames(page, 1);
  expect((await doppel.state()).position).toBeCloseTo(5, 2);
  await page.getByLabel("Language").selectOption("ko");
  await expect(page.getByText("몸 녹화 dance.csv 재생 중")).toBeVisible();
  await expect(page.getByRole("button", { name: "몸 녹화의 골격 표시" })).toBeVisible();
});

test("a VRM animation is read as a body, and one that is none is refused with its place", async ({
  doppel,
  page,
}) => {
  const [clip] = fc.sample(
    anyHumanoid.filter(({ frameCount }) => frameCount > 2),
    { numRuns: 1, seed: 5 },
  );
  if (clip === undefined) throw new Error("no clip");
  await doppel.open();
  await doppel.drop({ name: "made.vrma", bytes: writeVrma(clip) });
  await expect(page.getByTestId("body-bar")).toContainText("made.vrma");
  // Without an avatar too.
  await expect(page.getByTestId("empty-state")).toHaveCount(0);
  expect(await figurePixels(page)).toBeGreaterThan(100);
  await doppel.drop({ name: "broken.bvh", bytes: bvh.bytes.slice(0, 150) });
  await expect(page.getByText(/broken\.bvh: line \d+: expected/)).toBeVisible();
  await expect(page.getByTestId("body-bar")).toContainText("made.vrma");
  await page.getByRole("button", { name: "Close the body recording made.vrma" }).click();
  await expect(page.getByTestId("empty-state")).toBeVisible();
});

test("the demonstration of a body moves the avatar", async ({ doppel, page }) => {
  test.setTimeout(150_000);
  await doppel.open();
  await doppel.openAvatar({ name: "someone.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  const handOf = () =>
    page.evaluate(() => {
      interface Node {
        updateWorldMatrix(up: boolean, down: boolean): void;
        readonly matrixWorld: { readonly elements: readonly number[] };
      }
      const { doppel: hooks } = window as unknown as {
        doppel: {
          body(): { rig: { humanoid: Record<string, string> } };
          theatre: { copies: { calibrated: { root: { getObjectByName(name: string): Node } } } };
        };
      };
      const hand = hooks.theatre.copies.calibrated.root.getObjectByName(
        hooks.body().rig.humanoid.rightHand ?? "",
      );
      hand.updateWorldMatrix(true, false);
      return hand.matrixWorld.elements.slice(12, 15);
    });
  await page.getByRole("button", { name: "Play a body demonstration" }).click();
  await expect(page.getByTestId("body-bar")).toContainText("Demonstration of a body");
  await page.getByRole("button", { name: "Pause" }).click();
  const position = page.getByRole("slider", { name: "Position" });
  const heights: number[] = [];
  for (let second = 0; second < 12; second++) {
    await position.press("PageUp");
    await frames(page, 1);
    heights.push((await handOf())[1] ?? 0);
  }
  // Somebody who sits, walks and waves: the hand is at hip height and over the shoulder at least once.
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.3);
});
