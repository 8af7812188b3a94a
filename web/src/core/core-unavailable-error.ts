// The refusal where there is no core at all: an error of the same form as the core's own, from this side of the boundary.
// It stands alone so that the library's declarations need nothing of the module's typings.

/** The module cannot be had: fetched, compiled or run. */
export class CoreUnavailableError extends Error {
  override readonly name = "CoreUnavailableError";
  readonly code = "core-unavailable";
}
