// One walk through the calibrator as a person takes it, in each language: open, look, mend, adjust, compare, undo, save, share, embed.
// Single features have tests of their own; reaching everything by keyboard is keyboard.spec.ts.
import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { channelLabel } from "../../web/src/i18n/channel-labels";
import { type Language, type TextKey, type TextParameters, translate } from "../../web/src/i18n/translate";
import type { Face } from "../../web/src/lib";
import { verdicts } from "../../web/src/state/report";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, DoppelPage, type DoppelState, expect, test } from "./page";

/** How long after the end of loading the verdicts may take to be seen, milliseconds. */
const VERDICTS_WITHIN = 1000;
/** Characters of a link from # on. */
const LINK_LIMIT = 400;
const MISSING = ["cheekPuff", "tongueOut"];
const WEAK_STRENGTH = 0.05;

/** An avatar with something to mend: the jaw's target is empty beside a viseme that opens it, smiles are weak, two channels are missing. */
const needyAvatar = async () => ({
  name: "needy.vrm",
  bytes: await makeAvatar({
    format: "vrm1",
    channels: faceChannelNames.filter((name) => name !== "jawOpen" && !MISSING.includes(name)),
    shapes: { jawOpen: {}, viseme_aa: { jawOpen: 1 } },
    strength: (channel) => (channel.startsWith("mouthSmile") ? WEAK_STRENGTH : 1),
    vrm: { presets: [] },
  }),
});

/** A little of everything, the jaw among it. */
const FRAME = { browInnerUp: 0.5, eyeBlinkLeft: 0.4, jawOpen: 0.6, mouthFunnel: 0.3, noseSneerLeft: 0.7 };

interface Console {
  doppel: {
    channels: string[];
    feed(values: Readonly<Record<string, number>>): void;
    pause(): void;
    step(dt: number): void;
    state(): DoppelState;
  };
  face: Face;
  vrm: { update(dt: number): void };
}

type Say = (key: TextKey, parameters?: TextParameters) => string;

/** One frame of the values; then what comes out by channel, as numbers that are compared. */
function calibrated(page: Page): Promise<Record<string, number>> {
  return page.evaluate((values) => {
    const { doppel } = window as unknown as Console;
    doppel.pause();
    doppel.feed(values);
    doppel.step(1 / 60);
    const { output } = doppel.state();
    return Object.fromEntries(doppel.channels.map((name, index) => [name, output[index] ?? Number.NaN]));
  }, FRAME);
}

/** The same on the page of a developer. */
function embedded(page: Page): Promise<Record<string, number>> {
  return page.evaluate((values) => {
    const { face, vrm } = window as unknown as Console;
    face.feed(values);
    vrm.update(1 / 60);
    face.update(1 / 60);
    const shown = face.values();
    return Object.fromEntries(face.channels.map((name, index) => [name, shown[index] ?? Number.NaN]));
  }, FRAME);
}

/** Weight of the stand-in's target for the same values, as it is written on a developer's page. */
function mouthOfEmbed(page: Page): Promise<number> {
  return page.evaluate((values) => {
    const { face, vrm } = window as unknown as Console;
    face.feed(values);
    vrm.update(1 / 60);
    face.update(1 / 60);
    return face.weights()[face.slots.findIndex(({ name }) => name === "viseme_aa")] ?? Number.NaN;
  }, FRAME);
}

const gainOf = async (doppel: DoppelPage, channel: string) =>
  (await doppel.state()).profile?.calibration.channels[channel]?.userGain ?? 1;

/** Takes a slider by its middle and drags it to a share of its width. */
async function drag(page: Page, slider: Locator, to: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * (0.5 + (to - 0.5) / 2), y);
  await page.mouse.move(box.x + box.width * to, y);
}

