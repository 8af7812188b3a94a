// What the page and the worker that writes retargeted motion say to each other.
// It writes nothing.

export type ExportAnswer =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly content: Uint8Array | string }
  /** The code is the core's, or `range` for bones that the format needs and the avatar lacks. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };
