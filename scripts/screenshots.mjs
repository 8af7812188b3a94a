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

/** A held laugh, so that the picture is the same wherever the playback stands. */
const kPose = {
  jawOpen: 0.35,
  mouthSmileLeft: 0.7,
  mouthSmileRight: 0.7,
  cheekSquintLeft: 0.5,
  cheekSquintRight: 0.5,
  browInnerUp: 0.3,
};
const kTakeSeconds = 4;
const kShownSeconds = 1.5;
/** Milliseconds that drawing in software may take on a busy machine. */
const kPatience = 180_000;
const kFramesPerSecond = 30;

const take = {
  names: Object.keys(kPose),
  fps: kFramesPerSecond,
  frames: Array.from({ length: kTakeSeconds * kFramesPerSecond }, () => Object.values(kPose)),
};

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
    await page.evaluate(
      async ({ recording, frames, rate }) => {
        window.doppel.pause();
        await window.doppel.open("take.json", new Blob([recording]));
        // The transport listens to frames once it is drawn.
        for (let drawn = 0; drawn < 3; drawn++) await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < frames; frame++) window.doppel.step(1 / rate);
      },
      { recording: JSON.stringify(take), frames: kShownSeconds * kFramesPerSecond, rate: kFramesPerSecond },
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
