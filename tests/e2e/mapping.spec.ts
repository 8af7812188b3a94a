// A file without names, mapped by hand from the keyboard alone: each target is shown, then its channel acts; undo, files, reload, languages.
// What a mapping means is tested in target-mapping.test.ts, drafts and files in mapping.test.ts.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { withoutNames } from "../support/avatar-variants";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, type DoppelPage, expect, test } from "./page";

const CHANNELS = ["eyeBlinkLeft", "jawOpen", "mouthSmileRight"];
/** More than any of the dialogs has. */
const MOST_TABS = 40;

const nameless = async (name = "nameless.glb") => ({
  name,
  bytes: await withoutNames(await makeAvatar({ channels: CHANNELS })),
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < MOST_TABS; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/** How many weights each channel moves on the calibrated copy when it is alone. */
async function movedBy(doppel: DoppelPage): Promise<number[]> {
  const counts: number[] = [];
  for (const channel of CHANNELS) {
    const { calibrated } = await doppel.pose({ [channel]: 1 });
    counts.push(calibrated.filter((weight) => weight > 0.1).length);
  }
  return counts;
}

test("a file without names is mapped from the keyboard alone; then its channels act, after a reload too", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await nameless());
  expect(await movedBy(doppel)).toEqual([0, 0, 0]);

  await page.getByRole("button", { name: "Profiles" }).focus();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Map targets by hand" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Targets mapped by hand" });
  await expect(dialog.getByRole("listitem")).toHaveCount(CHANNELS.length);
  await doppel.idle();
  expect(await axeFindings(page, "dialog")).toEqual([]);

  await tabTo(page, dialog.getByRole("button", { name: "Play Target 2" }));
  await page.keyboard.press("Enter");
  expect(await playedWeights(page)).toEqual({ raw: 1, calibrated: 1, others: 0 });
  for (const [index, channel] of CHANNELS.entries()) {
    await tabTo(page, dialog.getByRole("combobox", { name: `Channel of Target ${index + 1}` }));
    await page.keyboard.type(channel);
  }
  await expect(dialog.getByRole("status")).toHaveText("Not applied yet");
  await tabTo(page, dialog.getByRole("button", { name: "Apply" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await doppel.idle();
  const moved = await movedBy(doppel);
  for (const count of moved) expect(count).toBeGreaterThan(0);

  await page.keyboard.press("Control+z");
  await expect.poll(() => movedBy(doppel)).toEqual([0, 0, 0]);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => movedBy(doppel)).toEqual(moved);

  // A page that goes at once is profile-library.spec.ts's; here it goes when the last change is stored.
  await expect.poll(() => storedMappings(page)).toEqual([CHANNELS]);
  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  await doppel.openAvatar(await nameless());
  await expect.poll(() => movedBy(doppel)).toEqual(moved);
});

/** The channels that targets are mapped to, in order, in each profile that the browser has stored. */
function storedMappings(page: Page): Promise<string[][]> {
  return page.evaluate(
    () =>
      new Promise<string[][]>((resolve, reject) => {
        const opening = indexedDB.open("doppel");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("profiles").objectStore("profiles").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const texts = (reading.result as { text: string }[]).map(({ text }) => text);
            const channels = (text: string) =>
              Object.values<string>(JSON.parse(text).calibration.mapping ?? {});
            resolve(texts.map((text) => [...new Set(channels(text))].sort()));
          };
        };
      }),
  );
}

/** Plays the preview half-way and reads the largest weight on both copies, and how many other weights are not 0. */
function playedWeights(page: Page): Promise<{ raw: number; calibrated: number; others: number }> {
  return page.evaluate(() => {
    interface Root {
      traverse(visit: (object: { morphTargetInfluences?: number[] }) => void): void;
    }
    const { doppel } = window as unknown as {
      doppel: { step(dt: number): void; theatre: { copies: Record<"raw" | "calibrated", { root: Root }> } };
    };
    // 0, then 0.75 s in steps that are not cut.
    doppel.step(0);
    for (let step = 0; step < 10; step++) doppel.step(0.075);
    const largest = (root: Root) => {
      const weights: number[] = [];
      root.traverse((object) => weights.push(...(object.morphTargetInfluences ?? [])));
      return { most: Math.max(...weights), kinds: weights };
    };
    const [raw, calibrated] = [
      largest(doppel.theatre.copies.raw.root),
      largest(doppel.theatre.copies.calibrated.root),
    ];
    const round = (value: number) => Math.round(value * 100) / 100;
    // Three targets on each mesh: of each mesh only the second plays.
    const others = raw.kinds.filter((weight, index) => index % 3 !== 1 && weight !== 0).length;
    return { raw: round(raw.most), calibrated: round(calibrated.most), others };
  });
}

test("a mapping goes out as a file and comes in by dropping it; narrow and Korean without a finding", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar(await nameless());
  await page.getByTestId("findings").locator("summary").press("Enter");
  await page.getByRole("button", { name: "Map targets by hand" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Targets mapped by hand" });
  await doppel.idle();
  await dialog.getByRole("combobox").first().selectOption("jawOpen");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the mapping as a file" }).press("Enter");
  const path = await (await download).path();
  expect((await download).suggestedFilename()).toBe("nameless.mapping.json");
  await dialog.getByRole("button", { name: "Discard" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await doppel.drop({ name: "nameless.mapping.json", bytes: await readFile(path) });
  await expect.poll(async () => (await movedBy(doppel))[1]).toBeGreaterThan(0);

  await page.getByLabel("Language").selectOption("ko");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "프로파일", exact: true }).press("Enter");
  const profiles = page.getByRole("dialog", { name: "저장된 프로파일" });
  await profiles.getByRole("button", { name: "타깃 직접 지정" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "타깃 직접 지정" })).toBeVisible();
  expect(await axeFindings(page, "dialog")).toEqual([]);
});
