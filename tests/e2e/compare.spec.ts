// Comparing in the page: the divider by keys and pointer, one face cut along it, and the report with its exports.
// The wall is tested in wall.spec.ts.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Download, Page } from "@playwright/test";
import { decode } from "fast-png";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, expect, test } from "./page";

/** The colour between two pictures, as in stage/stage.ts. */
const GAP = [0x0b, 0x0c, 0x0e];
/** Bytes that the command line may print. */
const MAX_PRINTED = 4 * 1024 * 1024;
const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47];

async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const { data } = decode(await page.screenshot({ clip: { x, y, width: 1, height: 1 } }));
  return [...data.slice(0, 3)];
}

test("the divider moves by keys and pointer, cuts one face where that is chosen, and is remembered", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "head.glb", bytes: await makeAvatar({ channels: ["jawOpen"] }) });
  const divider = page.getByRole("separator", { name: "Divider between raw and calibrated" });
  const drawn = async () => {
    await page.evaluate(() => (window as unknown as { doppel: { step(dt: number): void } }).doppel.step(0));
    const box = (await divider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return colourAt(page, Math.round(box.x + box.width / 2), Math.round(box.y + box.height * 0.3));
  };
  await expect(divider).toHaveAttribute("aria-valuenow", "50");
  expect(await drawn()).toEqual(GAP);
  await divider.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageUp");
  await expect(divider).toHaveAttribute("aria-valuenow", "62");
  expect(await drawn()).toEqual(GAP);
  for (let press = 0; press < 12; press++) await page.keyboard.press("PageDown");
  await expect(divider).toHaveAttribute("aria-valuenow", "5");
  await page.keyboard.press("Home");
  await expect(divider).toHaveAttribute("aria-valuenow", "50");

  await page.getByRole("radio", { name: "Side by side" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  expect(await drawn()).toEqual(GAP);
  const stage = (await page.locator(".viewer-stage").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const y = stage.y + stage.height / 2;
  await page.mouse.move(stage.x + stage.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width * 0.4, y);
  await page.mouse.move(stage.x + stage.width * 0.3, y);
  await page.mouse.up();
  await expect(divider).toHaveAttribute("aria-valuenow", "30");
  expect(await drawn()).toEqual(GAP);
  expect(await axeFindings(page)).toEqual([]);

  await page.reload();
  await page.waitForFunction(() => "doppel" in window);
  await doppel.openAvatar({ name: "head.glb", bytes: await makeAvatar({ channels: ["jawOpen"] }) });
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await expect(divider).toHaveAttribute("aria-valuenow", "30");
  await divider.dblclick();
  await expect(divider).toHaveAttribute("aria-valuenow", "50");
});

async function savedBytes(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

test("the report shows score, plots and numbers, and its files are those of the command line", async ({
  doppel,
  page,
}) => {
  const bytes = await makeAvatar({ strength: (channel) => (channel.startsWith("mouth") ? 0.5 : 1.4) });
  await doppel.open();
  await doppel.openAvatar({ name: "head.glb", bytes });
  await page.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog", { name: "Report: head.glb" });
  const report = (await doppel.state()).report;
  await expect(dialog).toContainText(report?.before?.toFixed(1) ?? "none");
  await expect(dialog).toContainText(report?.after?.toFixed(1) ?? "none");
  await expect(dialog.getByRole("img", { name: /^Response of jawOpen/ })).toBeVisible();
  // Where the share of the reference's travel is no measure, it says what is.
  const why = (channel: string) =>
    dialog.locator(".report-chart", { hasText: channel }).locator(".report-why");
  await expect(why("eyeBlinkLeft")).toHaveText("lids close fully, however far they have to travel");
  await expect(why("mouthClose")).toHaveText("closes the lips as far as the jaw opened them");
  await expect(why("jawOpen")).toHaveCount(0);
  // Plots of a row lie in one line whether a reason stands below them or not.
  const drops = await dialog.locator(".report-chart").evaluateAll((charts) => {
    const top = (element: Element | null) => element?.getBoundingClientRect().top ?? Number.NaN;
    return charts.map((chart) => Math.round(top(chart.querySelector(":scope > svg")) - top(chart)));
  });
  expect(new Set(drops).size).toBe(1);
  expect(await axeFindings(page, "dialog")).toEqual([]);

  const save = async (form: string) => {
    const coming = page.waitForEvent("download");
    await dialog.getByRole("button", { name: `Save the report as ${form}` }).click();
    return coming;
  };
  const folder = mkdtempSync(join(tmpdir(), "doppel-report-"));
  try {
    writeFileSync(join(folder, "head.glb"), bytes);
    const command = ["--import", "tsx", "web/src/cli/main.ts", "report", join(folder, "head.glb")];
    const printed = ["--json", "--csv"].map((form) =>
      promisify(execFile)(process.execPath, [...command, form], { maxBuffer: MAX_PRINTED }),
    );
    const [commandJson, commandCsv] = await Promise.all(printed);
    const json = await save("JSON");
    expect(json.suggestedFilename()).toBe("head.report.json");
    expect(JSON.parse((await savedBytes(json)).toString())).toEqual(JSON.parse(commandJson?.stdout ?? ""));
    expect((await savedBytes(await save("CSV"))).toString()).toBe(commandCsv?.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const picture = await savedBytes(await save("PNG"));
  expect([...picture.subarray(0, 4)]).toEqual(PNG_MAGIC);
  expect(decode(picture).width).toBeGreaterThan(2000);

  await dialog.getByText("Numbers").locator("..").getByRole("radio").check();
  await expect(dialog.getByRole("row")).toHaveCount(1 + 52);
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.getByLabel("Language").selectOption("ko");
  await page.getByRole("button", { name: "보고서" }).click();
  await expect(page.getByRole("dialog", { name: "보고서: head.glb" })).toContainText("100점 만점");
  expect(await axeFindings(page, "dialog")).toEqual([]);
});
