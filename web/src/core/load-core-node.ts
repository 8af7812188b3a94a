// Loads the wasm module under Node: the same ES module as the page's, with its binary read from disk.
// Not for a browser: load-core.ts is.

import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DoppelCoreOptions, DoppelCore as Module } from "../../../wasm/bind/doppel-core";
import { Core } from "./core";
import { CoreUnavailableError } from "./errors";

type CreateModule = (options?: DoppelCoreOptions) => Promise<Module>;

/** Where `npm run build` puts the module, ending in a slash. */
export const builtModuleFolder = fileURLToPath(new URL("../../../build/wasm-release/wasm/", import.meta.url));

/** The bare module, for tests of the boundary itself. */
export async function loadModuleNode(folder = builtModuleFolder): Promise<Module> {
  const script = `${folder}doppel-core.mjs`;
  try {
    const wasmBinary = await readFile(`${folder}doppel-core.wasm`);
    const { default: create } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
      default: CreateModule;
    };
    return await create({ wasmBinary });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoreUnavailableError(`${script}: expected the built core; run "npm run build" (${reason})`);
  }
}

/** A module instance of its own at each call. Throws `CoreUnavailableError` where it is not built. */
export async function loadCoreNode(folder = builtModuleFolder): Promise<Core> {
  return new Core(await loadModuleNode(folder));
}
