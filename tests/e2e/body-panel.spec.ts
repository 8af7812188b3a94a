// The body panel on a recording that the test makes: a slider moves the avatar in the next frame, calibrations, undo, files, reload, bones by hand.
// What a setting does to a body is the core's tests' matter, what an action does to the profile that of body-actions.test.ts.
import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { makeAvatar } from "../support/make-avatar";
import { demonstration, performerBvh } from "../support/performer-bvh";
import { type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

const recording = {
  name: "steps.bvh",
  bytes: new TextEncoder().encode(performerBvh(demonstration(), { scale: 1.25 })),
};
const avatar = async () => ({ name: "someone.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });

interface Hooks {
  pause(): void;
  step(dt: number): void;
  state(): { profile: { retargeting?: Record<string, unknown> } };
  body(): {
    rig: { humanoid: Record<string, string> } | null;
    problem: string;
    follows: string | null;
    settings: { parameters?: Record<string, unknown>; calibration?: { pose: string; live?: boolean } } | null;
    status: number;
  };
  theatre: { copies: { calibrated: { root: Root } } };
}
interface Node3 {
  name: string;
  matrixWorld: { elements: number[] };
}
interface Root {
  updateWorldMatrix(up: boolean, down: boolean): void;
  traverse(visit: (object: Node3) => void): void;
}

/** Frames of a thirtieth of a second. */
const frames = (page: Page, count: number) =>
  page.evaluate((times) => {
    const { doppel } = window as unknown as { doppel: Hooks };
    doppel.pause();
    for (let index = 0; index < times; index++) doppel.step(1 / 30);
  }, count);

/** World place of a bone of the calibrated copy, metres. */
const placeOf = (page: Page, bone: string) =>
  page.evaluate((name) => {
    const { doppel } = window as unknown as { doppel: Hooks };
    const { root } = doppel.theatre.copies.calibrated;
    root.updateWorldMatrix(true, true);
    let place: number[] = [];
    root.traverse((object) => {
      if (object.name === name) place = [...object.matrixWorld.elements.slice(12, 15)];
    });
    return place;
  }, bone);

const body = (page: Page) => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.body());
const retargeting = (page: Page) =>
  page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.state().profile.retargeting ?? null);
const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);

/** The avatar follows the recording, which stands still at its beginning, in T-pose; the panel shows the body. */
async function begin(doppel: DoppelPage, page: Page): Promise<void> {
  await doppel.openAvatar(await avatar());
  await doppel.drop(recording);
  await expect(page.getByTestId("body-bar")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).press("Home");
  await frames(page, 2);
  const tab = page.getByRole("tab", { name: "Body" });
  if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  expect((await body(page)).follows).not.toBeNull();
}

test("a slider moves the avatar in the next frame, also while the recording stands still; a drag is one step", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await begin(doppel, page);
  const before = await placeOf(page, "Hips");
  const slider = page.getByRole("slider", { name: "Floor height", exact: true });
  for (const value of ["0.05", "0.1", "0.2"]) {
    await slider.evaluate((element, text) => {
      (element as HTMLInputElement).value = text;
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
  }
  await slider.dispatchEvent("change");
  await frames(page, 1);
  expect(((await placeOf(page, "Hips"))[1] ?? 0) - (before[1] ?? 0)).toBeCloseTo(0.2, 4);
  await page.keyboard.press("Control+z");
  await frames(page, 1);
  expect((await placeOf(page, "Hips"))[1]).toBeCloseTo(before[1] ?? 0, 6);
  expect(await retargeting(page)).toBeNull();

  const typed = page.getByRole("spinbutton", { name: "Avatar scale, as a number" });
  await typed.fill("9");
  await typed.press("Enter");
  await expect(typed).toHaveValue("3");
  await frames(page, 1);
  // All of the avatar is three times as large: its hand is three times as far from the middle.
  const hand = await placeOf(page, "LeftHand");
  await page.getByRole("button", { name: "Reset Avatar scale" }).click();
  await frames(page, 1);
  expect((hand[0] ?? 0) / ((await placeOf(page, "LeftHand"))[0] ?? 1)).toBeCloseTo(3, 2);
});

test("a calibration in a wrong pose is refused with its reason and taken by force; the right one is taken; undo leads back", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await begin(doppel, page);
  const state = page.getByTestId("body-calibration");
  await expect(state).toContainText("From the rest poses");
  await page.getByRole("button", { name: "I-pose", exact: true }).click();
  const refused = page.getByTestId("refused");
  await expect(refused).toContainText("in an I-pose both arms hang straight down");
  expect(await retargeting(page)).toBeNull();
  expect((await body(page)).settings?.calibration?.live).toBe(false);
  await refused.getByRole("button", { name: "Take it anyway" }).click();
  await expect(state).toContainText("From an I-pose");
  await expect(refused).toHaveText("");
  await page.getByRole("button", { name: "T-pose", exact: true }).click();
  await expect(state).toContainText("From a T-pose");
  expect((await body(page)).settings?.calibration).toMatchObject({ pose: "T", live: true });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(state).toContainText("From the rest poses");
  await frames(page, 1);
  expect((await body(page)).settings?.calibration?.live).toBe(false);
});

test("scale and head are found as one step: the necks are level", async ({ doppel, page }) => {
  await doppel.open();
  await begin(doppel, page);
  const neck = (await placeOf(page, "Neck"))[1] ?? 0;
  await page.getByRole("button", { name: "Scale and head" }).click();
  await expect
    .poll(async () => {
      await frames(page, 1);
      return (await retargeting(page))?.parameters ?? null;
    })
    .not.toBeNull();
  const parameters = (await retargeting(page))?.parameters as { avatarScale: number };
  // The performer is the avatar at 1.25 times its size; how high its ankles stand over the soles is guessed within a centimetre.
  expect(Math.abs(parameters.avatarScale - 1.25)).toBeLessThan(0.02);
  await frames(page, 1);
  expect((await placeOf(page, "Neck"))[1]).toBeGreaterThan(neck);
  await page.keyboard.press("Control+z");
  expect(await retargeting(page)).toBeNull();
});

