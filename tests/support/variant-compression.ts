// The same avatar compressed: Draco, Meshopt, quantized, KTX2 textures.
// Draco and quantizing lose precision by their nature; Meshopt here does not.
import type { Document } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRTextureBasisu } from "@gltf-transform/extensions";
import { quantize } from "@gltf-transform/functions";
import { encodeToKTX2 } from "ktx2-encoder";
import { editDocument } from "./variant-io";

/** Bits of a Draco position; the usual default is 14, a finer one keeps the face within a tenth of a percent. */
const DRACO_POSITION_BITS = 16;
const QUANTIZED_POSITION_BITS = 14;

/** Base positions in Draco, in their own order; targets stay as they are, as the extension has it. */
export function dracoCompressed(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({
        method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL,
        quantizationBits: { POSITION: DRACO_POSITION_BITS, NORMAL: 10, TEX_COORD: 12, COLOR: 8, GENERIC: 12 },
      });
  });
}

/** Lossless: floats stay floats. */
export function meshoptCompressed(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  });
}

/** Integer positions and deltas; what undoes them stands in node scales, or in inverse bind matrices where there is a skin. */
export function quantized(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, async (document) => {
    await document.transform(quantize({ quantizePosition: QUANTIZED_POSITION_BITS }));
  });
}

/** Edge of the pictures that stand in for the avatar's own. */
const PICTURE_SIZE = 64;

/** A fixed two-coloured pattern: decoding JPEG needs a browser, and what a picture shows cannot matter to a measurement. */
function pattern(): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(4 * PICTURE_SIZE * PICTURE_SIZE);
  for (let i = 0; i < PICTURE_SIZE * PICTURE_SIZE; ++i) {
    const isLight = ((i >> 3) + (Math.floor(i / PICTURE_SIZE) >> 3)) % 2 === 0;
    data.set(isLight ? [200, 170, 150, 255] : [180, 150, 130, 255], 4 * i);
  }
  return { data, width: PICTURE_SIZE, height: PICTURE_SIZE };
}

function encode(): Promise<Uint8Array> {
  return encodeToKTX2(new Uint8Array(4), {
    isUASTC: false,
    generateMipmap: false,
    enableDebug: false,
    imageDecoder: async () => pattern(),
  });
}

let started: Promise<unknown> | undefined;

/** The encoder takes the console's `log` when it starts and tells it of every slice from then on: it gets one that says nothing. */
async function startQuietly(): Promise<void> {
  const { log } = console;
  console.log = () => {};
  try {
    await encode();
  } finally {
    console.log = log;
  }
}

async function toKtx2(document: Document): Promise<void> {
  started ??= startQuietly();
  await started;
  document.createExtension(KHRTextureBasisu).setRequired(true);
  if (document.getRoot().listTextures().length === 0) {
    const texture = document.createTexture("Pattern").setImage(new Uint8Array(4)).setMimeType("image/png");
    document.getRoot().listMaterials()[0]?.setBaseColorTexture(texture);
  }
  for (const texture of document.getRoot().listTextures()) {
    const image = await encode();
    texture.setImage(new Uint8Array(image)).setMimeType("image/ktx2").setURI("");
  }
}

/** Every texture as KTX2 (ETC1S), required by the file. */
export function ktx2Textures(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, toKtx2);
}
