// The panels' part of a frame allocates nothing: 52 live meters, the curve's dots, the timeline; the body's weights and meters.
// How long it takes is the bench's.
import { faceChannelCount } from "../../web/src/tables/face-channels";
import { allocatedBytes } from "../support/heap-sampling";
import { makeAvatar } from "../support/make-avatar";
import { demonstration, performerBvh } from "../support/performer-bvh";
import { expect, test } from "./page";

/** All rows of the table at once. */
test.use({ viewport: { width: 1280, height: 2700 } });

test("painting a frame of the panels allocates nothing", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar() });
  // Values that are no whole numbers anywhere: those alone would be objects.
  await page.evaluate((count) => {
    const { doppel: hooks } = window as unknown as {
      doppel: { feedFace(row: Float32Array): void; step(dt: number): void };
    };
    for (let frame = 0; frame < 3; frame++) {
      hooks.feedFace(
        Float32Array.from({ length: count }, (_, channel) => 0.5 + 0.4 * Math.sin(channel + frame)),
      );
      hooks.step(1 / 60);
    }
  }, faceChannelCount);
  const session = await page.context().newCDPSession(page);
  const wanted = { call: "paint", times: 2000, warmUps: 5, rounds: 5 } as const;
  // The smallest object is 12 bytes: one in a frame would be seen many times over.
  expect(await allocatedBytes(session, page, wanted)).toBeLessThan(1);
});

test("painting a frame of the body panel allocates nothing", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar() });
  const bytes = new TextEncoder().encode(performerBvh(demonstration(2)));
  await doppel.drop({ name: "steps.bvh", bytes });
  await expect(page.getByTestId("body-bar")).toBeVisible();
  await page.keyboard.press("b");
  await expect(page.locator("[data-line=footSlide]")).toBeVisible();
  await page.evaluate(() => {
    const { doppel: hooks } = window as unknown as { doppel: { pause(): void; step(dt: number): void } };
    hooks.pause();
    for (let frame = 0; frame < 50; frame++) hooks.step(1 / 30);
  });
  const session = await page.context().newCDPSession(page);
  const wanted = { call: "paint", times: 2000, warmUps: 5, rounds: 5 } as const;
  expect(await allocatedBytes(session, page, wanted)).toBeLessThan(1);
});
