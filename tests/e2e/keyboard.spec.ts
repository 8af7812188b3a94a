// Everything on the page without a pointer: the Tab key reaches every control, each documented key does what the help says, dialogs give
// the focus back. What the controls do beyond that is tested with their features.
import type { Page } from "@playwright/test";
import { en } from "../../web/src/i18n/en";
import { type TextKey, translate } from "../../web/src/i18n/translate";
import { makeAvatar } from "../support/make-avatar";
import { type DoppelPage, expect, test } from "./page";

/** Presses after which a page that still has no end of its tab order is taken to be a trap. */
const MOST_TABS = 250;

const say = (key: TextKey, parameters?: Record<string, string | number>) => translate("en", key, parameters);

const take = {
  name: "take.json",
  bytes: new TextEncoder().encode(
    JSON.stringify({ names: ["jawOpen"], fps: 20, frames: Array.from({ length: 200 }, (_, k) => [k / 199]) }),
  ),
};

/** Notes every control that gets the focus, and every touch of a pointer. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { focused: new Set<Element>(), pointers: 0 };
    Object.assign(window, { seen });
    addEventListener("focusin", ({ target }) => seen.focused.add(target as Element), true);
    addEventListener("pointerdown", () => seen.pointers++, true);
  });
}

interface Watched {
  readonly seen: { readonly focused: Set<Element>; pointers: number };
}

/** Presses Tab through everything inside of `root` once; returns what could be used there and was not reached. */
async function unreached(page: Page, root: string): Promise<string[]> {
  await page.evaluate(() => (window as unknown as Watched).seen.focused.clear());
  let known = -1;
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press("Tab");
    const count = await page.evaluate(() => (window as unknown as Watched).seen.focused.size);
    // Once around: after the last control the browser itself has the focus for a press or two.
    if (count === known && (await page.evaluate(() => document.activeElement !== document.body))) break;
    known = count;
  }
  return page.evaluate((place) => {
    const { focused } = (window as unknown as Watched).seen;
    const all = document.querySelectorAll<HTMLElement>(
      `${place} :is(button, input, select, textarea, summary, a[href], [tabindex])`,
    );
    const checkedPeer = (element: HTMLElement) =>
      element instanceof HTMLInputElement &&
      element.type === "radio" &&
      [...focused].some((other) => other instanceof HTMLInputElement && other.name === element.name);
    // Rows share one tab stop, arrows lead from row to row; so do tabs.
    const rowPeer = (element: HTMLElement) =>
      element.tabIndex === -1 && (element.closest("[data-channel]") !== null || element.role === "tab");
    const usable = (element: HTMLElement) =>
      element.checkVisibility() &&
      element.getAttribute("aria-hidden") !== "true" &&
      !element.matches(":disabled") &&
      !(element.tabIndex === -1 && element.matches("section, main, div"));
    return [...all]
      .filter((element) => usable(element) && !focused.has(element))
      .filter((element) => !checkedPeer(element) && !rowPeer(element))
      .map((element) => element.outerHTML.slice(0, 160));
  }, root);
}

const frame = (page: Page) =>
  page.evaluate(() => (window as unknown as { doppel: { step(dt: number): void } }).doppel.step(0));

const gain = async (doppel: DoppelPage, channel = "jawOpen") =>
  (await doppel.state()).profile?.calibration.channels[channel]?.userGain ?? 1;

