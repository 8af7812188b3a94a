// Plays a Live Link Face recording on the sample avatars in the built page and keeps pictures of ten moments, to be looked at:
// build/shots/NAME.png, raw at the left and calibrated at the right of each. Run with: node scripts/watch-recording.mjs RECORDING.csv
import { mkdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { chromiumArguments, chromiumPath } from "./lib/chromium.mjs";

const kFolder = "build/shots";
const kAvatars = ["realistic", "stylised"];
const kPort = 41876;
const kViewport = { width: 1440, height: 900 };
/** Each moment is the one at which these together are highest; none is taken twice within so many seconds. */
const kMoments = [
  ["JawOpen"],
  ["EyeBlinkLeft", "EyeBlinkRight"],
  ["MouthSmileLeft", "MouthSmileRight"],
  ["MouthPucker"],
  ["MouthFunnel"],
  ["BrowInnerUp", "EyeWideLeft", "EyeWideRight"],
  ["BrowDownLeft", "BrowDownRight", "NoseSneerLeft"],
  ["CheekPuff"],
  ["MouthLeft", "JawLeft", "EyeLookOutLeft"],
  ["MouthFrownLeft", "MouthShrugLower"],
];
const kApart = 0.4;
const kFramesPerSecond = 60;
/** Frames drawn at a moment, so that what swings comes along. */
const kSettle = 6;
/** Milliseconds that drawing in software may take on a busy machine. */
const kPatience = 180_000;

function momentsOf(text) {
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  const rows = lines.map((line) => line.split(",").map(Number));
  const columns = (list) => list.map((name) => names.indexOf(name)).filter((index) => index >= 0);
  const taken = [];
  return kMoments.map((list) => {
    const wanted = columns(list);
    const sums = rows.map((row, frame) => [wanted.reduce((sum, index) => sum + row[index], 0), frame]);
    sums.sort((a, b) => b[0] - a[0]);
    const [value, frame] =
      sums.find(([, at]) => taken.every((other) => Math.abs(other - at) > kApart * 60)) ?? sums[0];
    taken.push(frame);
    return {
      label: `${list.join(" + ")} ${(value / wanted.length).toFixed(2)}`,
      share: frame / (rows.length - 1),
    };
  });
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("usage: node scripts/watch-recording.mjs RECORDING.csv");
const recording = readFileSync(path, "utf8");
const moments = momentsOf(recording);
const server = await preview({ preview: { host: "127.0.0.1", port: kPort, strictPort: true } });
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [...chromiumArguments],
});
try {
  mkdirSync(kFolder, { recursive: true });
  for (const avatar of kAvatars) {
    const page = await browser.newPage({ viewport: kViewport });
    page.setDefaultTimeout(kPatience);
    await page.goto(`http://127.0.0.1:${kPort}/?avatar=${avatar}`);
    await page.waitForFunction(() => window.doppel?.state().avatar !== null && window.doppel !== undefined);
    await page.evaluate(
      async ({ name, text }) => {
        window.doppel.pause();
        await window.doppel.open(name, new Blob([text]));
        for (let drawn = 0; drawn < 3; drawn++) await new Promise(requestAnimationFrame);
      },
      { name: basename(path), text: recording },
    );
    await page.keyboard.press("Escape");
    const cells = [];
    for (const { label, share } of moments) {
      const slider = page.getByRole("slider", { name: "Position" });
      const end = Number(await slider.getAttribute("max"));
      await slider.fill(String(Math.round(share * end * 100) / 100));
      await page.evaluate(
        ({ frames, rate }) => {
          for (let frame = 0; frame < frames; frame++)
            window.doppel.step(frame === 0 ? 0 : 1 / rate / frames);
        },
        { frames: kSettle, rate: kFramesPerSecond },
      );
      const shot = await page.locator(".viewer").screenshot();
      cells.push(
        `<figure><img src="data:image/png;base64,${shot.toString("base64")}"><figcaption>${label}, ${(share * end).toFixed(1)} s</figcaption></figure>`,
      );
    }
    await page.close();
    const sheet = await browser.newPage({ viewport: { width: 1800, height: 900 } });
    await sheet.setContent(
      `<style>body{margin:0;background:#0b0c0e;color:#ddd;font:16px sans-serif;display:grid;grid-template-columns:1fr 1fr;gap:8px}
       figure{margin:0} img{width:100%;display:block} figcaption{padding:2px 8px}</style>${cells.join("")}`,
    );
    await sheet.screenshot({ path: `${kFolder}/${avatar}.png`, fullPage: true });
    await sheet.close();
    console.log(`${kFolder}/${avatar}.png: ${cells.length} moments`);
  }
} finally {
  await browser.close();
  await server.close();
}
