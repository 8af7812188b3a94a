// Decoders for a page or a worker: assets of the page, fetched when a file first needs them.
// No request leaves the page's own host.
import dracoWasmUrl from "draco3dgltf/draco_decoder_gltf.wasm?url";
import type { Decoders } from "./decoders";

export const browserDecoders: Decoders = {
  draco: async () => {
    const { default: createDecoderModule } = await import("draco3dgltf/draco_decoder_gltf_nodejs.js");
    const answer = await fetch(dracoWasmUrl);
    if (!answer.ok) throw new Error(`the Draco decoder could not be fetched (${answer.status})`);
    return createDecoderModule({ wasmBinary: new Uint8Array(await answer.arrayBuffer()) });
  },
  meshopt: async () => {
    const { MeshoptDecoder } = await import("meshoptimizer/decoder");
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
