// Vite plugin: what makes the built page an app that installs and opens without its server: manifest, icons, service worker with its list.
// What the worker does with the list stands in web/service-worker.js.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { appIcon } from "./app-icon.ts";

const WORKER = "service-worker.js";
const MANIFEST = "manifest.webmanifest";
const ICONS = [
  { file: "icon-192.png", pixels: 192, purpose: "any" },
  { file: "icon-512.png", pixels: 512, purpose: "any" },
  { file: "icon-maskable-512.png", pixels: 512, purpose: "maskable" },
] as const;
const SURFACE = "#16181c";

/** Bundled by name and content: these can never be another build's. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;
/** Kept from the start, though asked anew each time. */
const LOOSE = /^(icon.*\.(svg|png)|manifest\.webmanifest)$/;
/** Kept once they were opened: they are large. */
const OPENED = /^(avatars|takes)\//;

function manifest(): string {
  return JSON.stringify({
    name: "Doppel",
    short_name: "Doppel",
    description: "Puts a live performance on any web avatar",
    id: "./",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: SURFACE,
    theme_color: SURFACE,
    icons: [
      { src: "icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
      ...ICONS.map(({ file, pixels, purpose }) => ({
        src: file,
        type: "image/png",
        sizes: `${pixels}x${pixels}`,
        purpose,
      })),
    ],
  });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/** The worker's text for a folder that holds a built page. */
export function workerFor(folder: string, template: string): string {
  const files = filesIn(folder);
  const kept = files.filter((name) => HASHED.test(name) || LOOSE.test(name));
  const loose = files.filter((name) => LOOSE.test(name) || OPENED.test(name));
  const pageHash = createHash("sha256")
    .update(readFileSync(join(folder, "index.html")))
    .digest("hex");
  const version = createHash("sha256").update(template).update(pageHash);
  for (const name of kept) version.update(`${name}\0`).update(readFileSync(join(folder, name)));
  const values: Readonly<Record<string, string>> = {
    '"%VERSION%"': JSON.stringify(version.digest("hex").slice(0, 16)),
    '"%FILES%"': JSON.stringify(kept),
    '"%PAGE_HASH%"': JSON.stringify(pageHash),
    '"%LOOSE%"': JSON.stringify(loose),
  };
  return Object.entries(values).reduce((text, [mark, value]) => text.replace(mark, () => value), template);
}

export function offline(): Plugin {
  let outDir = "";
  let root = "";
  return {
    name: "doppel-offline",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: `/${MANIFEST}` }, injectTo: "head" },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${ICONS[0].file}` }, injectTo: "head" },
    ],
    generateBundle() {
      this.emitFile({ type: "asset", fileName: MANIFEST, source: manifest() });
      for (const { file, pixels, purpose } of ICONS) {
        this.emitFile({ type: "asset", fileName: file, source: appIcon(pixels, purpose === "maskable") });
      }
    },
    // Last of all: the list is of what is there.
    closeBundle() {
      const template = readFileSync(join(root, WORKER), "utf8");
      writeFileSync(join(outDir, WORKER), workerFor(outDir, template));
    },
  };
}
