// What the reader needs from its surroundings to read compressed files.
// It holds no decoder: `decoders-node.ts` and `decoders-browser.ts` do.

/** Each is called at most once a file, and only for a file that needs it. */
export interface Decoders {
  /** An initialised `draco3dgltf` decoder module. */
  readonly draco?: () => Promise<unknown>;
  /** `MeshoptDecoder`, ready. */
  readonly meshopt?: () => Promise<unknown>;
}
