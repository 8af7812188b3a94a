// The avatars of Doppel's own: the page opens with one, the switch shows the other, links find theirs.
// Small heads stand in for them here; the avatars themselves are looked at elsewhere.
import type { Page } from "@playwright/test";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, type DoppelPage, expect, test } from "./page";

const haru = (page: Page) => page.getByRole("button", { name: "Haru" });
const nabi = (page: Page) => page.getByRole("button", { name: "Nabi" });
const SAMPLE_FILES = "**/avatars/*.vrm";
const CHANNELS = ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight", "mouthSmileLeft"];

test.beforeEach(async ({ page }) => {
  const standIns = new Map([
    ["realistic.vrm", await makeAvatar({ format: "vrm1", channels: CHANNELS })],
    ["stylised.vrm", await makeAvatar({ format: "vrm1", channels: CHANNELS.slice(0, 3) })],
  ]);
  await page.route(SAMPLE_FILES, (route) => {
    const bytes = standIns.get(new URL(route.request().url()).pathname.split("/").at(-1) ?? "");
    return bytes === undefined ? route.fallback() : route.fulfill({ body: Buffer.from(bytes) });
  });
});

/** Until a sample is open; then the clock stands still. */
async function arrived(doppel: DoppelPage, file: string): Promise<void> {
  await doppel.pause();
  await expect.poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 }).toBe(file);
  await doppel.idle();
  await doppel.page.evaluate(() => {
    const hooks = (window as unknown as { doppel: { pause(): void; step(dt: number): void } }).doppel;
    hooks.pause();
    hooks.step(0);
  });
}

/** Colours that change with what is enabled have arrived: a busy machine is late with them. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });

async function setGain(doppel: DoppelPage, value: string): Promise<void> {
  await doppel.page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" }).fill(value);
  await expect.poll(() => gain(doppel)).toBe(Number(value));
}

async function gain(doppel: DoppelPage): Promise<number> {
  return (await doppel.state()).profile?.calibration.channels.jawOpen?.userGain ?? 1;
}

async function copiedLink(doppel: DoppelPage): Promise<string> {
  const { page } = doppel;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByTestId("share")).toContainText("Link copied");
  await page.keyboard.press("Escape");
  return page.evaluate(() => navigator.clipboard.readText());
}

const pathOf = (link: string) => link.slice(new URL(link).origin.length);

test("the page opens with the realistic avatar, with progress, and switches to the other and back by mouse and keys", async ({
  doppel,
  page,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    (window as unknown as { seenStages: Set<string> }).seenStages = seen;
    const look = new MutationObserver(() => {
      const bar = document.querySelector('[data-testid="loading"] [role="progressbar"]');
      if (bar !== null) seen.add(bar.getAttribute("aria-label") ?? "");
      if (document.querySelector('[data-testid="empty-state"]') !== null) seen.add("empty");
    });
    look.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await doppel.visit();
  await arrived(doppel, "realistic.vrm");
  const stages = await page.evaluate(() => [
    ...(window as unknown as { seenStages: Set<string> }).seenStages,
  ]);
  expect(stages).toEqual(expect.arrayContaining(["Measuring the face", "Preparing the drawing"]));
  await expect(page.getByTestId("empty-state")).toHaveCount(0);
  await expect(haru(page)).toHaveAttribute("aria-pressed", "true");
  await expect(nabi(page)).toHaveAttribute("aria-pressed", "false");

  await nabi(page).click();
  await arrived(doppel, "stylised.vrm");
  await expect(nabi(page)).toHaveAttribute("aria-pressed", "true");
  await expect(haru(page)).toHaveAttribute("aria-pressed", "false");
  await expect(nabi(page)).toBeFocused();

  await page.keyboard.press("Shift+Tab");
  await expect(haru(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await arrived(doppel, "realistic.vrm");
  await expect(doppel.message("error")).toHaveCount(0);
  await expect(doppel.message("info")).toHaveCount(0);
});

test("changes on a sample are undone; the other sample begins a new history, and the open one is not opened again", async ({
  doppel,
  page,
}) => {
  await doppel.visit("/?avatar=stylised");
  await arrived(doppel, "stylised.vrm");
  await setGain(doppel, "1.4");
  await nabi(page).click();
  expect(await gain(doppel)).toBe(1.4);
  await page.locator("body").press("Control+z");
  await expect.poll(() => gain(doppel)).toBe(1);
  await page.locator("body").press("Control+Shift+z");
  await expect.poll(() => gain(doppel)).toBe(1.4);
  await haru(page).click();
  await arrived(doppel, "realistic.vrm");
  expect(await gain(doppel)).toBe(1);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
});

test("a dropped avatar takes the sample's place, at once and later, without a word; the switch brings the sample back", async ({
  doppel,
  page,
}) => {
  await doppel.visit();
  const mine = { name: "mine.glb", bytes: await makeAvatar({ channels: ["jawOpen", "eyeBlinkLeft"] }) };
  await doppel.drop(mine);
  await arrived(doppel, "mine.glb");
  for (const button of [haru(page), nabi(page)])
    await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator(".message")).toHaveCount(0);
  await haru(page).click();
  await arrived(doppel, "realistic.vrm");
  await page.getByRole("button", { name: "Remove the avatar" }).click();
  await expect(page.getByTestId("empty-state")).toContainText("Or start with one of ours");
  await nabi(page).click();
  await arrived(doppel, "stylised.vrm");
});

test("an avatar by address: the parameter opens it, and so does a link copied from there", async ({
  doppel,
  page,
}) => {
  await page.route("**/other/face.glb", async (route) =>
    route.fulfill({ body: Buffer.from(await makeAvatar({ channels: ["jawOpen", "mouthPucker"] })) }),
  );
  await doppel.visit("/?avatar=other/face.glb");
  await arrived(doppel, "face.glb");
  await setGain(doppel, "1.2");
  const link = await copiedLink(doppel);
  expect(link).toContain("avatar=other/face.glb#p=");
  await page.goto("about:blank");
  await doppel.visit(pathOf(link));
  await arrived(doppel, "face.glb");
  await expect.poll(() => gain(doppel)).toBeCloseTo(1.2, 2);
  await nabi(page).click();
  await arrived(doppel, "stylised.vrm");
  expect(await copiedLink(doppel)).not.toContain("avatar=");
});