/** The focus on the first row that a search finds. */
async function toRow(page: Page, search: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(search);
  const name = page.locator(".channel-name[tabindex='0']");
  await expect(name).toContainText(search);
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await name.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${search}: its row was not reached`);
}

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => (window as unknown as Watched).seen.pointers), "pointer events").toBe(0);
});

test("the Tab key reaches every control of the page, in the full and the easy view, with a recording, and of every dialog", async ({
  doppel,
  page,
}) => {
  test.setTimeout(150_000);
  await watch(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await doppel.open();
  expect(await unreached(page, ".app")).toEqual([]);
  await doppel.openAvatar({
    name: "head.vrm",
    bytes: await makeAvatar({
      format: "vrm1",
      shapes: { viseme_aa: { jawOpen: 1 } },
      channels: ["browInnerUp"],
    }),
  });
  await doppel.drop(take);
  await expect(page.getByTestId("timeline")).toBeVisible();
  expect(await unreached(page, ".app")).toEqual([]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("e");
  await expect(page.getByRole("region", { name: say("panel.parts") })).toBeVisible();
  expect(await unreached(page, ".app")).toEqual([]);
  await page.keyboard.press("b");
  await expect(page.getByRole("region", { name: say("body.panel") })).toBeVisible();
  await page.keyboard.press("e");
  expect(await unreached(page, ".app")).toEqual([]);
  await page.getByRole("button", { name: say("bodySection.skeleton"), exact: true }).press("Enter");
  const map = page.getByRole("button", { name: say("skeleton.map") });
  await map.press("Enter");
  await expect(page.getByRole("dialog", { name: say("bones.title") })).toBeVisible();
  expect(await unreached(page, "dialog"), "bones").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(map).toBeFocused();
  await page.keyboard.press("b");

  for (const [opener, title] of [
    ["library.show", "library.title"],
    ["share.show", "share.title"],
    ["profile.openLink", "profile.openLink"],
    ["keys.show", "keys.title"],
    ["report.open", "report.title"],
  ] as const) {
    const button = page.getByRole("button", { name: say(opener), exact: true });
    await button.press("Enter");
    const dialog = page.getByRole("dialog", { name: say(title, { file: "head.vrm" }) });
    await expect(dialog).toBeVisible();
    expect(await unreached(page, "dialog"), title).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button, `focus after ${title}`).toBeFocused();
  }
});

test("every key of the help does what it says", async ({ doppel, page }) => {
  test.setTimeout(180_000);
  await watch(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await doppel.open();
  await doppel.openAvatar({ name: "head.glb", bytes: await makeAvatar() });
  await doppel.drop(take);
  await expect(page.getByTestId("timeline")).toBeVisible();
  const press = (key: string) => page.keyboard.press(key);
  const point = (name: "timeline.in" | "timeline.out") => page.getByRole("slider", { name: say(name) });
  const position = async () => {
    await frame(page);
    return (await doppel.state()).position;
  };
  const playing = (yes: boolean) =>
    expect(
      page.getByRole("button", { name: say(yes ? "transport.pause" : "transport.play"), exact: true }),
    ).toBeVisible();
  const switched = (key: "panel.mute" | "panel.solo" | "panel.lock") =>
    page
      .locator("[data-channel]")
      .getByRole("button", { name: say(key, { channel: "Jaw open" }) })
      .first();
  const selected = () => page.locator(".channel-name[aria-pressed=true]").textContent();
  const clearSearch = async () => {
    await press("/");
    await press("Control+a");
    await press("Backspace");
    await page.keyboard.press("Tab");
  };

  const checks: Partial<Record<TextKey, () => Promise<void>>> = {
    "keys.play": async () => {
      await playing(true);
      await press(" ");
      await playing(false);
    },
    "keys.frame": async () => {
      const before = await position();
      await press(".");
      await press(".");
      expect(await position()).toBeCloseTo(before + 0.1, 3);
      await press(",");
      expect(await position()).toBeCloseTo(before + 0.05, 3);
    },
    "keys.inOut": async () => {
      await press("i");
      for (let step = 0; step < 4; step++) await press(".");
      await frame(page);
      await press("o");
      await expect(point("timeline.in")).not.toHaveAttribute("aria-valuetext", "00:00.00");
      await expect(point("timeline.out")).not.toHaveAttribute("aria-valuetext", "00:10.00");
    },
    "keys.clearRange": async () => {
      await press("x");
      await expect(point("timeline.in")).toHaveAttribute("aria-valuetext", "00:00.00");
      await expect(point("timeline.out")).toHaveAttribute("aria-valuetext", "00:10.00");
    },
    "keys.search": async () => {
      await press("/");
      await expect(page.getByRole("searchbox")).toBeFocused();
      await page.keyboard.press("Tab");
    },
    "keys.move": async () => {
      await press("k");
      const first = await selected();
      await press("j");
      expect(await selected()).not.toBe(first);
    },
    "keys.rows": async () => {
      await toRow(page, "jaw");
      await press("ArrowDown");
      const below = await selected();
      await press("ArrowUp");
      expect(await selected()).not.toBe(below);
      await clearSearch();
    },
    "keys.rowGain": async () => {
      await toRow(page, "jawOpen");
      await press("ArrowRight");
      await expect.poll(() => gain(doppel)).toBe(1.05);
      await press("ArrowLeft");
      await expect.poll(() => gain(doppel)).toBe(1);
      await press("ArrowRight");
      await expect.poll(() => gain(doppel)).toBe(1.05);
    },
    "keys.rowSwitches": async () => {
      for (const [key, name] of [
        ["m", "panel.mute"],
        ["s", "panel.solo"],
        ["l", "panel.lock"],
      ] as const) {
        await press(key);
        await expect(switched(name)).toHaveAttribute("aria-pressed", "true");
        await press(key);
        await expect(switched(name)).toHaveAttribute("aria-pressed", "false");
      }
    },
    "keys.rowPreview": async () => {
      await press("p");
      await expect(page.getByRole("button", { name: say("detail.preview"), exact: true })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await press("p");
    },
    "keys.rowReset": async () => {
      await press("Delete");
      await expect.poll(() => gain(doppel)).toBe(1);
    },
    "keys.undo": async () => {
      await press("Control+z");
      await expect.poll(() => gain(doppel)).toBe(1.05);
    },
    "keys.redo": async () => {
      await press("Control+Shift+z");
      await expect.poll(() => gain(doppel)).toBe(1);
      await press("Control+z");
      await expect.poll(() => gain(doppel)).toBe(1.05);
      await press("Control+y");
      await expect.poll(() => gain(doppel)).toBe(1);
    },
    "keys.curve": async () => {
      const knob = page.getByRole("slider", { name: say("panel.curveHandle", { channel: "jawOpen" }) });
      await knob.focus();
      await press("ArrowUp");
      await expect.poll(() => gain(doppel)).toBe(1.01);
      await press("ArrowDown");
      await expect.poll(() => gain(doppel)).toBe(1);
    },
    "keys.open": async () => {
      // The system's own dialog is not opened.
      const field = page.getByTestId("file-input");
      await field.evaluate((input) =>
        input.addEventListener("click", (event) => {
          event.preventDefault();
          input.dataset.asked = "";
        }),
      );
      await press("Control+o");
      await expect(field).toHaveAttribute("data-asked", "");
    },
    "keys.save": async () => {
      const coming = page.waitForEvent("download");
      await press("Control+s");
      expect((await coming).suggestedFilename()).toMatch(/\.json$/);
    },
    "keys.dismiss": async () => {
      await expect(doppel.message("info").first()).toBeVisible();
      while ((await doppel.message("info").count()) > 0) await press("Escape");
    },
    "keys.tab": async () => {
      const tab = (name: "tab.face" | "tab.body") => page.getByRole("tab", { name: say(name) });
      await press("b");
      await expect(tab("tab.body")).toHaveAttribute("aria-selected", "true");
      await press("b");
      await expect(tab("tab.face")).toHaveAttribute("aria-selected", "true");
    },
    "keys.camera": async () => {
      const { camera } = await doppel.state();
      await page.getByRole("region", { name: say("view.stage") }).focus();
      await press("ArrowLeft");
      await frame(page);
      expect((await doppel.state()).camera).not.toEqual(camera);
      await press("0");
      await frame(page);
      const back = (await doppel.state()).camera;
      for (const axis of [0, 1, 2] as const) expect(back[axis]).toBeCloseTo(camera[axis], 3);
    },
    "keys.easy": async () => {
      await press("e");
      await expect(page.getByRole("region", { name: say("panel.parts") })).toBeVisible();
      await press("e");
      await expect(page.locator(".table")).toBeVisible();
    },
    "keys.help": async () => {
      await press("?");
      const dialog = page.getByRole("dialog", { name: say("keys.title") });
      await expect(dialog).toBeVisible();
      const listed = await dialog.locator(".keys dt").allTextContents();
      const checked = Object.keys(checks).map((key) => en[key as TextKey] as string);
      expect(listed.sort()).toEqual(checked.sort());
      await press("Escape");
      await expect(dialog).toHaveCount(0);
    },
  };
  for (const check of Object.values(checks)) await check();
});
