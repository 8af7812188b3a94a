// Which text says first, in the user's language, why something was refused: by the code that the refusing part gave.
// Place and expectation stay in that part's own words. No text stands here.

/** Codes that speak of a fault of Doppel's own, which no file and no user can mend. */
const INTERNAL = ["internal", "invalid-argument", "invalid-handle", "description-mismatch"];

/** Codes of the reader, the core, the probe and the commands that have a text of their own. */
export const faultCodes = [
  "not-gltf",
  "truncated",
  "invalid-json",
  "invalid-structure",
  "out-of-range",
  "unsupported-version",
  "unsupported-extension",
  "no-meshes",
  "too-large",
  "missing-resource",
  "missing-decoder",
  "decode-failed",
  "worker-crashed",
  "worker-hung",
  "core-unavailable",
  "gpu-limit",
  "drawing-failed",
  "capacity-exceeded",
  "invalid-measurement",
  "invalid-geometry",
  "invalid-profile",
  "invalid-link",
  "invalid-recording",
  "invalid-mapping",
  "unreadable",
  "sequence-full",
] as const;

/** What a browser calls a file that went away, or was changed, between choosing and reading it. */
const UNREADABLE = ["NotReadableError", "NotFoundError"];

/** Key of the text, or null where nothing is known but the error's own words. */
export function faultText(error: unknown): string | null {
  if (error instanceof DOMException) return UNREADABLE.includes(error.name) ? "fault.unreadable" : null;
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  if (typeof code !== "string") return null;
  if (INTERNAL.includes(code)) return "fault.internal";
  return faultCodes.some((known) => known === code) ? `fault.${code}` : null;
}
