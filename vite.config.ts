// How the page is built and served, and how Vitest runs. The core is not built here; scripts/build.sh does that first.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { basisWorker } from "./scripts/vite/basis-worker.ts";
import { contentPolicy } from "./scripts/vite/content-policy.ts";
import { nodeBuiltins } from "./scripts/vite/node-builtins.ts";
import { offline } from "./scripts/vite/offline.ts";

/**
 * Kilobytes of a script, not compressed, above which the build warns. The page's own is mostly three.js, whose parts refer to each
 * other and are all needed for the first picture: splitting it would make more requests and not fewer bytes. What is sent is held
 * by scripts/check-sizes.mjs.
 */
const LARGEST_CHUNK = 1200;

export default defineConfig({
  root: "web",
  publicDir: "../public",
  plugins: [nodeBuiltins(), basisWorker(), contentPolicy(), offline()],
  // three.js finds its decoders beside its own files; bundling it for development would break that.
  optimizeDeps: { exclude: ["three"] },
  resolve: {
    // Folder of the built core: doppel-core.mjs and doppel-core.wasm.
    alias: { "#core-build": fileURLToPath(new URL("build/wasm-release/wasm", import.meta.url)) },
  },
  // The probe worker loads its decoders on demand, which only module workers can.
  worker: { format: "es", plugins: () => [nodeBuiltins()] },
  // Chrome 103 is the browser inside OBS.
  build: {
    target: "chrome103",
    outDir: "../dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: LARGEST_CHUNK,
    // How long plugins took is no fault of the page's.
    rolldownOptions: {
      // The stage, and the control page for phones and tablets.
      input: ["web/index.html", "web/remote.html"],
      checks: { bundlerTimings: false },
    },
  },
  test: {
    root: ".",
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    globalSetup: "tests/support/run-folder.ts",
    // Modules are read once a process: three.js and the core are most of what a file of tests would otherwise wait for.
    isolate: false,
    // Milliseconds. Tests on real avatars take seconds on a busy machine; no test means to say anything about time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
