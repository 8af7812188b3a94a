// Decoders for a page or a worker: the Draco module as an asset of the page, fetched when a file first needs it.
// No request leaves the page's own host.

import dracoWasmUrl from "draco3dgltf/draco_decoder_gltf.wasm?url";
import createDecoderModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import type { Decoders } from "./decoders";

export const browserDecoders: Decoders = {
  draco: async () => {
    const answer = await fetch(dracoWasmUrl);
    if (!answer.ok) throw new Error(`the Draco decoder could not be fetched (${answer.status})`);
    return createDecoderModule({ wasmBinary: new Uint8Array(await answer.arrayBuffer()) });
  },
  meshopt: async () => {
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
