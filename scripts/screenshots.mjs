// Makes pictures of the built page. Without arguments those of the documentation: docs/images/*.png, each under the size limit below.
// With `--all`, every view in both languages and three sizes into build/shots, to be looked at; words after it choose by name
// (`narrow ko haru,easy`: either of the last two).
// They show the avatars of Doppel's own, never somebody's. Nothing is compared.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { chromiumArguments, chromiumPath } from "./lib/chromium.mjs";
import { kBridgeBase, liveViews, startBridge } from "./shots/live-views.mjs";
import { remoteViews } from "./shots/remote-views.mjs";
import { stateViews } from "./shots/state-views.mjs";
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
/** Milliseconds after which a view that is not there yet is said to be waited for. */
const kSilence = 10_000;

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

/** The example page of the library, where that has been built. */
const embed = {
  isBare: true,
  address: "/embed.html",
  steps: (page) => page.waitForFunction(() => "face" in window),
};

const kSizes = { small: [1280, 720], large: [2560, 1440], narrow: [390, 844] };
/** Of the control page, in place of those. */
const kHandSizes = { narrow: [390, 844], tablet: [820, 1180], "tablet-wide": [1180, 820] };
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
  // Visitors who know the page; the tour is a view of its own.
  await page.addInitScript(() => localStorage.setItem("doppel.tour", "seen"));
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

/** Where the view begins: an avatar's page, a file, or an address of its own, behind a bridge where it has one. */
async function beginView(page, view) {
  const { avatar = "realistic", file, bridge, address, before, isBare = false, isLoading = false } = view;
  await before?.(page);
  if (address !== undefined || isBare || isLoading) {
    // The file never comes: what stands there meanwhile is the picture.
    if (isLoading) await page.route(/\.vrm$/, () => {});
    await page.goto(`${bridge === undefined ? kBase : kBridgeBase}${address ?? "/?avatar=realistic"}`);
    if (isBare || isLoading) return;
    await page.waitForFunction(() => "doppel" in window);
    await page.waitForFunction(() => window.doppel.state().avatar !== null);
    await page.evaluate(() => window.doppel.pause());
    return;
  }
  await openPage(page, kBase, file === undefined ? avatar : "none");
  if (file !== undefined) await openFile(page, variant(file));
}

/** Another language by the page's own choice, wherever that is; a dialog may lie above it. */
async function speak(page, language) {
  await page.evaluate((wanted) => {
    const select = document.querySelector(`.header .select option[value=${wanted}]`)?.parentElement;
    const button = document.querySelector(`.remote-header [lang=${wanted}]`);
    if (select) {
      select.value = wanted;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    } else button?.click();
  }, language);
}

async function pictures(page, name, view, sizes, languages) {
  for (const [size, [width, height]] of sizes) {
    await page.setViewportSize({ width, height });
    for (const language of languages) {
      await speak(page, language);
      if (!view.isBare && !view.isLoading) {
        await page.evaluate(() => window.doppel.pause());
        await draw(page);
      }
      await page.evaluate(
        (sight) => document.querySelector(sight)?.scrollIntoView(),
        view.sights?.[name] ?? view.sight ?? "#nothing",
      );
      const path = `${kShots}/${size}.${language}.${name}.png`;
      await page.screenshot({ path });
      console.log(path);
    }
  }
}

/** Says every now and then what `work` waits for: drawing in software takes its time, and a view that never comes looks the same. */
async function announced(what, work) {
  const begun = Date.now();
  const timer = setInterval(() => {
    console.log(`… ${what}, for ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  }, kSilence);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** One view, and those that go on from it, in all of `sizes` and `languages` on one page: opening it takes longer than the pictures. */
async function picturesOf(browser, name, view, sizes, languages, isWanted) {
  const [[, [width, height]]] = sizes;
  // A context of its own: the page remembers view, profiles and comparison.
  const { context, page } = await begin(browser, width, height, kLanguages[languages[0]]);
  const later = Object.entries(view.later ?? {});
  let endBridge;
  try {
    if (view.bridge !== undefined) endBridge = await startBridge(view.bridge);
    await announced(`${name}: opening the page`, () => beginView(page, view));
    for (const [each, steps] of [[name, view.steps], ...later]) {
      await page.setViewportSize({ width, height });
      await speak(page, languages[0]);
      await announced(`${each}: its steps`, () => steps(page));
      if (isWanted(each)) {
        await announced(`${each}: its pictures`, () => pictures(page, each, view, sizes, languages));
      }
    }
  } catch (error) {
    const path = `${kShots}/failed.${name}.png`;
    await page.screenshot({ path }).catch(() => {});
    console.error(`${path} is what stood there instead`);
    throw error;
  } finally {
    await context.close();
    await endBridge?.();
  }
}

/** On each the page is opened anew: what a view is in, at once. */
function occasions({ isEachSize = false, isEachLanguage = false }, sizes, languages) {
  const each = (list, isApart) => (isApart ? list.map((one) => [one]) : [list]);
  return each(sizes, isEachSize).flatMap((some) =>
    each(languages, isEachLanguage).map((spoken) => [some, spoken]),
  );
}

async function everything(browser, words) {
  mkdirSync(kShots, { recursive: true });
  const all = {
    ...views,
    ...stateViews,
    ...remoteViews,
    ...liveViews,
    ...(existsSync("dist/lib") && { embed }),
  };
  const namesOf = (name) => [name, ...Object.keys(all[name].later ?? {})];
  const known = [
    Object.keys({ ...kSizes, ...kHandSizes }),
    Object.keys(kLanguages),
    Object.keys(all).flatMap(namesOf),
  ];
  const [sizes, languages, names] = known.map((list) => {
    const named = words.map((word) => word.split(",")).find((some) => some.some((one) => list.includes(one)));
    return list.filter((one) => named?.includes(one) ?? true);
  });
  const isWanted = (name) => names.includes(name);
  let failed = 0;
  for (const [name, view] of Object.entries(all)) {
    if (!namesOf(name).some(isWanted)) continue;
    const ofView = name.startsWith("remote") ? kHandSizes : kSizes;
    const inSizes = Object.entries(ofView).filter(([size]) => sizes.includes(size));
    // What is folded or chosen in a part of the page that other sizes do not have is done anew in each.
    for (const [some, spoken] of occasions(view, inSizes, languages)) {
      try {
        await picturesOf(browser, name, view, some, spoken, isWanted);
      } catch (error) {
        failed += 1;
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  if (failed > 0) throw new Error(`${failed} views were not made`);
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
