// Saved profiles in the browser's own storage: they survive a reload, are listed, renamed, deleted and brought back; the link as text and
// as a QR code. The rules of saving are tested in library.test.ts.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, DoppelPage, expect, test } from "./page";

const avatar = async (name = "a.glb") => ({ name, bytes: await makeAvatar() });

const gainOf = async (doppel: DoppelPage) =>
  (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain ?? 1;

async function setGain(doppel: DoppelPage, value: string): Promise<void> {
  await doppel.page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" }).fill(value);
  await expect.poll(() => gainOf(doppel)).toBe(Number(value));
}

/** Gains of jawOpen that lie in the browser's storage, in rising order. */
const savedGains = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("doppel");
        opening.onsuccess = () => {
          const asked = opening.result.transaction("profiles").objectStore("profiles").getAll();
          asked.onsuccess = () => {
            opening.result.close();
            const texts = (asked.result as { text: string }[]).map(({ text }) => JSON.parse(text));
            resolve(texts.map((profile) => profile.calibration.channels.jawOpen.userGain ?? 1).sort());
          };
        };
      }),
  );

test("what was changed comes back after a reload, even when the page went at once; two tabs do not overwrite each other", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await setGain(doppel, "1.4");
  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  await doppel.openAvatar(await avatar());
  await expect.poll(() => gainOf(doppel)).toBe(1.4);
  await expect(doppel.message("info")).toContainText("Your saved settings for a are back");
  await page.getByRole("button", { name: "Undo: your saved settings" }).click();
  await expect.poll(() => gainOf(doppel)).toBe(1);

  const tab = new DoppelPage(await page.context().newPage());
  await tab.open();
  await tab.openAvatar(await avatar());
  await setGain(doppel, "0.9");
  await expect.poll(() => savedGains(page)).toEqual([0.9]);
  await setGain(tab, "0.3");
  await expect(tab.message("warning")).toContainText("adjusted in another tab");
  expect(await savedGains(page)).toEqual([0.3, 0.9]);
});

test("a page that goes while the change before is being written loses neither", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  let gain = 1.1;
  // The first change is written 600 ms after it; the second comes about then, and the page goes with it.
  for (const wait of [560, 590, 600, 610]) {
    await setGain(doppel, gain.toFixed(2));
    await page.waitForTimeout(wait);
    gain += 0.05;
    await page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" }).fill(gain.toFixed(2));
    await page.reload();
    await page.waitForFunction(() => "doppel" in window);
    await doppel.openAvatar(await avatar());
    await expect.poll(() => gainOf(doppel)).toBe(Number(gain.toFixed(2)));
    gain += 0.05;
  }
});

test("a file goes from one browser to another and has the same values there, on the bit", async ({
  doppel,
  page,
  browser,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await setGain(doppel, "1.4");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const bytes = await readFile(await (await download).path());
  const context = await browser.newContext({ viewport: { width: 1040, height: 600 } });
  const other = new DoppelPage(await context.newPage());
  await other.open();
  await other.openAvatar(await avatar("renamed.glb"));
  await other.drop({ name: "from-a-friend.json", bytes });
  await expect.poll(() => gainOf(other)).toBe(1.4);
  const calibration = async (of: DoppelPage) => (await of.state()).profile?.calibration;
  expect(await calibration(other)).toEqual(await calibration(doppel));
  const face = { jawOpen: 0.6, eyeBlinkLeft: 0.8, mouthSmileRight: 0.4 };
  expect((await other.pose(face)).calibrated).toEqual((await doppel.pose(face)).calibrated);
  await context.close();
});

test("the list by keyboard: empty, kept, renamed, deleted, brought back, applied; in both languages without a finding", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await page.getByRole("button", { name: "Profiles" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Saved profiles" });
  await expect(dialog.getByTestId("profiles-empty")).toBeVisible();
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await doppel.openAvatar(await avatar());
  await setGain(doppel, "1.4");
  await page.getByRole("button", { name: "Profiles" }).press("Enter");
  await dialog.getByRole("button", { name: "Keep a copy" }).press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Rename a (2)" }).press("Enter");
  await page.keyboard.type("Evening");
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Rename a (2)" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Evening");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Rename Evening" })).toBeFocused();
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Delete Evening" }).press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Bring it back" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");

  await setGain(doppel, "0.5");
  await page.getByLabel("Language").selectOption("ko");
  await page.getByRole("button", { name: "프로파일", exact: true }).press("Enter");
  const korean = page.getByRole("dialog", { name: "저장된 프로파일" });
  await expect(korean).toContainText("이 아바타");
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await korean.getByRole("button", { name: "Evening 적용" }).press("Enter");
  await expect.poll(() => gainOf(doppel)).toBe(1.4);
});

test("the link as text with its length and as a QR code, which follows the calibration; narrow and in Korean too", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await page.getByRole("button", { name: "Share" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Share this calibration" });
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  const length = link.slice(link.indexOf("#")).length;
  await expect(dialog).toContainText(`${length} characters from #`);
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Language").selectOption("ko");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "공유" }).press("Enter");
  const korean = page.getByRole("dialog", { name: "캘리브레이션 공유" });
  await expect(korean.getByTestId("link-code")).toBeVisible();
  expect(await axeFindings(page, "dialog")).toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide).toBe(false);
});
