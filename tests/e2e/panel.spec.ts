// The calibration panel as people use it: by keys alone, by dragging, in the easy view, with offers accepted by one click.
// What each setting does to the face is tested in the core; undo over all of them with the commands.
import type { Page } from "@playwright/test";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, type DoppelPage, expect, test } from "./page";

/** jawOpen has nothing of its own and is offered viseme_aa. */
const avatar = async () => ({
  name: "a.glb",
  bytes: await makeAvatar({
    channels: faceChannelNames.filter((name) => name !== "jawOpen"),
    shapes: { viseme_aa: { jawOpen: 0.9 } },
  }),
});

interface Settings {
  readonly userGain?: number;
  readonly floor?: number;
  readonly closedAt?: number;
  readonly locked?: boolean;
  readonly muted?: boolean;
}

async function settings(doppel: DoppelPage, channel: string): Promise<Settings> {
  return ((await doppel.state()).profile?.calibration.channels[channel] ?? {}) as Settings;
}

const setting = async (doppel: DoppelPage, channel: string, key: keyof Settings) =>
  (await settings(doppel, channel))[key];

/** Heard name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.closest("label")?.textContent ?? "";
    return (element?.getAttribute("aria-label") ?? (label || element?.textContent) ?? "").trim();
  });

/** Presses Tab until every one of `wanted` had the focus; returns those that had not. */
async function tabThrough(page: Page, wanted: readonly string[]): Promise<string[]> {
  const missing = new Set(wanted);
  for (let presses = 0; presses < 130 && missing.size > 0; presses++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    for (const text of missing) if (name.startsWith(text)) missing.delete(text);
  }
  return [...missing];
}

