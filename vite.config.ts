// How the page is built and served, and how Vitest runs. The core is not built here; scripts/build.sh does that first.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { basisWorker } from "./scripts/vite/basis-worker.ts";
import { contentPolicy } from "./scripts/vite/content-policy.ts";

export default defineConfig({
  root: "web",
  publicDir: "../public",
  plugins: [basisWorker(), contentPolicy()],
  // three.js finds its decoders beside its own files; bundling it for development would break that.
  optimizeDeps: { exclude: ["three"] },
  resolve: {
    // Folder of the built core: doppel-core.mjs and doppel-core.wasm.
    alias: { "#core-build": fileURLToPath(new URL("build/wasm-release/wasm", import.meta.url)) },
  },
  // The probe worker loads its decoders on demand, which only module workers can.
  worker: { format: "es" },
  // Chrome 103 is the browser inside OBS.
  build: { target: "chrome103", outDir: "../dist", emptyOutDir: true },
  test: {
    root: ".",
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    // Milliseconds. Tests on real avatars take seconds on a busy machine; no test means to say anything about time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
