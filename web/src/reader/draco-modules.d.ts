// Types of the Draco decoder's files, which come without any.
// Only what decoders-browser.ts uses.
declare module "draco3dgltf/draco_decoder_gltf_nodejs.js" {
  const createDecoderModule: (options: { wasmBinary: Uint8Array }) => Promise<unknown>;
  export default createDecoderModule;
}
