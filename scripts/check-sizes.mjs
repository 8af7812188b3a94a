// Holds what is shipped and what is committed to their sizes: wasm, page bundle, library, sample avatars, files in git. Exit 1 and each that is too large.
// Limits are about twice today's figures: they catch an accident, not growth that was meant.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const kFileInGit = 1024 * 1024;
const kWasm = 1200 * 1024;
const kPageScriptGzip = 900 * 1024;
const kLibrary = 2600 * 1024;
const kLibraryModuleGzip = 60 * 1024;
const kAvatar = 3_000_000;

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;
const tooLarge = [];
function hold(what, bytes, limit) {
  console.log(`${what.padEnd(40)} ${kilobytes(bytes).padStart(9)} of ${kilobytes(limit)}`);
  if (bytes > limit) tooLarge.push(what);
}

hold("doppel-core.wasm", statSync("build/wasm-release/wasm/doppel-core.wasm").size, kWasm);

/** What the page loads to begin with: its own script, and what that shares with the control page. */
const scripts = [...readFileSync("dist/index.html", "utf8").matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(
  ([, name]) => name,
);
if (!scripts.some((name) => /^assets\/index-/.test(name)))
  throw new Error("dist/index.html names no index-*.js: the page is not built");
hold(
  "page script, gzip",
  scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join("dist", name))).length, 0),
  kPageScriptGzip,
);

const library = readdirSync("dist/lib").map((name) => join("dist/lib", name));
hold(
  `dist/lib, ${library.length} files`,
  library.reduce((sum, path) => sum + statSync(path).size, 0),
  kLibrary,
);
hold(
  "library without core and probe, gzip",
  library
    .filter((path) => path.endsWith(".js") && !path.endsWith("probe.js"))
    .reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0),
  kLibraryModuleGzip,
);

for (const name of ["realistic", "stylised"])
  hold(`${name}.vrm`, statSync(`public/avatars/${name}.vrm`).size, kAvatar);

const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
let largest = { name: "", size: 0 };
for (const name of tracked) {
  const size = statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largest.size) largest = { name, size };
}
hold(`largest file in git (${largest.name})`, largest.size, kFileInGit);

if (tooLarge.length > 0) {
  console.error(`too large: ${tooLarge.join(", ")}`);
  process.exit(1);
}
