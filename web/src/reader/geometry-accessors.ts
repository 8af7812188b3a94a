// Numbers of a file's accessors as plain typed arrays: decompressed, sparse values filled in, normalised integers as floats.
// It does not know what the numbers mean.
import { type Accessor, Logger, WebIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import type { GltfContainer } from "./container";
import type { Decoders } from "./decoders";
import { bufferName, type ReducedDocument, reduceToGeometry } from "./geometry-json";
import type { JsonObject } from "./json-values";
import { ReadError } from "./read-error";

/** A primitive of the reduced document: every index in it has been checked. */
export interface PrimitiveJson {
  readonly attributes: Readonly<Record<string, number>>;
  readonly targets: readonly { readonly POSITION?: number }[];
  readonly indices?: number;
  readonly mode: number;
}

/** Largest magnitude of each normalised integer type, by glTF component type. */
const NORMALISED_RANGE: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

export class GeometryAccessors {
  readonly meshes: readonly { readonly primitives: readonly PrimitiveJson[] }[];
  readonly #accessors: readonly Accessor[];
  readonly #floats = new Map<number, Float32Array>();
  readonly #zeros = new Map<number, boolean>();

  constructor(json: JsonObject, accessors: readonly Accessor[]) {
    this.meshes = json.meshes as typeof this.meshes;
    this.#accessors = accessors;
  }

  /** As floats, dequantized by the accessor's own rules. Shared: not to be written to. Throws where not finite. */
  floats(index: number): Float32Array {
    const known = this.#floats.get(index);
    if (known !== undefined) return known;
    const accessor = this.#accessors[index] as Accessor;
    const source = this.integers(index);
    const range = accessor.getNormalized() ? NORMALISED_RANGE[accessor.getComponentType()] : undefined;
    const values =
      source instanceof Float32Array && range === undefined ? source : new Float32Array(source.length);
    for (let i = 0; i < source.length; ++i) {
      const value = source[i] as number;
      if (!Number.isFinite(value)) {
        throw new ReadError(
          "invalid-structure",
          `accessors[${index}]`,
          `expected finite numbers, found ${value}`,
        );
      }
      if (range !== undefined) values[i] = Math.max(value / range, -1);
      else if (values !== source) values[i] = value;
    }
    this.#floats.set(index, values);
    return values;
  }

  /** True where no number differs from 0. */
  isZero(index: number): boolean {
    const known = this.#zeros.get(index);
    if (known !== undefined) return known;
    const isZero = this.floats(index).every((value) => value === 0);
    this.#zeros.set(index, isZero);
    return isZero;
  }

  /** As stored. Shared: not to be written to. */
  integers(index: number): ArrayLike<number> {
    const accessor = this.#accessors[index] as Accessor;
    const array = accessor.getArray();
    if (array === null)
      throw new ReadError("decode-failed", `accessors[${index}]`, "expected data, found none");
    return array;
  }

  count(index: number): number {
    return (this.#accessors[index] as Accessor).getCount();
  }

  /** Name that the file gives the accessor, or "". */
  name(index: number): string {
    return (this.#accessors[index] as Accessor).getName();
  }
}

async function decoder(make: (() => Promise<unknown>) | undefined, name: string): Promise<unknown> {
  if (make === undefined) {
    throw new ReadError("missing-decoder", "extensionsRequired", `no decoder for ${name} is available here`);
  }
  try {
    return await make();
  } catch (error) {
    throw new ReadError(
      "missing-decoder",
      "extensionsRequired",
      `the ${name} decoder did not start (${error})`,
    );
  }
}

/** Throws `ReadError` for anything that is wrong with the geometry's data. */
export async function readGeometry(container: GltfContainer, decoders: Decoders): Promise<GeometryAccessors> {
  return readReduced(container, reduceToGeometry(container), decoders);
}

/** The accessors of a document that holds nothing but what was checked. Throws `ReadError`. */
export async function readReduced(
  container: GltfContainer,
  { json, usesDraco, usesMeshopt }: ReducedDocument,
  decoders: Decoders,
): Promise<GeometryAccessors> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  io.registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression]);
  if (usesDraco) io.registerDependencies({ "draco3d.decoder": await decoder(decoders.draco, "Draco") });
  if (usesMeshopt) io.registerDependencies({ "meshopt.decoder": await decoder(decoders.meshopt, "Meshopt") });
  const resources = Object.fromEntries(container.buffers.map((bytes, index) => [bufferName(index), bytes]));
  try {
    const document = await io.readJSON({ json: json as never, resources: resources as never });
    return new GeometryAccessors(json, document.getRoot().listAccessors());
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(
      "decode-failed",
      "accessors",
      `the data cannot be decoded (${(error as Error).message})`,
    );
  }
}
