// Where the library's binary files lie: beside the module. Built as it stands, because bundlers find the files by exactly this form.
// It fetches nothing.

/** The WebAssembly core. */
export const coreFile = (): URL => new URL("./doppel-core.wasm", import.meta.url);

/** The Draco decoder, fetched only for a file that needs it. */
export const dracoFile = (): URL => new URL("./draco-decoder.wasm", import.meta.url);
