// Prints what the panels take of a frame in the browser: script time with 52 live meters in sight, and bytes allocated meanwhile.
// It asserts nothing about time. Drawing of the avatar is not the panels' and not in it.
import { spawn } from "node:child_process";
import { chromium, type Page } from "@playwright/test";
import { chromiumArguments, chromiumPath } from "../../scripts/lib/chromium.mjs";
import { allocatedBytes } from "../../tests/support/heap-sampling";
import { makeAvatar } from "../../tests/support/make-avatar";

const PORT = 41875;
const ADDRESS = `http://127.0.0.1:${PORT}`;
/** Tall enough for all rows of the table at once. */
const TALL = { width: 1280, height: 2700 };
const USUAL = { width: 1280, height: 720 };
const ROUNDS = 15;
const PAINTS = 200;
/** Moves of a slider. */
const MOVES = 2000;

interface Hooks {
  open(name: string, content: Blob): Promise<void>;
  feedFace(values: ArrayLike<number>): void;
  pause(): void;
  step(dt: number): void;
  paint(): void;
  state(): { avatar: object | null };
}

async function openPage(page: Page): Promise<void> {
  await page.goto(`${ADDRESS}/?avatar=none`);
  await page.waitForFunction(() => "doppel" in window);
  const base64 = Buffer.from(await makeAvatar()).toString("base64");
  await page.evaluate(async (text) => {
    const { doppel } = window as unknown as { doppel: Hooks };
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await doppel.open("bench.glb", new Blob([bytes]));
    doppel.pause();
  }, base64);
  await page.waitForFunction(() => (window as unknown as { doppel: Hooks }).doppel.state().avatar !== null);
}

/** Milliseconds of one paint, the median of rounds with a new frame of values each. */
function paintTime(page: Page): Promise<{ milliseconds: number; meters: number }> {
  return page.evaluate(
    ({ rounds, paints }) => {
      const { doppel } = window as unknown as { doppel: Hooks };
      const row = new Float32Array(52);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        for (let channel = 0; channel < 52; channel++) row[channel] = 0.5 + 0.5 * Math.sin(round + channel);
        doppel.feedFace(row);
        doppel.step(1 / 60);
        const start = performance.now();
        for (let paint = 0; paint < paints; paint++) doppel.paint();
        times.push((performance.now() - start) / paints);
      }
      const area = document.querySelector(".table-scroll")?.getBoundingClientRect();
      const inSight = [...document.querySelectorAll("[data-channel]")].filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return area !== undefined && top >= area.top && bottom <= area.bottom + 1;
      });
      const milliseconds = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
      return { milliseconds, meters: inSight.length };
    },
    { rounds: ROUNDS, paints: PAINTS },
  );
}

/** Milliseconds from a slider's input to the changed face, profile and panels, style and layout included; without drawing. */
function sliderTime(page: Page): Promise<{ median: number; slow: number }> {
  return page.evaluate(async (moves) => {
    const slider = document.querySelector<HTMLInputElement>(".detail .slider");
    const times: number[] = [];
    const channel = new MessageChannel();
    for (let move = 0; move < moves && slider !== null; move++) {
      slider.value = String(0.8 + (move % 100) / 200);
      const start = performance.now();
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      // The panels render in a microtask after the change. A timer would wait for 4 ms, a message does not.
      await new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return {
      median: times[Math.floor(0.5 * moves)] ?? Number.NaN,
      slow: times[Math.floor(0.95 * moves)] ?? Number.NaN,
    };
  }, MOVES);
}

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(ADDRESS).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no answer from ${ADDRESS}`);
}

const server = spawn(
  process.execPath,
  ["node_modules/vite/bin/vite.js", "preview", "--host", "127.0.0.1", "--port", String(PORT), "--strictPort"],
  { stdio: "ignore" },
);
try {
  await waitForServer();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments],
  });
  try {
    const page = await browser.newPage({ viewport: TALL });
    await openPage(page);
    const tall = await paintTime(page);
    const session = await page.context().newCDPSession(page);
    const paintBytes = await allocatedBytes(session, page, {
      call: "paint",
      times: 2000,
      warmUps: 6,
      rounds: 5,
    });
    await page.setViewportSize(USUAL);
    const usual = await paintTime(page);
    const frameBytes = await allocatedBytes(session, page, {
      call: "step",
      times: 60,
      warmUps: 1,
      rounds: 1,
    });
    const slider = await sliderTime(page);
    const line = (name: string, value: string) => console.log(`  ${name.padEnd(64)}${value.padStart(12)}`);
    console.log("Script time of the panels in the browser, software drawing, median of rounds");
    line(
      `a frame with ${tall.meters} live meters and the curve in sight`,
      `${tall.milliseconds.toFixed(3)} ms`,
    );
    line(`a frame at 1280 x 720 (${usual.meters} meters in sight)`, `${usual.milliseconds.toFixed(3)} ms`);
    line("allocated by the panels in a frame", `${paintBytes.toFixed(1)} bytes`);
    line("allocated in a whole frame, drawing with three.js included", `${frameBytes.toFixed(0)} bytes`);
    line(
      `one move of a slider, median of ${MOVES}: profile, curve, panels`,
      `${slider.median.toFixed(1)} ms`,
    );
    line("the same, 95 of 100 are quicker", `${slider.slow.toFixed(1)} ms`);
  } finally {
    await browser.close();
  }
} finally {
  server.kill();
}
