// What stays on the graphics unit: nothing, after any number of loads and removals.
// Figures are three.js's own counts.
import { hangHair } from "../support/hang-hair";
import { makeAvatar } from "../support/make-avatar";
import { hasSamples, sampleBytes, sampleNote } from "../support/samples";
import { expect, test } from "./page";

const LOADS = 20;
/** A few morph targets are kept on the graphics unit in the same way as all 52. */
const CHANNELS = ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight", "mouthSmileLeft"];

test("after 20 loads and removals geometries and textures are back at their baseline", async ({
  doppel,
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1010, height: 420 });
  await doppel.open();
  const baseline = await doppel.memory();
  const kinds = await Promise.all(
    (["glb", "vrm0", "vrm1"] as const).map(async (format) => {
      const bytes = await makeAvatar({ format, channels: CHANNELS });
      return format === "glb" ? bytes : hangHair(bytes, format);
    }),
  );
  let highest = 0;
  for (let load = 0; load < LOADS; load++) {
    const bytes = kinds[load % kinds.length] as Uint8Array;
    await doppel.openAvatar({ name: `${load}.vrm`, bytes });
    highest = Math.max(highest, (await doppel.memory()).geometries);
    if (load % 3 === 2) continue; // replaced by the next one instead of being removed
    await page.getByRole("button", { name: "Remove the avatar" }).click();
    await expect.poll(async () => (await doppel.state()).avatar).toBeNull();
  }
  await page
    .getByRole("button", { name: "Remove the avatar" })
    .click({ timeout: 1000 })
    .catch(() => {});
  await expect(page.getByTestId("empty-state")).toBeVisible();
  expect(highest).toBeGreaterThan(0);
  const { geometries, textures } = await doppel.memory();
  expect({ geometries, textures }).toEqual({ geometries: baseline.geometries, textures: baseline.textures });
});

test(`a textured avatar leaves nothing behind${sampleNote}`, async ({ doppel, page }) => {
  test.skip(!hasSamples, "../shared/samples is absent");
  await page.setViewportSize({ width: 1010, height: 420 });
  await doppel.open();
  const { geometries, textures } = await doppel.memory();
  for (const name of ["godette-vrm0.vrm", "rpm-male.glb", "godette-vrm0.vrm"]) {
    await doppel.openAvatar({ name, bytes: sampleBytes(name) });
    await expect.poll(async () => (await doppel.memory()).textures).toBeGreaterThan(textures);
    await page.getByRole("button", { name: "Remove the avatar" }).click();
    await expect.poll(async () => (await doppel.state()).avatar).toBeNull();
    const after = await doppel.memory();
    expect({ geometries: after.geometries, textures: after.textures }).toEqual({ geometries, textures });
  }
});