const picture = async (page: Page) => {
  const stage = (await page.locator(".viewer-stage").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { x, y, width, height } = stage;
  const clip = { x: x + width / 2 + 20, y: y + height / 4, width: width / 2 - 40, height: height / 2 };
  return (await page.screenshot({ clip })).toString("base64");
};

/** Verdict counts as the summary shows them, and as they must be. */
async function expectVerdicts(doppel: DoppelPage, say: Say, timeout: number): Promise<void> {
  const counts = doppel.page.locator(".counts");
  await expect(counts).toContainText(say("verdict.missing"), { timeout });
  const channels = (await doppel.state()).report?.channels ?? [];
  expect(channels).toHaveLength(faceChannelNames.length);
  const verdictOf = (name: string) => channels[faceChannelNames.indexOf(name as never)]?.verdict;
  expect(verdictOf("jawOpen")).toBe("empty");
  expect(verdictOf("mouthSmileLeft")).toBe("weak");
  for (const name of MISSING) expect(verdictOf(name)).toBe("missing");
  for (const verdict of verdicts) {
    const count = channels.filter((channel) => channel.verdict === verdict).length;
    if (count > 0) await expect(counts).toContainText(`${count} ${say(`verdict.${verdict}`)}`);
  }
}

/** The substitute of the empty channel by one click, found among what needs attention. */
async function mendJaw(doppel: DoppelPage, say: Say): Promise<void> {
  const { page } = doppel;
  expect((await calibrated(page)).jawOpen).toBe(0);
  const attention = page.getByRole("checkbox", { name: say("table.attention") });
  await attention.check();
  expect(await page.locator("[data-channel]").count()).toBeLessThan(faceChannelNames.length);
  await page.getByRole("button", { name: "jawOpen", exact: true }).click();
  const detail = page.getByTestId("detail");
  await expect(detail).toContainText(say("reason.empty", { targets: "jawOpen" }));
  const source = say("substitute.target", { name: "viseme_aa" });
  await detail.getByRole("button", { name: say("substitute.accept", { source }) }).click();
  await expect(detail).toContainText(say("substitute.active", { source }));
  expect((await calibrated(page)).jawOpen).toBeGreaterThan(0.1);
  await attention.uncheck();
}

/** The gain by its slider: one frame later there is another value, another weight and another picture. */
async function adjustBrows(doppel: DoppelPage, say: Say, language: Language): Promise<void> {
  const { page } = doppel;
  await page.getByRole("button", { name: "browInnerUp", exact: true }).click();
  const detail = page.getByTestId("detail");
  await expect(detail.getByRole("heading")).toHaveText(channelLabel(language, "browInnerUp"));
  const before = await doppel.pose(FRAME);
  const valueBefore = (await calibrated(page)).browInnerUp ?? 0;
  const seenBefore = await picture(page);
  const slider = detail.getByRole("slider", { name: say("detail.gainOf", { channel: "browInnerUp" }) });
  await drag(page, slider, 0.7);
  // The hand still holds it.
  const after = await doppel.pose(FRAME, 1);
  const value = (await calibrated(page)).browInnerUp ?? 0;
  const gain = await gainOf(doppel, "browInnerUp");
  expect(gain).toBeGreaterThan(1.2);
  expect(value).toBeGreaterThan(valueBefore + 0.01);
  expect(after.raw).toEqual(before.raw);
  const moved = after.calibrated.filter(
    (weight, slot) => Math.abs(weight - (before.calibrated[slot] ?? 0)) > 1e-4,
  );
  expect(moved.length).toBeGreaterThan(0);
  for (const weight of moved) expect(weight).toBeCloseTo(value, 6);
  expect(await picture(page)).not.toBe(seenBefore);
  await page.mouse.up();
  // To a step that a link holds exactly.
  await slider.fill("1.4");
  await expect.poll(() => gainOf(doppel, "browInnerUp")).toBe(1.4);
}

/** Raw beside calibrated, then one face cut by a divider that moves. */
async function compareRaw(page: Page, say: Say): Promise<void> {
  const choose = (mode: "side" | "cut") =>
    page.locator(".segment", { hasText: say(`compare.${mode}`) }).click();
  for (const side of ["view.raw", "view.calibrated"] as const)
    await expect(page.locator(".view-pair").getByText(say(side), { exact: true })).toBeVisible();
  await choose("cut");
  const divider = page.getByRole("separator", { name: say("compare.divider") });
  const box = (await divider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const stage = (await page.locator(".viewer-stage").boundingBox()) ?? box;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width * 0.3, y, { steps: 3 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute("aria-valuetext", say("compare.dividerValue", { percent: 30 }));
  await choose("side");
}

/** With another avatar: both get the same frame, and each says how far from the reference it is. */
async function compareOthers(page: Page, say: Say): Promise<void> {
  await page.locator(".segment", { hasText: say("compare.wall") }).click();
  const strong = await makeAvatar({ format: "vrm1", strength: () => 1.6, vrm: { presets: [] } });
  await page
    .getByTestId("wall-input")
    .setInputFiles({ name: "strong.vrm", mimeType: "model/gltf-binary", buffer: Buffer.from(strong) });
  const residuals = page.getByTestId("wall-residual");
  await expect(residuals).toHaveCount(2, { timeout: 30_000 });
  // Numbers follow the frames at a pace that can be read.
  const shown = async () => {
    await calibrated(page);
    return residuals.allTextContents();
  };
  const number = expect.stringMatching(/^\d+[.,]\d %$/);
  await expect.poll(shown).toEqual([number, number]);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(".segment", { hasText: say("compare.side") }).click();
}

/** Back over everything and forward again, by the buttons. Who was added to the wall is an entry too; the wall is hidden by now. */
async function undoAndRedo(doppel: DoppelPage, say: Say): Promise<void> {
  const { page } = doppel;
  const undo = page.locator("header").getByRole("button", { name: say("history.undo") });
  const redo = page.locator("header").getByRole("button", { name: say("history.redo") });
  const wanted = (await doppel.state()).profile;
  const labels = () => Promise.all([undo, redo].map((button) => button.getAttribute("aria-label")));
  const text = async () => JSON.stringify([await labels(), (await doppel.state()).profile]);
  const before = await text();
  const press = async (button: Locator) => {
    const last = await text();
    await button.click();
    await expect.poll(text).not.toBe(last);
  };
  let steps = 0;
  for (; await undo.isEnabled(); steps++) await press(undo);
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(await gainOf(doppel, "browInnerUp")).toBe(1);
  expect((await doppel.state()).profile?.calibration.substitutes ?? {}).toEqual({});
  for (let step = 0; step < steps; step++) await press(redo);
  expect((await doppel.state()).profile).toEqual(wanted);
  await expect.poll(text).toBe(before);
}

async function save(page: Page, say: Say): Promise<Buffer> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: say("profile.save") }).click();
  return readFileSync(await (await coming).path());
}