test("every action of the panel is reached and works by keys alone", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await page.getByRole("button", { name: "cheekPuff" }).click();
  await page.locator("body").press("Escape");
  const reached = [
    "Shape the response of cheekPuff",
    "Gain of cheekPuff",
    "Floor of cheekPuff",
    "Value of cheekPuff by hand",
    "Preview",
    "Full",
    "Range match",
    "Strength",
    "Symmetry",
    "Eyes closed at",
    "Learn",
    "Recalibrate",
    "Use all",
    "Search channels",
    "Needs attention",
    "Preview the group Brows",
    "Gain of the group Brows",
    "cheekPuff",
    "Mute Cheeks puffed",
    "Solo Cheeks puffed",
    "Lock Cheeks puffed",
    "Gain of the group Tongue",
  ];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect(await tabThrough(page, reached)).toEqual([]);

  // Rows: arrows move, single keys set.
  const row = page
    .locator("[data-channel]")
    .filter({ has: page.getByRole("button", { name: "cheekPuff", exact: true }) });
  await row.locator(".channel-name").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("cheekSquintLeft");
  await page.keyboard.press("ArrowUp");
  expect(await focused(page)).toBe("cheekPuff");
  for (const key of ["m", "l", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect
    .poll(() => settings(doppel, "cheekPuff"))
    .toMatchObject({ muted: true, locked: true, userGain: 1.1 });
  await page.keyboard.press("s");
  await expect(page.getByRole("status").filter({ hasText: "Only Cheeks puffed moves" })).toBeVisible();
  await page.keyboard.press("s");
  await page.keyboard.press("p");
  await expect(page.getByTestId("detail").getByRole("button", { name: "Preview" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Delete");
  await expect.poll(() => setting(doppel, "cheekPuff", "muted")).toBeUndefined();
  await page.keyboard.press("Control+z");
  await expect.poll(() => setting(doppel, "cheekPuff", "muted")).toBe(true);
  await page.keyboard.press("m");

  // The curve, and a group.
  const knob = page.getByRole("slider", { name: "Shape the response of cheekPuff" });
  await knob.focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => setting(doppel, "cheekPuff", "userGain")).toBeCloseTo(1.2, 6);
  await page.getByRole("slider", { name: "Gain of the group Cheeks" }).press("ArrowLeft");
  const groups = async () =>
    (await doppel.state()).profile?.calibration as { groupGain?: Record<string, number> };
  await expect.poll(async () => (await groups()).groupGain?.Cheek).toBeCloseTo(0.99, 6);
  await page.getByRole("button", { name: "Reset the group Cheeks" }).press("Enter");
  await expect.poll(async () => (await groups()).groupGain?.Cheek).toBe(1);
  await page.getByRole("button", { name: "Preview the group Cheeks, channel by channel" }).press("Enter");

  // One click for all substitutes.
  await page.getByRole("button", { name: "Use all" }).press("Enter");
  await expect
    .poll(async () => (await doppel.state()).profile?.calibration.substitutes?.jawOpen)
    .toBe("target:viseme_aa");
  await doppel.idle();
  expect(await axeFindings(page)).toEqual([]);
});

test("a drag of slider or curve changes the calibrated avatar in the next frame, and is one entry of the history", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await page.getByRole("button", { name: "cheekPuff" }).click();
  const before = await doppel.pose({ cheekPuff: 0.5 });
  const frame = () =>
    page.evaluate(() => {
      interface Root {
        traverse(visit: (mesh: { morphTargetInfluences?: number[] }) => void): void;
      }
      const { doppel: hooks } = window as unknown as {
        doppel: { step(dt: number): void; theatre: { copies: Record<"raw" | "calibrated", { root: Root }> } };
      };
      hooks.step(1 / 60);
      const weights = (root: Root) => {
        const list: number[] = [];
        root.traverse((mesh) => list.push(...(mesh.morphTargetInfluences ?? [])));
        return list;
      };
      const { raw, calibrated } = hooks.theatre.copies;
      return { raw: weights(raw.root), calibrated: weights(calibrated.root) };
    });
  const slider = await page
    .getByTestId("detail")
    .getByRole("slider", { name: "Gain of cheekPuff" })
    .boundingBox();
  const curve = await page.locator(".curve-handle").boundingBox();
  if (slider === null || curve === null) throw new Error("slider or curve is not shown");
  await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
  await page.mouse.down();
  await page.mouse.move(slider.x + slider.width * 0.75, slider.y + slider.height / 2);
  const during = await frame();
  expect(Math.max(...during.calibrated)).toBeGreaterThan(Math.max(...before.calibrated) + 0.05);
  expect(during.raw).toEqual(before.raw);
  await page.mouse.move(slider.x + slider.width * 0.9, slider.y + slider.height / 2);
  await page.mouse.up();
  expect(await setting(doppel, "cheekPuff", "userGain")).toBeGreaterThan(1.5);
  await page.keyboard.press("Control+z");
  await expect.poll(() => setting(doppel, "cheekPuff", "userGain")).toBe(1);

  // The curve is taken at input 0.5 and pulled to a quarter of its plot: the movement there follows the pointer.
  await page.mouse.move(curve.x + curve.width / 2, curve.y + curve.height / 2);
  await page.mouse.down();
  await page.mouse.move(curve.x + curve.width / 2, curve.y + curve.height * 0.7);
  await page.mouse.move(curve.x + curve.width / 2, curve.y + curve.height * 0.8);
  const pulled = await frame();
  await page.mouse.up();
  expect(Math.max(...pulled.calibrated)).toBeLessThan(Math.max(...before.calibrated) - 0.05);
  expect(await setting(doppel, "cheekPuff", "userGain")).toBeLessThan(0.8);
  await page.keyboard.press("Control+z");
  await expect.poll(() => setting(doppel, "cheekPuff", "userGain")).toBe(1);
});

test("a channel that idles above 0 is offered a floor, and the lids learn from the blinks of the live input", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await page.evaluate(async () => {
    const { doppel: hooks } = window as unknown as {
      doppel: { channels: string[]; feedFace(row: Float32Array): void; step(dt: number): void };
    };
    const at = (name: string) => hooks.channels.indexOf(name);
    const row = new Float32Array(52);
    // 5.5 s of the face's own time: one window and a part of the next.
    for (let frame = 0; frame < 110; frame++) {
      row[at("browInnerUp")] = 0.03 + 0.01 * Math.sin(frame);
      const blink = frame % 12 < 3 ? 0.8 : 0;
      row[at("eyeBlinkLeft")] = blink;
      row[at("eyeBlinkRight")] = blink;
      hooks.feedFace(row);
      hooks.step(1 / 20);
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await page.getByRole("button", { name: "Set floors" }).click();
  await expect.poll(() => setting(doppel, "browInnerUp", "floor")).toBeCloseTo(0.04, 6);
  await expect(page.getByRole("button", { name: "Set floors" })).toHaveCount(0);
  await page.getByRole("button", { name: "Learn" }).click();
  await expect.poll(() => setting(doppel, "eyeBlinkLeft", "closedAt")).toBeCloseTo(0.8, 6);
  expect(await setting(doppel, "eyeBlinkRight", "closedAt")).toBeCloseTo(0.8, 6);
});

test("the easy view has strength and five sliders, is remembered, and fits a narrow screen in Korean", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await page.keyboard.press("e");
  for (const name of [
    "Strength",
    "Strength of Eyes",
    "Strength of Brows",
    "Strength of Mouth",
    "Strength of Jaw",
    "Strength of Gaze",
  ])
    await expect(page.getByRole("slider", { name, exact: true })).toBeVisible();
  await page.getByRole("slider", { name: "Strength of Gaze" }).press("ArrowRight");
  await expect.poll(() => setting(doppel, "eyeLookUpRight", "userGain")).toBeCloseTo(1.01, 6);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  await page.getByLabel("Language").selectOption("ko");
  await expect(page.getByRole("radio", { name: "간단히" })).toBeChecked();
  expect(await axeFindings(page)).toEqual([]);
  const wide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.getByRole("radio", { name: "전체" }).check({ force: true });
  expect(await wide()).toBeLessThanOrEqual(0);
});
