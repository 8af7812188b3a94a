// Decoders of the library: code in its own file, the Draco binary beside it.
// For the page and the command line the reader has its own.

import createDracoModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import type { Decoders } from "../reader/decoders";
import { bytesOf } from "./bytes";
import { dracoFile } from "./files";

export const libraryDecoders: Decoders = {
  draco: async () => createDracoModule({ wasmBinary: await bytesOf(dracoFile()) }),
  meshopt: async () => {
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
