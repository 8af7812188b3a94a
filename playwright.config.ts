// How the browser tests run: the built page behind Vite's preview server, in Debian's Chromium with software drawing.
// They test what `npm run build` has made; scripts/test.sh builds before.
import { defineConfig } from "@playwright/test";
import { chromiumArguments, chromiumPath } from "./scripts/lib/chromium.mjs";

/** A port that no other part of Doppel uses. */
const PORT = 41873;
const ADDRESS = `http://127.0.0.1:${PORT}`;

/**
 * Tests that draw little and wait more than they work: those over the real chain, each file with a bridge of its own, and of the page's
 * shell and panels. About half of the time that all take.
 */
const LIGHT = [
  "bridge",
  "embed",
  "guide",
  "keyboard",
  "live",
  "motion-export",
  "offline",
  "panel",
  "profile",
  "profile-library",
  "props",
  "recording",
  "refusals",
  "remote",
  "robust",
  "scene",
  "shell",
  "stage",
  "stage-load",
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "tests/e2e",
  // One page at a time that draws: drawing in software takes both cores of a small machine, and two at a time are no faster.
  projects: [
    { name: "drawn", testIgnore: LIGHT, workers: 1 },
    { name: "light", testMatch: LIGHT, workers: 1 },
  ],
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // What takes 40 s on a machine of its own.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: ADDRESS,
    viewport: { width: 1200, height: 560 },
    locale: "en-GB",
    // Requests that a service worker answers pass by `page.route`; what it does has a test of its own.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chromiumPath,
      args: [
        ...chromiumArguments,
        // The page around the pictures is put together without the graphics unit: in software that took as much again as the pictures.
        "--disable-gpu-compositing",
      ],
    },
  },
  webServer: {
    command: `node_modules/.bin/vite preview --host 127.0.0.1 --port ${PORT} --strictPort`,
    url: ADDRESS,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
