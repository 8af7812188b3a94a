// Makes the pictures of the documentation from the built page: docs/images/*.png, each under the size limit below.
// They show the avatars of Doppel's own, never somebody's. Run with: node scripts/screenshots.mjs
import { mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
import { preview } from "vite";

/** Bytes of one picture. */
const kLimit = 300 * 1024;
const kFolder = "docs/images";

const kPictures = [
  { name: "page", avatar: "realistic", width: 1280, height: 720, locale: "en-GB" },
  { name: "page.ko", avatar: "stylised", width: 1280, height: 720, locale: "ko-KR" },
  { name: "page-narrow", avatar: "realistic", width: 390, height: 844, locale: "en-GB" },
];

/** Seconds into the demonstration at which the face smiles, and the channel whose response is looked at. */
const kSmileSeconds = 5;
const kChannel = "mouthSmileLeft";
/** Frames that the recording plays on from there, and how long one is. */
const kFrames = 6;
const kFrameSeconds = 1 / 30;

/** Milliseconds that drawing in software may take on a busy machine. */
const kPatience = 180_000;

const server = await preview({ preview: { host: "127.0.0.1", port: 41874, strictPort: true } });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  mkdirSync(kFolder, { recursive: true });
  for (const { name, avatar, width, height, locale } of kPictures) {
    const context = await browser.newContext({ viewport: { width, height }, locale });
    const page = await context.newPage();
    page.setDefaultTimeout(kPatience);
    await page.goto(`http://127.0.0.1:41874/?avatar=${avatar}`);
    await page.waitForFunction(() => (window.doppel?.state().avatar ?? null) !== null);
    await page.evaluate(() => window.doppel.pause());
    await page.locator(".take-none button").click();
    const position = page.locator(".timeline-position");
    await position.waitFor();
    await position.press("Home");
    for (let second = 0; second < kSmileSeconds; second++) await position.press("PageUp");
    await page.evaluate(() => document.activeElement?.blur());
    // A step at the start has stopped it.
    await page.keyboard.press(" ");
    await page.evaluate((name) => {
      [...document.querySelectorAll(".channel-name")]
        .find(({ textContent }) => textContent === name)
        ?.click();
    }, kChannel);
    await page.evaluate(
      async ({ frames, seconds }) => {
        // The panels listen to frames once they are drawn.
        for (let drawn = 0; drawn < 3; drawn++) await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < frames; frame++) window.doppel.step(seconds);
      },
      { frames: kFrames, seconds: kFrameSeconds },
    );
    for (const message of await page.locator(".message").all()) {
      await page.keyboard.press("Escape");
      await message.waitFor({ state: "detached" });
    }
    const path = `${kFolder}/${name}.png`;
    await page.screenshot({ path });
    await context.close();
    const { size } = statSync(path);
    console.log(`${path}: ${(size / 1024).toFixed(0)} kB`);
    if (size > kLimit) throw new Error(`${path}: expected at most ${kLimit} bytes, found ${size}`);
  }
} finally {
  await browser.close();
  await server.close();
}