/** The link from the dialog by its button, as the clipboard has it. Nothing is left out of it. */
async function share(page: Page, say: Say): Promise<string> {
  await page.getByRole("button", { name: say("share.show") }).click();
  const dialog = page.getByRole("dialog", { name: say("share.title") });
  await dialog.getByRole("button", { name: say("profile.copyLink") }).click();
  await expect(dialog.getByRole("status")).toContainText(/\d+/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await dialog.getByRole("textbox", { name: say("share.link") }).inputValue());
  expect(link.length - link.indexOf("#")).toBeLessThan(LINK_LIMIT);
  await expect(dialog.locator(".share-notes")).not.toContainText("jawOpen");
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return link;
}

/** A small avatar stands in for the samples. */
async function smallSamples(context: BrowserContext, bytes: Uint8Array): Promise<void> {
  await context.route("**/avatars/*.vrm", (route) => route.fulfill({ body: Buffer.from(bytes) }));
}

for (const [language, locale] of [
  ["en", "en-GB"],
  ["ko", "ko-KR"],
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, permissions: ["clipboard-read", "clipboard-write"] });

    test("a person drops an avatar, mends, adjusts, compares, undoes, saves and shares it, and a friend and a developer have the same face", async ({
      browser,
      doppel,
      page,
    }, info) => {
      // Five pages that read, measure and draw avatars in software.
      test.setTimeout(300_000);
      const say: Say = (key, parameters) => translate(language, key, parameters);
      const avatar = await needyAvatar();
      await page.setViewportSize({ width: 1280, height: 720 });
      // The sample itself once is enough: what is looked at here is this avatar's way through the page.
      if (language !== "en") await smallSamples(page.context(), avatar.bytes);
      await doppel.visit("/");
      await doppel.pause();
      await expect
        .poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 })
        .toBe("realistic.vrm");
      await doppel.idle();
      await calibrated(page);
      await expect(page.getByRole("button", { name: say("sample.realistic") })).toHaveAttribute(
        "aria-pressed",
        "true",
      );

      const dropped = Date.now();
      await doppel.openAvatar(avatar);
      await expectVerdicts(doppel, say, VERDICTS_WITHIN);
      info.annotations.push({
        type: "measured",
        description: `${Date.now() - dropped} ms from drop to verdicts`,
      });
      await mendJaw(doppel, say);
      await adjustBrows(doppel, say, language);
      expect(await axeFindings(page)).toEqual([]);
      await compareRaw(page, say);
      await compareOthers(page, say);
      await undoAndRedo(doppel, say);
      const own = await calibrated(page);
      const file = await save(page, say);
      const link = await share(page, say);

      const friend = await browser.newContext({ locale });
      await smallSamples(friend, avatar.bytes);
      const theirs = new DoppelPage(await friend.newPage());
      await theirs.visit(link);
      await theirs.pause();
      await theirs.openAvatar(avatar);
      // Measured twice: as the file is, and with the substitute.
      await expect.poll(() => gainOf(theirs, "browInnerUp"), { timeout: 60_000 }).toBe(1.4);
      // The link mends the channel that was mended, and says nothing of anything missing.
      const byLink = await calibrated(theirs.page);
      for (const [name, value] of Object.entries(own)) expect(byLink[name], name).toBeCloseTo(value, 2);
      expect(own.jawOpen).toBeGreaterThan(0.1);
      const mended = (await theirs.state()).profile?.calibration.substitutes;
      expect(mended).toEqual({ jawOpen: "target:viseme_aa" });
      await expect(theirs.page.getByTestId("message-warning")).toHaveCount(0);
      // A file holds it to the bit.
      await theirs.drop({ name: "needy.profile.json", bytes: file });
      await expect.poll(async () => (await calibrated(theirs.page)).jawOpen).toBe(own.jawOpen);
      expect(await calibrated(theirs.page)).toEqual(own);

      const embed = await friend.newPage();
      await embed.goto(`/embed.html${link.slice(link.indexOf("#"))}`);
      await embed.waitForFunction(() => "face" in window, null, { timeout: 30_000 });
      expect(await embedded(embed)).toEqual(byLink);
      expect(await mouthOfEmbed(embed)).toBeCloseTo(byLink.jawOpen ?? 0, 6);
      expect(await axeFindings(embed)).toEqual([]);
      await friend.close();
    });
  });
}
