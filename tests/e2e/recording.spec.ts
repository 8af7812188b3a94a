// Recording a live performance over the real chain: the page's button, the bridge's file, its download, and a bridge that plays it.
// Names, limits and refusals are tested without a browser.
import { readFile, writeFile } from "node:fs/promises";
import { BridgeProcess } from "./live-chain";
import { expect, test } from "./page";

/** Ports that no other part of Doppel uses. */
const PORT = 41883;
const PLAYER_PORT = 41884;
const bridge = new BridgeProcess(PORT, () => test.info().outputPath("data"));
const player = new BridgeProcess(PLAYER_PORT);

test.use({ baseURL: `http://127.0.0.1:${PORT}` });
test.beforeEach(() => bridge.start("--performers", "2", "--rate", "60", "--motion", "walk", "--props", "0"));
test.afterEach(async () => {
  await bridge.stop();
  await player.stop();
});

test("a performance is recorded, downloaded, and drives a page as it did live", async ({ doppel, page }) => {
  await doppel.open("/?render=off&avatar=none");
  await doppel.resume();
  const recorder = page.getByTestId("take-recorder");
  const begin = recorder.getByRole("button", { name: "Record the performance" });
  await begin.focus();
  await page.keyboard.press("Enter");
  // It counts by the frames' own times.
  await expect(recorder.locator(".take-time")).toHaveText(/^0:0[2-9] · \d+\.\d MB$/);
  await recorder.getByRole("button", { name: "End the recording" }).click();
  await expect(begin).toBeVisible();
  await recorder.getByRole("button", { name: "Recordings of the performance" }).click();
  const row = page.getByTestId("takes").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/take-\d{4}-\d\d-\d\d-\d{4}\.dtake/);
  const [download] = await Promise.all([page.waitForEvent("download"), row.getByRole("link").click()]);
  expect(download.suggestedFilename()).toMatch(/^take-.*\.dtake$/);
  const bytes = await readFile((await download.path()) ?? "");
  expect(bytes.subarray(0, 5).toString()).toBe("DTAKE");

  const take = test.info().outputPath("downloaded.dtake");
  await writeFile(take, bytes);
  await player.start("--source", "replay", "--file", take);
  const stream = await player.listen();
  await expect.poll(() => stream.frames.size).toBeGreaterThan(60);
  expect(stream.descriptions()?.skeletons).toHaveLength(2);
  for (const { skeletons } of stream.frames.values()) expect(skeletons).toHaveLength(2);
  stream.close();
});
