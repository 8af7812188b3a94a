// What the core's refusals look like in TypeScript: an Error with a stable `code`.
// The codes themselves stand in `wasm/src/base/error.hpp`; they are not listed a second time.

import type { DoppelError } from "../../../wasm/bind/doppel-core";

export { CoreUnavailableError } from "./core-unavailable-error";
export type { DoppelError };

/** True for errors that the core threw. */
export function isDoppelError(error: unknown): error is DoppelError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