test("a link made on the other sample opens that one, with the link's profile", async ({ doppel, page }) => {
  await doppel.visit("/?avatar=stylised");
  await arrived(doppel, "stylised.vrm");
  await setGain(doppel, "1.6");
  const link = await copiedLink(doppel);
  await page.goto("about:blank");
  await doppel.visit(pathOf(link));
  await arrived(doppel, "stylised.vrm");
  await expect.poll(() => gain(doppel)).toBeCloseTo(1.6, 2);
  await expect(page.getByTestId("pending-link")).toHaveCount(0);
  await expect(nabi(page)).toHaveAttribute("aria-pressed", "true");
});

test("a link made on somebody's avatar waits beside the sample, may be tried there, and applies once its avatar is dropped", async ({
  doppel,
  page,
}) => {
  const mine = { name: "mine.glb", bytes: await makeAvatar({ channels: ["jawOpen", "eyeBlinkLeft"] }) };
  await doppel.open();
  await doppel.openAvatar(mine);
  await setGain(doppel, "1.6");
  const path = pathOf(await copiedLink(doppel));
  expect(path).not.toContain("avatar=");
  const banner = page.getByTestId("pending-link");

  await page.goto("about:blank");
  await doppel.visit(path);
  await arrived(doppel, "realistic.vrm");
  await expect(banner).toContainText("applied when that avatar is opened");
  expect(await gain(doppel)).toBe(1);
  await doppel.openAvatar(mine);
  await expect.poll(() => gain(doppel)).toBeCloseTo(1.6, 2);
  await expect(banner).toHaveCount(0);

  await page.goto("about:blank");
  await doppel.visit(path);
  await arrived(doppel, "realistic.vrm");
  await banner.getByRole("button", { name: /^Try it on .*, by channel name$/ }).click();
  await expect.poll(() => gain(doppel)).toBeCloseTo(1.6, 2);
  await expect(banner).toHaveCount(0);
});

test("where the samples are not built the page is empty and says why; cancelling leaves it empty too", async ({
  doppel,
  page,
}) => {
  await page.route(SAMPLE_FILES, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Doppel</title>" }),
  );
  await doppel.visit();
  await expect(doppel.message("error")).toContainText("realistic.vrm could not be opened");
  await expect(doppel.message("error")).toContainText("built without it");
  await expect(page.getByTestId("empty-state")).toContainText("Drop an avatar to begin");
  await page.unroute(SAMPLE_FILES);

  await page.route(SAMPLE_FILES, () => {});
  await doppel.visit();
  await page.getByRole("button", { name: "Cancel loading" }).click();
  await expect(doppel.message("info")).toContainText("Loading was cancelled");
  await expect(page.getByTestId("empty-state")).toBeVisible();
});

test("Korean, narrow and wide: axe finds nothing, the switch lies in the views, nothing is wider than the screen", async ({
  doppel,
  page,
}) => {
  await doppel.visit();
  await arrived(doppel, "realistic.vrm");
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Language").selectOption("ko");
  await expect(page.getByRole("group", { name: "샘플 아바타" })).toBeVisible();
  await expect(page.getByRole("button", { name: "하루" })).toHaveAttribute("aria-pressed", "true");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".panel .licence")).toBeVisible();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(screen);
  const views = await page.locator(".viewer").boundingBox();
  const samples = await page.getByTestId("samples").boundingBox();
  if (views === null || samples === null) throw new Error("the views or the switch are not there");
  expect(samples.y).toBeGreaterThan(views.y + 0.75 * views.height);
  expect(samples.y + samples.height).toBeLessThanOrEqual(views.y + views.height);
  await page.getByRole("button", { name: "나비" }).click();
  await arrived(doppel, "stylised.vrm");
});
