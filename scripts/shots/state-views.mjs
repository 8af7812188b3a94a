// More views of the page for pictures that are looked at: states that last for a moment only, that need a first visit, or that tell of trouble.
// Where the bridge says what is the matter, its words are made up here: no process is started.

import { hello, status } from "../lib/bridge-messages.mjs";
import { bodySection, compare, dialog, dismissMessages, draw, header, playBody } from "./views.mjs";

/** Answered by the page's own routes and by no bridge. */
const kStream = "ws://127.0.0.1:41885/mocap";
/** The bridge's own words are English and may be long. */
const kWords = "No answer to 5 requests at 239.255.42.99:1511 on interface 192.168.10.21 within 2.0 s.";

/** Further codes that have a help of their own (web/src/state/bridge-trouble.ts). */
const kTroubles = [
  "no-answer",
  "no-frames",
  "no-descriptions",
  "skeleton-not-described",
  "skeleton-not-streamed",
  "nothing-tracked",
  "version-too-old",
  "layout-mismatch",
  "coordinates-unknown",
];

const kStatus = { ...status, state: "silent", message: kWords };

/** The bridge's end of each page's stream: it says the next trouble there, and the page stays open. */
const streams = new WeakMap();
const sayTrouble = (page, code) => streams.get(page).send(JSON.stringify({ ...kStatus, code }));

/** The bridge is gone, and does not come back. */
async function endStream(page) {
  const stream = streams.get(page);
  streams.set(page, null);
  await stream.close();
}

async function bridgeSays(page, code) {
  await page.routeWebSocket(kStream.replace("mocap", "retargeting"), (socket) => socket.onMessage(() => {}));
  await page.routeWebSocket(kStream, (socket) => {
    if (streams.get(page) === null) return socket.close();
    streams.set(page, socket);
    socket.onMessage(() => {});
    socket.send(JSON.stringify(hello));
    sayTrouble(page, code);
  });
}

/** The card of one trouble. Some open by themselves once they have lasted, and the button would close those. */
async function showHelp(page, code) {
  await page.waitForFunction((wanted) => window.doppel.bridge().code === wanted, code);
  await openHelp(page);
}

async function openHelp(page) {
  const card = page.locator(".live-help");
  for (let tries = 0; tries < 3; tries++) {
    // The card of the trouble before is put away once this one is drawn.
    await draw(page);
    if (await card.isVisible()) return;
    await page.locator(".bridge-bar button[aria-pressed]").click();
  }
  await card.waitFor();
}

const nextHelp = (code) => async (page) => {
  sayTrouble(page, code);
  await showHelp(page, code);
};

const nextStep = (page) => page.locator(".tour-foot button").last().click();

/** A profile's link, as somebody else hands it out. */
async function sharedLink(page) {
  await header(page, 2);
  await dialog(page);
  const link = await page.locator("dialog[open] textarea[readonly]").first().inputValue();
  await page.keyboard.press("Escape");
  return link.slice(link.indexOf("#"));
}

const drop = (page, name, mimeType, text) =>
  page.getByTestId("file-input").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

