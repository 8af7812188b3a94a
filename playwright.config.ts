// How the browser tests run: the built page behind Vite's preview server, in Debian's Chromium with software drawing.
// They test what `npm run build` has made; scripts/test.sh builds before.
import { defineConfig } from "@playwright/test";

/** A port that no other part of Doppel uses. */
const PORT = 41873;
const ADDRESS = `http://127.0.0.1:${PORT}`;

export default defineConfig({
  testDir: "tests/e2e",
  // One page at a time: drawing in software takes both cores of a small machine, and two at a time are no faster.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: ADDRESS,
    viewport: { width: 1200, height: 560 },
    locale: "en-GB",
    // Requests that a service worker answers pass by `page.route`; what it does has a test of its own.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
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