test("settings go into the profile file and come back with it, and with the avatar after a reload", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await begin(doppel, page);
  const typed = page.getByRole("spinbutton", { name: "Head scale, as a number" });
  await typed.fill("1.5");
  await typed.press("Enter");
  await page.getByRole("button", { name: "T-pose", exact: true }).click();
  await page.getByRole("button", { name: "Fingers", exact: true }).click();
  await page.getByRole("button", { name: "V-sign" }).click();
  await expect(page.getByRole("slider", { name: "Index, Both" })).toHaveValue("1");
  const set = await retargeting(page);
  expect(set).toMatchObject({
    parameters: { headScale: 1.5, leftIndexCurl: 1, rightRingCurl: -1, "fingerShaped.enabled": true },
    calibration: { pose: "T", live: true },
  });
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const file = await readFile(await (await download).path());
  const saved = JSON.parse(file.toString()) as { retargeting: unknown };
  expect(saved.retargeting).toMatchObject(set ?? {});

  await page.getByRole("button", { name: "Reset all" }).click();
  await page.getByRole("button", { name: "From rest poses" }).click();
  expect(await retargeting(page)).toBeNull();
  await doppel.drop({ name: "someone.doppel.json", bytes: file });
  await expect.poll(() => retargeting(page)).toMatchObject(set ?? {});

  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  await expect(page.getByRole("tab", { name: "Body" })).toHaveAttribute("aria-selected", "true");
  await begin(doppel, page);
  await expect.poll(() => retargeting(page)).toMatchObject(set ?? {});
  expect((await body(page)).settings?.parameters).toMatchObject({ headScale: 1.5 });
  await expect(page.getByTestId("body-calibration")).toContainText("From a T-pose");
});

test("weights and meters are written with words; nobody followed says so", async ({ doppel, page }) => {
  await doppel.open();
  await begin(doppel, page);
  await frames(page, 40);
  const line = (name: string) => page.locator(`[data-line=${name}]`);
  await expect(line("leftLeg")).toContainText("1.00");
  await expect(line("leftLeg")).toContainText("nothing holds it back");
  await expect(line("leftArm")).toContainText("nothing asks for it");
  await expect(line("limbStretch")).toContainText("good");
  await page.getByRole("checkbox", { name: "Left arm IK" }).uncheck();
  await frames(page, 12);
  await expect(line("leftArm")).toContainText("switched off");
  await page.getByTestId("performer").selectOption({ label: "Nobody" });
  await frames(page, 40);
  await expect(line("leftLeg")).toContainText("nobody is followed");
  await expect(line("footSlide")).toContainText("no motion");
  await expect(page.getByRole("button", { name: "T-pose", exact: true })).toBeDisabled();
});

test("a bone is given to another joint by hand, undone, saved as a file and brought back by dropping it", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await begin(doppel, page);
  expect((await body(page)).rig?.humanoid.head).toBe("Head");
  await page.getByRole("button", { name: "Skeleton", exact: true }).click();
  await page.getByRole("button", { name: "Map bones by hand" }).click();
  const dialog = page.getByRole("dialog", { name: "Bones mapped by hand" });
  const field = dialog.getByRole("combobox", { name: "Joint of Head" });
  await field.fill("Nose");
  await field.press("Enter");
  await expect(dialog.getByText("The avatar has no joint of this name.")).toBeVisible();
  expect(await retargeting(page)).toBeNull();
  await field.fill("LeftEye");
  await field.press("Enter");
  await expect.poll(async () => (await body(page)).rig?.humanoid.head).toBe("LeftEye");
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the bones as a file" }).click();
  const file = await readFile(await (await download).path());
  expect((await download).suggestedFilename()).toBe("someone.bones.json");
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await expect.poll(async () => (await body(page)).rig?.humanoid.head).toBe("Head");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await doppel.drop({ name: "someone.bones.json", bytes: file });
  await expect.poll(async () => (await body(page)).rig?.humanoid.head).toBe("LeftEye");
  await page.keyboard.press("Control+z");
  await frames(page, 2);
  // The avatar moves again as it did.
  expect((await body(page)).rig?.humanoid.head).toBe("Head");
  expect((await body(page)).status).toBeGreaterThan(0);
});

test("the panel has no finding of axe, wide and narrow, easy and full, in both languages; keys reach everything", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await page.keyboard.press("b");
  await expect(page.getByTestId("body-missing")).toContainText("Open an avatar");
  await doppel.openAvatar(await avatar());
  await expect(page.getByTestId("body-missing")).toContainText("Nobody moves this avatar yet");
  await begin(doppel, page);
  const folded = page.locator(".fold[aria-expanded=false]");
  for (let left = await folded.count(); left > 0; --left) await folded.first().press("Enter");
  await expect(folded).toHaveCount(0);
  await page.getByRole("button", { name: "Floor height" }).first().press("Enter");
  await expect(page.getByText("Lifts or lowers hips and feet alike")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Body" }).press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Face" })).toBeFocused();
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("Language").selectOption("ko");
  await page.setViewportSize({ width: 390, height: 844 });
  await frames(page, 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("radio", { name: "전체" }).press("ArrowLeft");
  await expect(page.getByRole("heading", { name: "캘리브레이션" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
