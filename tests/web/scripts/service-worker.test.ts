// Tests of the service worker as the build writes it: what it keeps, what it answers, and what is none of its business.
// A browser runs it in tests/e2e/offline.spec.ts; here its world is made up.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { appIcon } from "../../../scripts/vite/app-icon";
import { workerFor } from "../../../scripts/vite/offline";

const TEMPLATE = readFileSync("web/service-worker.js", "utf8");
const SCOPE = "http://doppel.test/";
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const SCRIPT = "assets/index-Ab12Cd34.js";

function built(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), "doppel-page-"));
  folders.push(folder);
  for (const name of ["assets", "avatars", "lib"]) mkdirSync(join(folder, name));
  const files = {
    "index.html": page,
    [SCRIPT]: "script",
    "icon.svg": "icon",
    "avatars/realistic.vrm": "glTF",
    "embed.html": "embed",
    "lib/doppel.js": "library",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

type Cache = Map<string, Response>;
interface Asked {
  readonly method?: string;
  readonly mode?: string;
}

/** A worker over a folder; its server answers with the files of `served`, or not at all. */
function start(text: string, caches: Map<string, Cache>) {
  const listeners = new Map<string, (event: object) => void>();
  const world = { served: null as Map<string, string> | null, fetched: [] as string[] };
  const fetch = async (request: { url: string } | string) => {
    const address = typeof request === "string" ? request : request.url;
    world.fetched.push(address);
    if (world.served === null) throw new TypeError("Failed to fetch");
    const found = world.served.get(address);
    return new Response(found ?? "nothing", { status: found === undefined ? 404 : 200 });
  };
  const open = async (name: string) => {
    const cache: Cache = caches.get(name) ?? new Map();
    caches.set(name, cache);
    return {
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) {
          const answer = await fetch(request);
          if (!answer.ok) throw new TypeError(`no ${request.url}`);
          cache.set(request.url, answer);
        }
      },
      match: async (address: string) => cache.get(address)?.clone(),
      put: async (address: string, answer: Response) => void cache.set(address, answer),
    };
  };
  runInNewContext(text, {
    self: {
      registration: { scope: SCOPE },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    },
    caches: {
      open,
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
    },
    fetch,
    crypto,
    URL,
    Request: class {
      constructor(readonly url: string) {}
    },
  });
  const life = (name: "install" | "activate") =>
    new Promise<void>((resolve, reject) => {
      listeners.get(name)?.({ waitUntil: (work: Promise<void>) => work.then(resolve, reject) });
    });
  /** Null: not answered by the worker. */
  const ask = async (path: string, { method = "GET", mode = "cors" }: Asked = {}): Promise<string | null> => {
    let answer: Promise<Response> | null = null;
    const request = { url: new URL(path, SCOPE).href, method, mode };
    listeners.get("fetch")?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
    return answer === null ? null : (await (answer as Promise<Response>)).text();
  };
  return { world, life, ask };
}

function serving(page: string): Map<string, string> {
  return new Map([
    [SCOPE, page],
    [`${SCOPE}${SCRIPT}`, "script"],
    [`${SCOPE}icon.svg`, "icon"],
    [`${SCOPE}avatars/realistic.vrm`, "glTF"],
  ]);
}

async function installed(page = "one", caches = new Map<string, Cache>()) {
  const worker = start(workerFor(built(page), TEMPLATE), caches);
  worker.world.served = serving(page);
  await worker.life("install");
  return worker;
}

test("without a server the page and its scripts are there, whatever stands behind the question mark", async () => {
  const { world, ask } = await installed();
  world.served = null;
  expect(await ask("/?avatar=none", { mode: "navigate" })).toBe("one");
  expect(await ask("/index.html", { mode: "navigate" })).toBe("one");
  expect(await ask(`/${SCRIPT}`)).toBe("script");
  expect(await ask("/icon.svg")).toBe("icon");
});

