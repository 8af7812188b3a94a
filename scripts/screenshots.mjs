// Makes pictures of the built page. Without arguments those of the documentation: docs/images/*.png, each under the size limit below.
// With `--all`, every view in both languages and three sizes into build/shots, to be looked at; words after it choose by name
// (`narrow ko haru,easy`: either of the last two).
// They show the avatars of Doppel's own, never somebody's. Nothing is compared.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { chromiumArguments, chromiumPath } from "./lib/chromium.mjs";
import {
  dismissMessages,
  draw,
  kPatience,
  openFile,
  openPage,
  playDemonstration,
  selectChannel,
  views,
} from "./shots/views.mjs";

const kPort = 41874;
const kBase = `http://127.0.0.1:${kPort}`;
/** Bytes of one picture of the documentation. */
const kLimit = 400 * 1000;
const kFolder = "docs/images";
const kShots = "build/shots";

/** Avatars of the test family: what is wrong with them shows plainly. */
const kVariants = {
  strong: ["targets times 2", "realistic", `${kShots}/avatars/haru-strong.vrm`],
  weak: ["targets times 0.3", "realistic", `${kShots}/avatars/haru-weak.vrm`],
  gaps: ["40 of 52", "stylised", `${kShots}/avatars/nabi-gaps.vrm`],
};

/** The first is what a stranger sees: targets that move twice as far, raw and calibrated. */
const kPictures = [
  { name: "page", file: "strong", width: 1280, height: 720, locale: "en-GB" },
  { name: "page.ko", file: "strong", width: 1280, height: 720, locale: "ko-KR" },
  { name: "page-narrow", avatar: "realistic", width: 390, height: 844, locale: "en-GB" },
];
const kChannel = "mouthSmileLeft";
/** Frames that the recording plays on from its smile. */
const kFrames = 6;

const kSizes = { small: [1280, 720], large: [2560, 1440], narrow: [390, 844] };
const kLanguages = { en: "en-GB", ko: "ko-KR" };

function variant(name) {
  const [what, character, path] = kVariants[name];
  if (!existsSync(path)) {
    execFileSync("node_modules/.bin/tsx", ["scripts/shots/make-variant.ts", what, character, path], {
      stdio: "inherit",
    });
  }
  return path;
}

async function begin(browser, width, height, locale) {
  const context = await browser.newContext({ viewport: { width, height }, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  return { context, page };
}

async function documentation(browser) {
  mkdirSync(kFolder, { recursive: true });
  for (const { name, avatar = "none", file, width, height, locale } of kPictures) {
    const { context, page } = await begin(browser, width, height, locale);
    await openPage(page, kBase, avatar);
    if (file !== undefined) await openFile(page, variant(file));
    const terms = page.locator(".viewer .licence-open .licence-head button");
    if ((await terms.count()) > 0) await terms.click();
    await playDemonstration(page);
    await selectChannel(page, kChannel);
    await draw(page, kFrames);
    await dismissMessages(page);
    const path = `${kFolder}/${name}.png`;
    await page.screenshot({ path });
    await context.close();
    const { size } = statSync(path);
    console.log(`${path}: ${(size / 1000).toFixed(0)} kB`);
    if (size > kLimit) throw new Error(`${path}: expected at most ${kLimit} bytes, found ${size}`);
  }
}

async function shot(page, name, { avatar = "realistic", file, steps, isLoading = false }) {
  if (isLoading) {
    // The file never comes: what stands there meanwhile is the picture.
    await page.route(/\.vrm$/, () => {});
    await page.goto(`${kBase}/?avatar=realistic`);
    await steps(page);
    await page.screenshot({ path: name });
    await page.unroute(/\.vrm$/);
    return;
  }
  await openPage(page, kBase, file === undefined ? avatar : "none");
  if (file !== undefined) await openFile(page, variant(file));
  await steps(page);
  await draw(page);
  await page.screenshot({ path: name });
}

/** The example page of the library, where that has been built. */
async function embedded(page, name) {
  await page.goto(`${kBase}/embed.html`);
  await page.waitForFunction(() => "face" in window);
  await page.screenshot({ path: name });
}

async function everything(browser, words) {
  mkdirSync(kShots, { recursive: true });
  let failed = 0;
  for (const [size, [width, height]] of Object.entries(kSizes)) {
    for (const [language, locale] of Object.entries(kLanguages)) {
      const all = existsSync("dist/lib") ? { ...views, embed: null } : views;
      for (const [view, steps] of Object.entries(all)) {
        const name = `${size}.${language}.${view}`;
        if (!words.every((word) => word.split(",").some((one) => name.split(".").includes(one)))) continue;
        // A context of its own: the page remembers view, profiles and comparison.
        const { context, page } = await begin(browser, width, height, locale);
        const path = `${kShots}/${name}.png`;
        try {
          if (steps === null) await embedded(page, path);
          else await shot(page, path, steps);
          console.log(path);
        } catch (error) {
          failed += 1;
          console.error(`${path}: ${error instanceof Error ? error.message : error}`);
        } finally {
          await context.close();
        }
      }
    }
  }
  if (failed > 0) throw new Error(`${failed} pictures were not made`);
}

const [mode, ...words] = process.argv.slice(2);
const server = await preview({ preview: { host: "127.0.0.1", port: kPort, strictPort: true } });
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [...chromiumArguments, "--disable-gpu-compositing"],
});
try {
  if (mode === "--all") await everything(browser, words);
  else await documentation(browser);
} finally {
  await browser.close();
  await server.close();
}
