// Builds the library where one of its inputs changed since the last build: modules, declarations, binaries, package.json. Then puts it
// into dist/lib, and the example's copy of three.js into dist/embed. After the page, whose build empties dist/.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build, transformWithOxc } from "vite";
import { filesBelow } from "./lib/files-below.mjs";
import { rollUpTypes } from "./lib/roll-up-types.mjs";
import { nodeBuiltins } from "./vite/node-builtins.ts";

const kStamp = "build/lib.stamp";
const kOut = "build/lib";
const kExampleOut = "build/lib-example";
/** Where the page's server finds them. */
const kServed = { [kOut]: "dist/lib", [kExampleOut]: "dist/embed" };
const kTypes = "build/lib-types/web/src";
const kCore = "build/wasm-release/wasm";
const kInputs = [
  "web/src/lib.ts",
  "web/src/lib",
  "web/src/core",
  "web/src/reader",
  "web/src/probe",
  "web/src/tables",
  "web/src/avatar/body-bones.ts",
  "web/src/avatar/body-writer.ts",
  "web/src/avatar/vrm-plugin.ts",
  "wasm/bind/doppel-core.d.ts",
  "scripts/build-lib.mjs",
  "scripts/lib",
  "scripts/vite",
  "tsconfig.json",
  "tsconfig.lib.json",
  "package.json",
  "package-lock.json",
  "docs/embed.md",
  `${kCore}/doppel-core.mjs`,
  `${kCore}/doppel-core.wasm`,
];

/** Modules of the package and where they are made from. */
const kEntries = {
  doppel: "web/src/lib.ts",
  load: "web/src/lib/load-avatar.ts",
  probe: "web/src/lib/probe.ts",
};
/** Built as they stand, so that a bundler of the page's finds the files that they name. */
const kVerbatim = ["files", "start-worker"];
/** The same as the page's, in vite.config.ts. */
const kTarget = "chrome103";
const kPeers = /^(?:three|@pixiv\/three-vrm)(?:\/|$)/;

/** The core's glue finds its binary by an address that bundlers would put into the module; the library always hands it the bytes. */
const withoutBinaryAddress = {
  name: "doppel-core-glue",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("doppel-core.mjs")) return undefined;
    const address = 'new URL("doppel-core.wasm",import.meta.url).toString()';
    if (!code.includes(address)) throw new Error(`${id}: expected ${address}`);
    return { code: code.replace(address, '"doppel-core.wasm"'), map: null };
  },
};

/** Keeps imports of the verbatim files as they are, now beside the module. */
const verbatimFiles = {
  name: "doppel-verbatim-files",
  enforce: "pre",
  resolveId(id, importer) {
    const name = kVerbatim.find((file) => id === `./${file}`);
    return name !== undefined && importer?.includes("/web/src/lib/")
      ? { id: `./${name}.js`, external: "relative" }
      : undefined;
  },
};

const kShared = {
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  resolve: { alias: { "#core-build": resolve(kCore) } },
};

async function buildModules() {
  await build({
    ...kShared,
    plugins: [withoutBinaryAddress, verbatimFiles, nodeBuiltins()],
    // The Draco decoder asks for it under Node, for a path that it never reads from: it is handed its binary.
    define: { __dirname: '""' },
    build: {
      target: kTarget,
      outDir: kOut,
      emptyOutDir: true,
      minify: false,
      // What the modules contain of others, with their terms.
      license: { fileName: "licences.md" },
      lib: { entry: kEntries, formats: ["es"] },
      rolldownOptions: {
        external: kPeers,
        checks: { bundlerTimings: false },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  for (const name of kVerbatim) {
    const path = `web/src/lib/${name}.ts`;
    const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, {
      target: kTarget,
      sourcemap: false,
    });
    writeFileSync(`${kOut}/${name}.js`, code);
  }
  copyFileSync(`${kCore}/doppel-core.wasm`, `${kOut}/doppel-core.wasm`);
  copyFileSync("node_modules/draco3dgltf/draco_decoder_gltf.wasm", `${kOut}/draco-decoder.wasm`);
}

function buildTypes() {
  rmSync("build/lib-types", { recursive: true, force: true });
  execFileSync("node_modules/.bin/tsc", ["-p", "tsconfig.lib.json"], { stdio: "inherit" });
  const main = `${kTypes}/lib.d.ts`;
  writeFileSync(`${kOut}/doppel.d.ts`, rollUpTypes(main));
  const siblings = new Map(
    ["bytes", "doppel", "face"].map((name) => [`${kTypes}/lib/${name}.d.ts`, "./doppel.js"]),
  );
  writeFileSync(`${kOut}/load.d.ts`, rollUpTypes(`${kTypes}/lib/load-avatar.d.ts`, siblings));
}

/** What is packed: no dependencies, for everything but three.js is in the modules. */
function writePackage() {
  const root = JSON.parse(readFileSync("package.json", "utf8"));
  const { name, version, license, engines } = root;
  const entry = (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const document = {
    name,
    version,
    private: true,
    description: "Puts a calibrated face on an avatar that a web page already has",
    license,
    type: "module",
    engines,
    sideEffects: ["./probe.js"],
    exports: {
      ".": entry("doppel"),
      "./load": entry("load"),
      "./probe.js": "./probe.js",
      "./doppel-core.wasm": "./doppel-core.wasm",
      "./package.json": "./package.json",
    },
    peerDependencies: { three: ">=0.160.0", "@pixiv/three-vrm": ">=3.0.0" },
    peerDependenciesMeta: { three: { optional: true }, "@pixiv/three-vrm": { optional: true } },
  };
  writeFileSync(`${kOut}/package.json`, `${JSON.stringify(document, null, 2)}\n`);
  if (existsSync("docs/embed.md")) copyFileSync("docs/embed.md", `${kOut}/README.md`);
}

/** three.js for the example, which is served without a bundler and, by its policy, without an import map. */
async function buildExample() {
  await build({
    ...kShared,
    build: {
      target: kTarget,
      outDir: kExampleOut,
      emptyOutDir: true,
      minify: true,
      lib: { entry: { three: "scripts/lib/example-three.ts" }, formats: ["es"], fileName: "[name]" },
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
}

const digest = createHash("sha256");
for (const file of kInputs.flatMap(filesBelow)) digest.update(`${file}\0`).update(readFileSync(file));
const wanted = digest.digest("hex");
const isThere = existsSync(`${kOut}/package.json`) && existsSync(`${kExampleOut}/three.js`);
if (isThere && existsSync(kStamp) && readFileSync(kStamp, "utf8") === wanted) {
  console.log("    up to date");
} else {
  rmSync(kStamp, { force: true });
  await buildModules();
  buildTypes();
  writePackage();
  await buildExample();
  writeFileSync(kStamp, wanted);
  console.log("    built into dist/lib/");
}
for (const [built, served] of Object.entries(kServed)) {
  rmSync(served, { recursive: true, force: true });
  cpSync(built, served, { recursive: true });
}
