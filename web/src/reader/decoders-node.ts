// Decoders for Node, from the packages beside the program.
// Not for a browser: there `decoders-browser.ts` serves the same code as assets of the page.
import { createRequire } from "node:module";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import type { Decoders } from "./decoders";

const require = createRequire(import.meta.url);

export const nodeDecoders: Decoders = {
  draco: async () => {
    const { createDecoderModule } = require("draco3dgltf") as { createDecoderModule(): Promise<unknown> };
    return createDecoderModule();
  },
  meshopt: async () => {
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
