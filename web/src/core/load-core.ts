// Loads the wasm module in a page or a worker, from the files that the build serves.
// Not for Node: load-core-node.ts is. `#core-build` is an alias for the folder of the built module, set in vite.config.ts.

import createDoppelCore from "#core-build/doppel-core.mjs";
import wasmAddress from "#core-build/doppel-core.wasm?url";
import { Core } from "./core";
import { CoreUnavailableError } from "./errors";

/** A module instance of its own at each call. Throws `CoreUnavailableError` where it cannot be fetched or compiled. */
export async function loadCore(): Promise<Core> {
  try {
    return new Core(await createDoppelCore({ locateFile: () => wasmAddress }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoreUnavailableError(`${wasmAddress}: expected the WebAssembly core (${reason})`);
  }
}
