// Profiles as files and links: saved and loaded, copied and opened elsewhere, refused when damaged.
// The forms themselves are tested in the core.
import { readFile } from "node:fs/promises";
import { makeAvatar } from "../support/make-avatar";
import { DoppelPage, expect, test } from "./page";

const avatar = async () => ({ name: "a.glb", bytes: await makeAvatar() });

async function setGain(doppel: DoppelPage, value: string): Promise<void> {
  await doppel.page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" }).fill(value);
  await expect
    .poll(async () => (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain)
    .toBe(Number(value));
}

test("a saved profile loads again, as one change that can be undone", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await setGain(doppel, "1.4");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const file = await (await download).path();
  expect((await download).suggestedFilename()).toBe("a.doppel.json");
  await setGain(doppel, "0.5");
  await doppel.drop({ name: "a.doppel.json", bytes: await readFile(file) });
  await expect
    .poll(async () => (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain)
    .toBe(1.4);
  await page.getByRole("button", { name: /^Undo: loaded profile/ }).click();
  await expect
    .poll(async () => (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain)
    .toBe(0.5);
});

/** Opens the avatar, sets the gain of jawOpen, and copies the link. */
async function linkOfGain(doppel: DoppelPage, gain: string): Promise<string> {
  const { page } = doppel;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await setGain(doppel, gain);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByTestId("share")).toContainText("Link copied");
  await page.keyboard.press("Escape");
  return page.evaluate(() => navigator.clipboard.readText());
}

const BAD_PROFILES = {
  "no JSON": '{"calibration": ',
  "a wrong type":
    '{"version": 1, "calibration": {"method": "range_match", "channels": {"jawOpen": {"userGain": "much"}}}}',
  "out of range":
    '{"version": 1, "calibration": {"method": "range_match", "channels": {"jawOpen": {"userGain": 900}}}}',
  "a newer version": '{"version": 99, "calibration": {"method": "range_match", "channels": {}}}',
};

test("a profile without JSON, of a wrong type, out of range or newer is refused with the reason, and the one in force stays", async ({
  doppel,
}) => {
  await doppel.open();
  await doppel.openAvatar(await avatar());
  await setGain(doppel, "1.3");
  for (const [what, text] of Object.entries(BAD_PROFILES)) {
    const name = `${what}.json`;
    await doppel.drop({ name, bytes: new TextEncoder().encode(text) });
    const message = doppel.message("error").filter({ hasText: `Profile ${name} was refused` });
    await expect(message).toBeVisible();
    await expect(message.locator(".fault-detail [lang=en]")).not.toBeEmpty();
    expect((await doppel.state()).profile?.calibration.channels.jawOpen?.userGain).toBe(1.3);
  }
});

test("a link goes from one browser to another: waits for its avatar, applies, and is under 400 characters", async ({
  doppel,
  browser,
}) => {
  const link = await linkOfGain(doppel, "1.6");
  expect(link.slice(link.indexOf("#")).length).toBeLessThan(400);

  const context = await browser.newContext({ viewport: { width: 1040, height: 600 } });
  const other = new DoppelPage(await context.newPage());
  await other.open(link.slice(new URL(link).origin.length));
  await expect(other.page.getByTestId("pending-link")).toContainText("applied when that avatar is opened");
  await other.openAvatar(await avatar());
  await expect
    .poll(async () => (await other.state()).profile?.calibration.channels.jawOpen?.userGain)
    .toBeCloseTo(1.6, 2);
  await expect(other.page.getByTestId("pending-link")).toHaveCount(0);
  await context.close();
});

test("a link for another avatar says so, changes nothing, and is applied by name on request", async ({
  doppel,
  page,
}) => {
  const link = await linkOfGain(doppel, "1.6");
  const other = await makeAvatar({ strength: () => 0.7 });
  await doppel.openAvatar({ name: "other.glb", bytes: other });
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    link.slice(link.indexOf("#")),
  );
  const banner = page.getByTestId("pending-link");
  await expect(banner).toContainText("made for another avatar");
  const before = await doppel.state();
  expect(before.profile?.calibration.channels.jawOpen?.userGain ?? 1).toBe(1);
  await banner.getByRole("button", { name: "Apply by channel name" }).click();
  await expect
    .poll(async () => (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain)
    .toBeCloseTo(1.6, 2);
  const after = await doppel.state();
  expect(after.profile?.calibration.channels.jawOpen?.ratio).toBeCloseTo(
    before.profile?.calibration.channels.jawOpen?.ratio ?? 0,
    5,
  );
});

test("a damaged link gives a message and no profile", async ({ doppel }) => {
  await doppel.open("/#p=AAAA-not-a-link");
  await expect(doppel.message("error")).toContainText("The link could not be read");
});
