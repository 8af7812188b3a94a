// Builds the page with Vite where one of its inputs changed since the last build, else does nothing.
// It is not a watcher: `npm run dev` is.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const kStamp = "build/page.stamp";
const kInputs = [
  "web",
  "public",
  "vite.config.ts",
  "scripts/vite",
  "tsconfig.json",
  "package-lock.json",
  "build/wasm-release/wasm/doppel-core.mjs",
  "build/wasm-release/wasm/doppel-core.wasm",
];

/** Every file under `path`, sorted, so that the digest does not depend on the file system. */
function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

const digest = createHash("sha256");
for (const file of kInputs.flatMap(files)) digest.update(`${file}\0`).update(readFileSync(file));
const wanted = digest.digest("hex");

const current =
  existsSync(kStamp) && existsSync("dist/index.html") && readFileSync(kStamp, "utf8") === wanted;
if (current) {
  console.log("    up to date");
} else {
  rmSync(kStamp, { force: true });
  await build({ logLevel: "warn" });
  mkdirSync("build", { recursive: true });
  writeFileSync(kStamp, wanted);
  console.log("    built into dist/");
}