/** By name, as in views.mjs; `before` runs before the page is opened, `address` is opened in place of an avatar. */
export const stateViews = {
  help: {
    before: (page) => bridgeSays(page, "no-server"),
    // The cards are the picture: drawing the avatar behind them takes longer than all the rest.
    address: `/?avatar=stylised&render=off&bridge=${encodeURIComponent(kStream)}`,
    steps: (page) => showHelp(page, "no-server"),
    later: {
      ...Object.fromEntries(kTroubles.map((code) => [`help-${code}`, nextHelp(code)])),
      "help-bridge-lost": async (page) => {
        await endStream(page);
        await page.waitForFunction(() => window.doppel.bridge().connection === "waiting");
        await openHelp(page);
      },
    },
  },
  tour1: {
    // Beside the language and the keys.
    steps: (page) => page.locator("header .header-group").last().locator("button").first().click(),
    later: { tour2: nextStep, tour3: nextStep, tour4: nextStep, tour5: nextStep },
  },
  address: {
    avatar: "none",
    steps: async (page) => {
      await page.locator(".empty-buttons button").last().click();
      await page.locator(".address").waitFor();
    },
  },
  figure: { avatar: "none", steps: playBody },
  pasteLink: {
    steps: async (page) => {
      await header(page, 3);
      await dialog(page);
    },
  },
  pending: {
    steps: async (page) => {
      const link = await sharedLink(page);
      await page.locator(".samples button, .sample-switch button").last().click();
      await page.waitForFunction(
        () => window.doppel.loading() === null && window.doppel.state().avatar?.file === "stylised.vrm",
      );
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await page.getByTestId("pending-link").waitFor();
    },
  },
  keptAvatar: {
    file: "gaps",
    steps: async (page) => {
      await header(page, 0);
      await page.getByTestId("kept-avatar").waitFor();
    },
    later: {
      keptReopened: async (page) => {
        await page.goto(new URL("/", page.url()).href);
        await page.waitForFunction(() => "doppel" in window && window.doppel.state().avatar !== null);
        await page.evaluate(() => window.doppel.pause());
        // With the focus on it, it stays.
        await page.locator(".message-info button").focus();
      },
    },
  },
  messages: {
    steps: async (page) => {
      await drop(page, "notes.txt", "text/plain", "hello");
      await page.locator(".message-error").waitFor();
      await drop(page, "profile.json", "application/json", '{"format":"doppel-profile","version":99}');
      await page.locator(".message-error").nth(1).waitFor();
    },
  },
  warnings: {
    steps: async (page) => {
      const profile = await page.evaluate(() => window.doppel.state().profile);
      profile.calibration.channels.noSuchChannel = { ratio: 1, userGain: 1 };
      await drop(page, "haru-of-another-version.json", "application/json", JSON.stringify(profile));
      await page.locator(".message-warning").waitFor();
      await page.locator(".message-info button").focus();
    },
  },
  takeFailed: {
    steps: async (page) => {
      await drop(page, "broken.bvh", "text/plain", "HIERARCHY\nROOT");
      await page.locator(".message-error").waitFor();
    },
  },
  noChannels: {
    steps: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("zzz");
    },
  },
  video: {
    steps: async (page) => {
      await page.locator(".picture-buttons button").nth(1).click();
      await page.locator(".video-time").waitFor();
    },
  },
  sequence: {
    steps: async (page) => {
      await page.locator(".sequence-button button").click();
      await dialog(page);
    },
    later: {
      sequenceRuns: async (page) => {
        // Without a folder to choose the pictures go into one file.
        await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
        await page.locator("[data-testid=sequence] .button-accent").click();
        await page.locator(".picture-buttons .video-time").waitFor();
        await draw(page);
      },
    },
  },
  ik: {
    steps: async (page) => {
      await playBody(page);
      await page.locator(".view-bar-end > button[aria-pressed]").first().click();
    },
  },
  bodyDemo: {
    steps: async (page) => {
      await page.locator(".take-none button").nth(1).click();
      await page.locator(".body-bar").waitFor();
      await page.keyboard.press("b");
      await draw(page, 60);
      await dismissMessages(page);
    },
  },
  calibrated: {
    steps: async (page) => {
      await bodySection(page, "calibration");
      await page.locator("[data-section=calibration] .body-section-body button").first().click();
    },
  },
  wallBack: {
    steps: async (page) => {
      await compare(page, 3);
      await page.locator(".wall-add-buttons button").nth(1).click();
      await page.locator(".wall-figures").nth(1).waitFor();
      await page.locator(".wall-tile button").last().click();
    },
  },
  stageAlone: { steps: (page) => compare(page, 2) },
  stageAloneOpen: {
    steps: async (page) => {
      await compare(page, 2);
      await page.locator(".cast-head button").first().click();
    },
  },
  noGraphics: {
    isBare: true,
    // It has no menu for it.
    isEachLanguage: true,
    before: (page) =>
      page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      }),
    steps: (page) => page.getByRole("alert").waitFor(),
  },
};
