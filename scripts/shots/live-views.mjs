// Views of the page behind a real bridge with its simulator: the stage's list, the calibration of people, the output for OBS, pages that share
// a scene, and the control page for phones. Each has a bridge of its own, so that none shares another's scene.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { dialog, dismissMessages, draw } from "./views.mjs";

/** A port that no other part of Doppel uses. */
const kPort = 41886;
export const kBridgeBase = `http://127.0.0.1:${kPort}`;
const kProgram = "build/native-release/bridge/doppel-bridge";
/** Milliseconds until somebody moves the avatar, on a busy machine. */
const kMoved = 120_000;

/** @returns how to end it */
export async function startBridge(more) {
  const data = mkdtempSync(join(tmpdir(), "doppel-shots-"));
  const args = [
    "--source",
    "sim",
    "--port",
    `${kPort}`,
    "--page",
    "dist",
    "--data",
    data,
    "--log",
    "error",
    ...more,
  ];
  const process = spawn(kProgram, args, { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([
    once(createInterface({ input: process.stdout }), "line"),
    once(process, "exit").then(() => {
      throw new Error("the bridge did not start");
    }),
  ]);
  return async () => {
    const ended = once(process, "exit");
    process.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true });
  };
}

const two = (motion) => ["--performers", "2", "--rate", "60", "--motion", motion];
const kAlone = "/?scene=off&avatar=realistic";
const kShared = "/?avatars=2";

/** Frames by hand until `ready`: the page's own clock would draw all the time, in software. */
async function drawUntil(page, ready) {
  for (const end = Date.now() + kMoved; Date.now() < end; ) {
    if (await page.evaluate(ready)) return;
    await draw(page, 1);
  }
  throw new Error(`not in time: ${ready}`);
}

const moved = (page) => drawUntil(page, () => window.doppel.body().status !== 0);
const everybody = () => window.doppel.cast().filter(({ performer }) => performer !== null).length === 2;
const onStage = (page) => drawUntil(page, everybody);

const unfold = (page) => page.locator(".cast-head button").first().click();

async function openFlow(page) {
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^(Countdown|카운트다운)/ })
    .click();
  await page.locator(".flow").waitFor();
}

const choose = (page, name, place) =>
  page.locator(`.flow input[name=${name}]`).nth(place).check({ force: true });

async function startFlow(page) {
  await page.locator(".flow .button-accent").click();
}

/** The first button of those that lead back to the choices. */
const again = (page) => page.locator(".flow-buttons .button-plain").first().click();

const taken = (page) => drawUntil(page, () => document.querySelector("[data-testid=flow-results]") !== null);

/** Another page of the same browser, which draws nothing. */
async function otherPage(page, address) {
  const other = await page.context().newPage();
  await other.goto(`${kBridgeBase}${address}`);
  await other.waitForFunction(() => "doppel" in window && window.doppel.remote().page !== null);
  return other;
}

