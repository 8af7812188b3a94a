// Which Chromium the browser tests, benchmarks and screenshots start, and how.
// It starts none.
import { existsSync } from "node:fs";

/**
 * $DOPPEL_CHROMIUM, else Debian's. The shell without windows comes first: the same engine, but a new profile costs a third of the time,
 * since no browser window with pages of its own is made for it.
 */
export const chromiumPath =
  process.env.DOPPEL_CHROMIUM ||
  (existsSync("/usr/bin/chromium-headless-shell") ? "/usr/bin/chromium-headless-shell" : "/usr/bin/chromium");

/** Drawing in software, and no request that the page did not make. */
export const chromiumArguments = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
];
