// Makes the pictures of the documentation from the built page: docs/images/*.png, each under the size limit below.
// They show the synthetic head alone, never somebody's avatar. Run with: node --import tsx scripts/screenshots.mjs
import { mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { makeAvatar } from "../tests/support/make-avatar.ts";

/** Bytes of one picture. */
const kLimit = 300 * 1024;
const kFolder = "docs/images";

const kPictures = [
  { name: "page", width: 1280, height: 720, locale: "en-GB" },
  { name: "page-ko", width: 1280, height: 720, locale: "ko-KR" },
  { name: "page-narrow", width: 390, height: 844, locale: "en-GB" },
];

const server = await preview({ preview: { host: "127.0.0.1", port: 41874, strictPort: true } });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const bytes = await makeAvatar({ strength: (channel) => (channel.startsWith("mouth") ? 0.6 : 1.6) });
  mkdirSync(kFolder, { recursive: true });
  for (const { name, width, height, locale } of kPictures) {
    const context = await browser.newContext({ viewport: { width, height }, locale });
    const page = await context.newPage();
    await page.goto("http://127.0.0.1:41874/");
    const file = { name: "head.glb", mimeType: "model/gltf-binary", buffer: Buffer.from(bytes) };
    await page.getByTestId("file-input").setInputFiles(file);
    await page.waitForFunction(() => window.doppel.state().avatar !== null);
    await page.evaluate(() => {
      window.doppel.pause();
      const row = new Float32Array(52);
      for (const [channel, value] of Object.entries({
        jawOpen: 0.5,
        mouthSmileLeft: 0.6,
        mouthSmileRight: 0.6,
      })) {
        row[window.doppel.channels.indexOf(channel)] = value;
      }
      window.doppel.feedFace(row);
      for (let frame = 0; frame < 3; frame++) window.doppel.step(1 / 60);
    });
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