test("streams, remote control, uploaded assets, health and other pages are none of its business", async () => {
  const { ask } = await installed();
  const hash = "0".repeat(64);
  for (const path of ["/mocap", "/retargeting", `/assets/${hash}`, "/healthz", "/metrics", "/lib/doppel.js"])
    expect(await ask(path), path).toBeNull();
  for (const path of ["/healthz", "/metrics", "/embed.html", "/remote"])
    expect(await ask(path, { mode: "navigate" }), path).toBeNull();
  expect(await ask("/", { method: "HEAD", mode: "navigate" })).toBeNull();
  expect(await ask(`/${SCRIPT}`, { method: "PUT" })).toBeNull();
  expect(await ask(`http://elsewhere.test/${SCRIPT}`)).toBeNull();
});

test("a server that answers gives the page; one that fails does not", async () => {
  const { world, ask } = await installed();
  world.served = serving("two");
  expect(await ask("/", { mode: "navigate" })).toBe("two");
  world.served = new Map();
  expect(await ask("/", { mode: "navigate" })).toBe("one");
});

test("what has a hash in its name is not asked for again; what has none is", async () => {
  const { world, ask } = await installed();
  world.fetched.length = 0;
  await ask(`/${SCRIPT}`);
  expect(world.fetched).toEqual([]);
  await ask("/icon.svg");
  expect(world.fetched).toEqual([`${SCOPE}icon.svg`]);
});

test("a sample is kept once it was opened", async () => {
  const { world, ask } = await installed();
  world.served = null;
  await expect(ask("/avatars/realistic.vrm")).rejects.toThrow();
  world.served = serving("one");
  expect(await ask("/avatars/realistic.vrm")).toBe("glTF");
  world.served = null;
  expect(await ask("/avatars/realistic.vrm")).toBe("glTF");
});

test("a page of another build is not taken into this one's list, nor one that lacks a file", async () => {
  const caches = new Map<string, Cache>();
  await installed("one", caches);
  const before = [...caches.keys()];
  const other = start(workerFor(built("two"), TEMPLATE), caches);
  other.world.served = serving("three");
  await expect(other.life("install")).rejects.toThrow("another build");
  other.world.served = serving("two");
  other.world.served.delete(`${SCOPE}${SCRIPT}`);
  await expect(other.life("install")).rejects.toThrow();
  other.world.served = null;
  expect(before.every((name) => caches.has(name))).toBe(true);
});

test("a new build forgets the one before when it takes over, not sooner, and nothing that is not its own", async () => {
  const caches = new Map<string, Cache>([["somebody-else's", new Map()]]);
  await installed("one", caches);
  const second = await installed("two", caches);
  expect(caches.size).toBe(3);
  await second.life("activate");
  expect(caches.size).toBe(2);
  expect(caches.has("somebody-else's")).toBe(true);
  second.world.served = null;
  expect(await second.ask("/", { mode: "navigate" })).toBe("two");
});

test("the same files are the same version, others are another", () => {
  const text = (page: string) => workerFor(built(page), TEMPLATE);
  expect(text("one")).toBe(text("one"));
  expect(text("one")).not.toBe(text("two"));
  expect(text("one")).not.toContain("%");
});

test("icons show two rings on the page's surface; the one that systems cut reaches the edges", async () => {
  const { decode } = await import("fast-png");
  const at = (bytes: Uint8Array, x: number, y: number) => {
    const { data, width } = decode(bytes);
    return [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)];
  };
  // In units of the mark (20 wide): the left ring's left edge is at 3.4, the right ring's right edge at 16.6.
  const plain = appIcon(200, false);
  expect(at(plain, 34, 100)).toEqual([0xd9, 0xa3, 0x5c, 255]);
  expect(at(plain, 166, 100)).toEqual([0x4f, 0xd0, 0xb4, 255]);
  expect(at(plain, 100, 20)).toEqual([0x16, 0x18, 0x1c, 255]);
  expect(at(plain, 0, 0)[3]).toBe(0);
  expect(at(appIcon(200, true), 0, 0)).toEqual([0x16, 0x18, 0x1c, 255]);
});
