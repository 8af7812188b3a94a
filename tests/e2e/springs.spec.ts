// Hair on a real page: it swings with a recording that moves the body, hangs still when springs are off, and survives jumps in time.
// How springs are computed is tested without a browser.
import type { Page } from "@playwright/test";
import { demonstration, performerBvh } from "../support/performer-bvh";
import { expect, test } from "./page";

interface Node {
  name: string;
  children: Node[];
  quaternion: { toArray(): number[] };
  position: { length(): number };
  traverse(visit: (object: Node) => void): void;
}

/** Rotations of all hair bones of both copies, in the order of the tree, after so many frames. */
function hair(page: Page, frames: number, dt = 1 / 60): Promise<number[][]> {
  return page.evaluate(
    ({ count, seconds }) => {
      const { doppel } = window as unknown as {
        doppel: {
          pause(): void;
          step(dt: number): void;
          theatre: { copies: { raw: { root: Node }; calibrated: { root: Node } } };
        };
      };
      doppel.pause();
      for (let frame = 0; frame < count; frame++) doppel.step(seconds);
      const rotations: number[][] = [];
      const { raw, calibrated } = doppel.theatre.copies;
      for (const { root } of [raw, calibrated])
        root.traverse((object) => {
          if (object.name.startsWith("hair")) rotations.push(object.quaternion.toArray());
        });
      return rotations;
    },
    { count: frames, seconds: dt },
  );
}

/** Largest turn of any bone between two looks, degrees. */
function turned(before: number[][], after: number[][]): number {
  const angles = before.map((a, bone) => {
    const b = after[bone] ?? [];
    const cosine = Math.abs(a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0));
    return (2 * Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
  });
  return Math.max(...angles);
}

test("hair of a sample swings with a body that walks, and hangs as in the file when springs are off", async ({
  doppel,
  page,
}) => {
  await doppel.visit("/?avatar=stylised&render=off");
  await doppel.pause();
  await expect
    .poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 })
    .toBe("stylised.vrm");
  await doppel.idle();
  const inFile = await hair(page, 0);
  expect(inFile.length).toBeGreaterThan(20);
  await doppel.drop({ name: "steps.bvh", bytes: new TextEncoder().encode(performerBvh(demonstration(4))) });
  await expect(page.getByTestId("body-bar")).toBeVisible();
  const begun = await hair(page, 60);
  const walked = await hair(page, 45);
  expect(turned(begun, walked)).toBeGreaterThan(1);
  for (const rotation of walked) expect(Math.hypot(...rotation)).toBeCloseTo(1, 6);
  // A second without a frame, as after a hidden tab, and steps of any length.
  for (const dt of [1, 0.001, 0.09]) {
    const after = await hair(page, 5, dt);
    for (const rotation of after) expect(Math.hypot(...rotation)).toBeCloseTo(1, 6);
  }

  await page.keyboard.press("b");
  const section = page.locator("[data-section=motion]");
  await section.getByRole("button", { name: "Motion", exact: true }).click();
  await section.getByRole("checkbox", { name: "Hair and clothes swing" }).uncheck();
  expect(turned(inFile, await hair(page, 30))).toBeLessThan(0.01);
  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  const remembered = page.locator("[data-section=motion]");
  await expect(remembered.getByRole("checkbox", { name: "Hair and clothes swing" })).not.toBeChecked();
});
