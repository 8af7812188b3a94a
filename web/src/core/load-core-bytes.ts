// Makes the core from the bytes of its wasm file, wherever they came from: what the library does, which is told where the file is.
// It fetches nothing; load-core.ts does that for the page, load-core-node.ts for the command line.

import createDoppelCore from "#core-build/doppel-core.mjs";
import { Core } from "./core";
import { CoreUnavailableError } from "./errors";

/** A module instance of its own at each call. Throws `CoreUnavailableError` where the bytes cannot be compiled. */
export async function loadCoreBytes(wasmBinary: Uint8Array): Promise<Core> {
  try {
    return new Core(await createDoppelCore({ wasmBinary }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoreUnavailableError(
      `doppel-core.wasm: expected a WebAssembly module that may run (${reason})`,
    );
  }
}
