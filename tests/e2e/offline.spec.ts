// The page as an app: it installs, opens without its server with the avatar that was open last, and changes builds without mixing them.
// What the service worker answers in which case is tested without a browser.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Page } from "@playwright/test";
import { workerFor } from "../../scripts/vite/offline";
import { makeAvatar } from "../support/make-avatar";
import { BridgeProcess } from "./live-chain";
import { axeFindings, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41871;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

test.use({ baseURL: `http://127.0.0.1:${PORT}`, serviceWorkers: "allow" });

/** What serves the page on a stage; the other server is for builds that change. */
const bridge = new BridgeProcess(PORT);

let folder = "dist";
let server: Server | null = null;
const copies: string[] = [];

async function serve(from: string): Promise<void> {
  folder = from;
  if (server !== null) return;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    try {
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
        "Cache-Control": "no-cache",
      });
      response.end(request.method === "HEAD" ? undefined : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server?.listen(PORT, "127.0.0.1", resolve));
}

async function stop(): Promise<void> {
  const ending = server;
  server = null;
  ending?.closeAllConnections();
  await new Promise<void>((resolve) => (ending === null ? resolve() : ending.close(() => resolve())));
}

test.beforeEach(({ guards }) => {
  guards.expectedErrors.push(/Failed to load resource/);
});
test.afterEach(stop);
test.afterEach(() => bridge.stop());
test.afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** Another build: the same but for a mark in the page. */
function anotherBuild(mark: string): string {
  const copy = mkdtempSync(join(tmpdir(), "doppel-build-"));
  copies.push(copy);
  cpSync("dist", copy, { recursive: true });
  const page = join(copy, "index.html");
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace("</head>", `<meta name="build" content="${mark}"></head>`),
  );
  writeFileSync(
    join(copy, "service-worker.js"),
    workerFor(copy, readFileSync("web/service-worker.js", "utf8")),
  );
  return copy;
}

/** Which of the worker's states there is one in. */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return {
      isInstalling: Boolean(registration?.installing),
      isWaiting: Boolean(registration?.waiting),
      isActive: registration?.active?.state === "activated",
    };
  });

/** The worker has all files. */
const kept = (page: Page) =>
  expect
    .poll(() => workers(page), { timeout: 40_000 })
    .toEqual({ isInstalling: false, isWaiting: false, isActive: true });

const ready = (page: Page) => page.waitForFunction(() => "doppel" in window);
const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector("meta[name=build]")?.getAttribute("content") ?? "first");
const openFile = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { doppel: { state(): { avatar: { file: string } | null } } }).doppel.state()
        .avatar?.file ?? null,
  );

test("installs from the bridge; without it the page opens with the avatar of the last visit, which can be forgotten", async ({
  doppel,
  page,
  guards,
}) => {
  test.setTimeout(240_000);
  guards.expectedErrors.push(/WebSocket connection to .* failed/);
  await bridge.start("--performers", "0");
  const manifest = await page.request.get("/manifest.webmanifest");
  expect(manifest.headers()["content-type"]).toBe("application/manifest+json");
  const { icons, start_url, display } = await manifest.json();
  expect([start_url, display]).toEqual(["./", "standalone"]);
  for (const { src, type } of icons) {
    const icon = await page.request.get(`/${src}`);
    expect([icon.status(), icon.headers()["content-type"]], src).toEqual([200, type]);
  }
  // Asked for anew at each visit, or a build would never be followed by another; at the top, so that all of the page is its scope.
  const headers = (await page.request.get("/service-worker.js")).headers();
  expect(headers["content-type"]).toMatch(/^text\/javascript/);
  expect(headers["cache-control"]).toBe("no-cache");

  await doppel.visit("/?render=off&scene=off&avatar=none");
  await doppel.openAvatar({ name: "mine.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await kept(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    `http://127.0.0.1:${PORT}/`,
  );
  await bridge.stop();
  await page.goto("/?render=off&scene=off");
  await ready(page);
  await expect.poll(() => openFile(page), { timeout: 30_000 }).toBe("mine.glb");
  await expect(doppel.message("info")).toContainText("mine.glb is open again");
  expect((await doppel.pose({ jawOpen: 0.5 })).raw).toContain(0.5);

  await page.getByRole("button", { name: "Profiles" }).click();
  const line = page.getByTestId("kept-avatar");
  await expect(line).toContainText("mine.glb");
  expect(await axeFindings(page)).toEqual([]);
  await line.getByRole("button", { name: "Forget it" }).click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await ready(page);
  await doppel.idle();
  expect(await openFile(page)).not.toBe("mine.glb");
});

test("another build comes with the next visit, and no build is mixed with another", async ({
  doppel,
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await serve("dist");
  await doppel.visit("/?avatar=none");
  expect(await buildOf(page)).toBe("first");
  await kept(page);
  await serve(anotherBuild("second"));
  await page.reload();
  await ready(page);
  expect(await buildOf(page)).toBe("second");
  // The new worker has its files, and waits: a page of the old one might still be open.
  await expect
    .poll(() => workers(page), { timeout: 40_000 })
    .toEqual({ isInstalling: false, isWaiting: true, isActive: true });
  const [oldCache, newCache] = await page.evaluate(() => caches.keys());
  expect([oldCache, newCache].every((name) => name?.startsWith("doppel-page-"))).toBe(true);
  // Without a server now: the old build, whole.
  await stop();
  await page.reload();
  await ready(page);
  expect(await buildOf(page)).toBe("first");
  await page.goto("about:blank");
  await expect
    .poll(
      async () => {
        const worker = context.serviceWorkers().at(-1);
        return worker?.evaluate(async () => (await caches.keys()).length).catch(() => 0);
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.goto("/?avatar=none");
  await ready(page);
  expect(await buildOf(page)).toBe("second");
});
