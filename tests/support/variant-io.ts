// Opens and writes GLB bytes as glTF-Transform documents, for the variants.
// VRM extensions do not survive it; edit those with glb-json.ts.
import { createRequire } from "node:module";
import { type Accessor, type Document, Logger, type Primitive, WebIO } from "@gltf-transform/core";
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
  KHRTextureBasisu,
} from "@gltf-transform/extensions";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";

interface DracoPackage {
  createDecoderModule(): Promise<unknown>;
  createEncoderModule(): Promise<unknown>;
}

async function makeIo(): Promise<WebIO> {
  const draco = createRequire(import.meta.url)("draco3dgltf") as DracoPackage;
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new WebIO()
    .setLogger(new Logger(Logger.Verbosity.ERROR))
    .registerExtensions([
      KHRDracoMeshCompression,
      EXTMeshoptCompression,
      KHRMeshQuantization,
      KHRTextureBasisu,
    ])
    .registerDependencies({
      "draco3d.decoder": await draco.createDecoderModule(),
      "draco3d.encoder": await draco.createEncoderModule(),
      "meshopt.decoder": MeshoptDecoder,
      "meshopt.encoder": MeshoptEncoder,
    });
}

let sharedIo: Promise<WebIO> | undefined;

export async function openDocument(bytes: Uint8Array): Promise<Document> {
  sharedIo ??= makeIo();
  return (await sharedIo).readBinary(bytes as Uint8Array<ArrayBuffer>);
}

export async function writeDocument(document: Document): Promise<Uint8Array> {
  sharedIo ??= makeIo();
  return (await sharedIo).writeBinary(document);
}

/** The file after `edit`. */
export async function editDocument(
  bytes: Uint8Array,
  edit: (document: Document) => void | Promise<void>,
): Promise<Uint8Array> {
  const document = await openDocument(bytes);
  document.setLogger(new Logger(Logger.Verbosity.ERROR));
  await edit(document);
  return writeDocument(document);
}

/** Attributes of a primitive and of its targets, by a path such as `POSITION` or `targets/3/POSITION`. */
export function attributesOf(primitive: Primitive): ReadonlyMap<string, Accessor> {
  const attributes = new Map<string, Accessor>();
  for (const name of primitive.listSemantics())
    attributes.set(name, primitive.getAttribute(name) as Accessor);
  primitive.listTargets().forEach((target, index) => {
    for (const name of target.listSemantics()) {
      attributes.set(`targets/${index}/${name}`, target.getAttribute(name) as Accessor);
    }
  });
  return attributes;
}

/** Puts accessors back under the paths of `attributesOf`. */
export function setAttributes(primitive: Primitive, attributes: ReadonlyMap<string, Accessor>): void {
  const targets = primitive.listTargets();
  for (const [path, accessor] of attributes) {
    const match = /^targets\/(\d+)\/(.*)$/.exec(path);
    if (match === null) primitive.setAttribute(path, accessor);
    else targets[Number(match[1])]?.setAttribute(match[2] as string, accessor);
  }
}

/** A primitive like `primitive` with other vertices and triangles. */
export function primitiveLike(
  document: Document,
  primitive: Primitive,
  attributes: ReadonlyMap<string, Accessor>,
  triangles: Uint32Array,
): Primitive {
  const copy = document.createPrimitive().setMode(primitive.getMode()).setMaterial(primitive.getMaterial());
  copy.setExtras(primitive.getExtras());
  for (const target of primitive.listTargets())
    copy.addTarget(document.createPrimitiveTarget(target.getName()));
  setAttributes(copy, attributes);
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  return copy.setIndices(
    document
      .createAccessor()
      .setType("SCALAR")
      .setArray(triangles as Uint32Array<ArrayBuffer>)
      .setBuffer(buffer),
  );
}

/** The triangles of a primitive. */
export function indicesOf(primitive: Primitive): Uint32Array {
  const indices = primitive.getIndices()?.getArray();
  const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
  return indices ? Uint32Array.from(indices) : Uint32Array.from({ length: count }, (_, index) => index);
}

/** A new accessor with elements of `source` taken by number. */
export function pick(document: Document, source: Accessor, vertices: readonly number[]): Accessor {
  const size = source.getElementSize();
  const array = source.getArray() as Float32Array;
  const Type = array.constructor as new (length: number) => Float32Array<ArrayBuffer>;
  const out = new Type(vertices.length * size);
  vertices.forEach((vertex, index) => {
    for (let k = 0; k < size; ++k) out[index * size + k] = array[vertex * size + k] as number;
  });
  return copyShape(document, source).setArray(out);
}

/** An empty accessor of the type of `source`. */
export function copyShape(document: Document, source: Accessor): Accessor {
  return document
    .createAccessor(source.getName())
    .setType(source.getType())
    .setNormalized(source.getNormalized())
    .setBuffer(source.getBuffer() ?? document.createBuffer());
}