/** By name: `bridge`, its options; `address` on it; `steps` from there, with the clock standing; `later`: what goes on from there. */
export const liveViews = {
  live: {
    // In its place: between two pictures seconds go by that the page, whose clock stands, does not follow with its camera.
    bridge: two("wave"),
    address: kAlone,
    steps: async (page) => {
      await moved(page);
      await draw(page, 20);
    },
    later: {
      liveBody: (page) => page.keyboard.press("b"),
      refusedPose: (page) =>
        page.locator("[data-section=calibration] .body-section-body button").first().click(),
    },
  },
  stage: {
    bridge: two("stand"),
    address: kShared,
    steps: onStage,
    later: {
      stageList: unfold,
      stageProps: async (page) => {
        const row = page.locator(".prop-row").first();
        await row.locator("select").first().selectOption("chair");
        await row.locator(".prop-held").selectOption({ index: 1 });
        await row.locator(".prop-seat").waitFor();
      },
      transfer: async (page) => {
        const menu = page.locator(".cast-follow").nth(1);
        await menu.selectOption(await menu.locator("optgroup option").first().getAttribute("value"));
        await page.locator(".cast-transfer").waitFor();
      },
      castFault: async (page) => {
        const buffer = Buffer.from("glTF and nothing more");
        const name = "a-rather-long-name-of-a-file.glb";
        await page.getByTestId("cast-input").setInputFiles({ name, mimeType: "model/gltf-binary", buffer });
        await page.locator(".cast-fault").waitFor();
        await dismissMessages(page);
      },
      flowWrong: async (page) => {
        await unfold(page);
        await openFlow(page);
      },
      flowRefused: async (page) => {
        await choose(page, "flow-seconds", 0);
        await startFlow(page);
        await taken(page);
      },
      flowRight: async (page) => {
        await again(page);
        await choose(page, "flow-pose", 1);
      },
      flowTaken: async (page) => {
        await startFlow(page);
        await taken(page);
      },
      flowCount: async (page) => {
        await again(page);
        await choose(page, "flow-seconds", 2);
        await startFlow(page);
        await page.locator(".flow-count").waitFor();
      },
      output: async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("toolbar").getByRole("button", { name: /OBS/ }).click();
        await dialog(page);
      },
      outputCamera: async (page) => {
        await page.getByTestId("output").locator(".button-plain").last().click();
        await page.getByTestId("output").locator(".button-plain").nth(1).waitFor();
      },
      leads: async (page) => {
        await page.keyboard.press("Escape");
        await otherPage(page, "/?avatar=none&render=off");
        await page.bringToFront();
        await page.locator(".scene-bar").waitFor();
      },
      follows: async (page) => {
        await page
          .context()
          .pages()[1]
          .evaluate(() => window.doppel.takeAuthority());
        await page.locator(".scene-bar button").waitFor();
      },
    },
  },
  takesNone: {
    bridge: two("walk"),
    // Nothing of it is drawn: a recording is the bridge's.
    address: "/?scene=off&avatar=stylised&render=off",
    steps: async (page) => {
      await page.locator(".take-recorder button").last().click();
      await dialog(page);
    },
    later: {
      takesRecording: async (page) => {
        await page.locator(".takes-part .button-accent").click();
        await page.locator(".takes-part output, .takes-part .take-size").first().waitFor();
        // Seconds go by at the bridge.
        await page.waitForFunction(() =>
          /0:0[2-9]/.test(document.querySelector(".takes-part [role=status]")?.textContent ?? ""),
        );
      },
      takeRuns: async (page) => {
        await page.keyboard.press("Escape");
        await page.locator(".take-time").waitFor();
      },
      takes: async (page) => {
        await page.locator(".take-recorder button").first().click();
        await page.locator(".take-time").waitFor({ state: "detached" });
        await page.locator(".take-recorder button").last().click();
        await page.locator(".take-row").waitFor();
      },
    },
  },
  // The address has another token than the bridge.
  remoteToken: {
    bridge: [...two("stand"), "--token", "a-token-of-the-views"],
    address: "/remote?token=another-token-of-old",
    isBare: true,
    steps: (page) => page.locator(".remote-nothing").waitFor(),
  },
  remoteEmpty: {
    bridge: two("stand"),
    address: "/remote",
    isBare: true,
    steps: (page) => page.locator(".remote-nothing").waitFor(),
    later: {
      remote: async (page) => {
        const other = await otherPage(page, "/?avatars=2&render=off");
        await other.waitForFunction(everybody, undefined, { timeout: kMoved, polling: 500 });
        await page.bringToFront();
        await page.locator(".remote-character").nth(1).waitFor();
      },
      remoteRefused: async (page) => {
        await page.locator("input[name=delay]").first().check({ force: true });
        await page.locator(".remote-big").nth(1).click();
        await page.locator(".remote-toast").waitFor();
      },
      remoteCount: async (page) => {
        await page.locator("input[name=delay]").last().check({ force: true });
        await page.locator(".remote-big").first().click();
        await page.locator(".remote-countdown").waitFor();
      },
    },
  },
};
